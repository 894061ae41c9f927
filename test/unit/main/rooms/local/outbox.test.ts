import { describe, expect, it } from 'vitest'
import type { Transport } from '../../../../../src/base/transport.ts'
import { framesOf } from '../../../../../src/core/wires/local-room/frame-bundle.ts'
import { decodeAgentFrame, encodeFrame } from '../../../../../src/core/wires/local-room/codec.ts'
import { createOutbox } from '../../../../../src/main/rooms/local/outbox.ts'

function listening() {
  const sent: Uint8Array[] = []
  const carrier: Transport = { send: (frame) => sent.push(frame), onFrame() {}, onClose() {}, close() {} }
  const errors: unknown[] = []
  const outbox = createOutbox(carrier, (error) => errors.push(error))
  return { sent, carrier, errors, outbox }
}

const frameOf = (size: number, mark: number) =>
  encodeFrame({ kind: 'data', topic: 't' }, new Uint8Array(size).fill(mark))

const framesIn = (sent: readonly Uint8Array[]): Uint8Array[] =>
  sent.flatMap((frame) => {
    const { header, body } = decodeAgentFrame(frame)!
    return header.kind === 'bundle' ? framesOf(body)! : [frame]
  })

describe('an outbox', () => {
  it('sends a single frame unchanged', async () => {
    const { sent, outbox } = listening()
    outbox.send(frameOf(10, 1))
    await Promise.resolve()
    expect(sent).toEqual([frameOf(10, 1)])
  })

  it('bundles the frames of one tick, in order and in bounded size', async () => {
    const { sent, outbox } = listening()
    const frames = Array.from({ length: 40 }, (_, mark) => frameOf(14_000, mark))
    for (const frame of frames) outbox.send(frame)
    await Promise.resolve()
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.length).toBeLessThan(6)
    for (const frame of sent) expect(frame.length).toBeLessThan(200_000)
    expect(framesIn(sent)).toEqual(frames)
  })

  it('sends a frame larger than a bundle by itself', async () => {
    const { sent, outbox } = listening()
    const frames = [frameOf(10, 1), frameOf(900_000, 2), frameOf(10, 3)]
    for (const frame of frames) outbox.send(frame)
    await Promise.resolve()
    expect(sent).toEqual(frames)
  })

  it('reports a transport that fails', async () => {
    const { carrier, errors, outbox } = listening()
    carrier.send = () => {
      throw new Error('broken')
    }
    outbox.send(frameOf(10, 1))
    await Promise.resolve()
    expect(errors).toEqual([new Error('broken')])
  })
})
