import { describe, expect, it } from 'vitest'
import type { TextStreamOptions, TextStreamWriter } from '../../../../../src/core/ports/room.ts'
import { createOpenTexts } from '../../../../../src/main/rooms/livekit/open-texts.ts'

interface Stream {
  options: TextStreamOptions
  text: string
  closed: boolean
}

/** A connection, and every text that was begun on it. */
function aStay(): { streams: Stream[]; by(options: TextStreamOptions): TextStreamWriter } {
  const streams: Stream[] = []
  return {
    streams,
    by(options) {
      const stream: Stream = { options, text: '', closed: false }
      streams.push(stream)
      return { write: (piece) => void (stream.text += piece), close: () => void (stream.closed = true) }
    },
  }
}

const reply = { topic: 'lk.transcription', attributes: { 'lk.segment_id': 'a' } }

describe('a text that is being written when the connection ends', () => {
  it('and closed before the next one begins is repeated there, and closed', () => {
    const [texts, first, next] = [createOpenTexts(), aStay(), aStay()]
    texts.resume(first.by)
    const writer = texts.open(reply)
    writer.write('One. ')
    texts.pause()
    writer.write('Two.')
    writer.close()
    texts.resume(next.by)
    expect(next.streams).toEqual([
      {
        options: { ...reply, attributes: { 'lk.segment_id': 'a', 'parley.replay': 'true' } },
        text: 'One. Two.',
        closed: true,
      },
    ])
  })

  it('is repeated on every connection until its end, and on none after it', () => {
    const [texts, first, second, third] = [createOpenTexts(), aStay(), aStay(), aStay()]
    texts.resume(first.by)
    const writer = texts.open(reply)
    writer.write('One. ')
    texts.pause()
    texts.resume(second.by)
    writer.write('Two.')
    writer.close()
    texts.pause()
    texts.resume(third.by)
    expect(second.streams).toMatchObject([{ text: 'One. Two.', closed: true }])
    expect(third.streams).toEqual([])
  })

  it('for one participant is not repeated: they ask for it', () => {
    const [texts, first, next] = [createOpenTexts(), aStay(), aStay()]
    texts.resume(first.by)
    texts.open({ ...reply, to: 'ada' }).write('One. ')
    texts.pause()
    texts.resume(next.by)
    expect(next.streams).toEqual([])
  })

  it('and was never sent is not sent once it is closed', () => {
    const [texts, next] = [createOpenTexts(), aStay()]
    const over = texts.open(reply)
    over.write('One.')
    over.close()
    texts.open(reply).write('Two, ')
    texts.resume(next.by)
    expect(next.streams.map(({ text }) => text)).toEqual(['Two, '])
  })

  it('is stored up to a length, and of many the latest', () => {
    const [texts, first, next] = [createOpenTexts(), aStay(), aStay()]
    texts.resume(first.by)
    for (let at = 0; at < 30; at++) texts.open(reply).write(`${at}`)
    texts.open(reply).write('x'.repeat(300_000))
    texts.pause()
    texts.resume(next.by)
    expect(next.streams.map(({ text }) => text)).toEqual(Array.from({ length: 19 }, (_, at) => `${at + 11}`))
  })
})
