import { describe, expect, it } from 'vitest'
import { FaultError } from '../../../../src/shared/errors.ts'
import { createTakeSender } from '../../../../src/renderer/talk/take-sender.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

const frame = (mark: number): Int16Array => new Int16Array(320).fill(mark)
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const noVoice = Promise.resolve(undefined)
const nothing = new Int16Array(0)
/** The time of the fake clock. */
const LET_GO = 1_000_000

/** The agent's side: what arrived, in order. The test answers each start. */
function start({ stop = async () => {} }: { stop?: () => Promise<void> } = {}) {
  const wire: string[] = []
  const since: (number | undefined)[] = []
  const answers: { resolve(more?: { over?: boolean }): void; reject(error: Error): void }[] = []
  const started: string[] = []
  const refused: string[] = []
  const clock = createFakeClock()
  const sender = createTakeSender({
    startTalk(takeId, mode, playedMs) {
      wire.push(`start ${takeId} ${mode}${playedMs === undefined ? '' : ` after ${playedMs} ms`}`)
      return new Promise((resolve, reject) => {
        answers.push({ resolve: (more = {}) => resolve({ limitMs: 60_000, ...more }), reject })
      })
    },
    async stopTalk(takeId, sinceMs) {
      wire.push(`stop ${takeId}`)
      since.push(sinceMs)
      await stop()
    },
    async cancelTalk(takeId) {
      wire.push(`cancel ${takeId}`)
    },
    sendSound: (samples) => wire.push(`sound ${samples[0]}`),
    clock,
    onStarted: (takeId, limitMs) => started.push(`${takeId} ${limitMs}`),
    onRefused: (takeId, error) => refused.push(`${takeId} ${String(error)}`),
  })
  const tail = (): void => [1, 2, 3, 4].forEach(() => sender.receive(frame(0)))
  return { sender, wire, since, answers, started, refused, clock, tail }
}

describe('the take sender', () => {
  it('starts with the pre-roll, and sends nothing before the agent has accepted', async () => {
    const { sender, wire, answers, started } = start()
    const before = new Int16Array(700).fill(7)
    sender.begin('k', 'hold', before, Promise.resolve(840))
    sender.receive(frame(1))
    await settled()
    expect(wire).toEqual(['start k hold after 840 ms'])
    answers[0]!.resolve()
    await settled()
    sender.receive(frame(2))
    expect(wire.slice(1)).toEqual(['sound 7', 'sound 7', 'sound 7', 'sound 1', 'sound 2'])
    expect(started).toEqual(['k 60000'])
  })

  it('sends a little more than was held, so that the last word is not cut off', async () => {
    const { sender, wire, answers, tail } = start()
    sender.begin('k', 'hold', nothing, noVoice)
    await settled()
    answers[0]!.resolve()
    await settled()
    sender.end('k', LET_GO)
    expect(wire).toEqual(['start k hold'])
    tail()
    sender.receive(frame(9))
    expect(wire).toEqual(['start k hold', 'sound 0', 'sound 0', 'sound 0', 'sound 0', 'stop k'])
  })

  it('reports how long ago the key was released, unless the clock was changed', async () => {
    for (const [agoMs, reported] of [
      [15, 95],
      [-1000, undefined],
      [3_600_000, undefined],
    ] as const) {
      const { sender, since, answers, clock, tail } = start()
      sender.begin('k', 'hold', nothing, noVoice)
      await settled()
      answers[0]!.resolve()
      await settled()
      sender.end('k', clock.now() - agoMs)
      clock.advance(80)
      tail()
      expect(since).toEqual([reported])
    }
  })

  it('ends a take even if no more audio arrives', async () => {
    const { sender, wire, answers, clock } = start()
    sender.begin('k', 'hold', nothing, noVoice)
    await settled()
    answers[0]!.resolve()
    await settled()
    sender.end('k', LET_GO)
    clock.advance(250)
    expect(wire).toEqual(['start k hold', 'stop k'])
  })

  it('sends a whole take that ended before the agent accepted it', async () => {
    const { sender, wire, answers, tail } = start()
    sender.begin('k', 'hold', nothing, noVoice)
    sender.receive(frame(5))
    sender.end('k', LET_GO)
    tail()
    await settled()
    answers[0]!.resolve()
    await settled()
    expect(wire).toEqual(['start k hold', 'sound 5', 'sound 0', 'sound 0', 'sound 0', 'sound 0', 'stop k'])
  })

  it('cancels a discarded take and sends none of its audio', async () => {
    const { sender, wire, answers } = start()
    sender.begin('k', 'hold', new Int16Array(640).fill(3), noVoice)
    sender.receive(frame(1))
    sender.drop('k')
    sender.receive(frame(2))
    await settled()
    answers[0]!.resolve()
    await settled()
    expect(wire).toEqual(['start k hold', 'cancel k'])
  })

  it('can discard a take that ended, before the agent accepted it and during transcription', async () => {
    const { sender, wire, answers, clock } = start()
    sender.begin('one', 'hold', nothing, noVoice)
    sender.end('one', LET_GO)
    clock.advance(250)
    sender.drop('one')
    await settled()
    answers[0]!.resolve()
    await settled()
    expect(wire).toEqual(['start one hold', 'cancel one'])
    sender.begin('two', 'hold', nothing, noVoice)
    await settled()
    answers[1]!.resolve()
    await settled()
    sender.end('two', LET_GO)
    clock.advance(250)
    sender.drop('two')
    expect(wire.slice(2)).toEqual(['start two hold', 'stop two', 'cancel two'])
  })

  it('never mixes the audio of two takes', async () => {
    const { sender, wire, answers } = start()
    sender.begin('one', 'hold', nothing, noVoice)
    sender.receive(frame(1))
    sender.end('one', LET_GO)
    sender.begin('two', 'hold', nothing, noVoice)
    sender.receive(frame(2))
    await settled()
    expect(wire).toEqual(['start one hold'])
    answers[0]!.resolve()
    await settled()
    expect(wire).toEqual(['start one hold', 'sound 1', 'stop one', 'start two hold'])
    answers[1]!.resolve()
    await settled()
    expect(wire.slice(4)).toEqual(['sound 2'])
  })

  it('reports a refused take and goes on with the next', async () => {
    const { sender, wire, answers, refused } = start()
    sender.begin('one', 'hold', nothing, noVoice)
    await settled()
    answers[0]!.reject(new Error('no recognizer'))
    await settled()
    expect(refused).toEqual(['one Error: no recognizer'])
    sender.begin('two', 'hold', nothing, noVoice)
    await settled()
    expect(wire.at(-1)).toBe('start two hold')
  })

  it('sends an interrupted take again as a whole over the next link', async () => {
    const { sender, wire, answers, tail } = start()
    sender.begin('one', 'hold', nothing, noVoice)
    await settled()
    answers[0]!.resolve()
    await settled()
    sender.receive(frame(1))
    sender.cut()
    sender.receive(frame(2))
    sender.resume()
    await settled()
    answers[1]!.resolve()
    await settled()
    sender.end('one', LET_GO)
    tail()
    await settled()
    expect(wire).toEqual([
      'start one hold',
      'sound 1',
      'start one hold',
      'sound 1',
      'sound 2',
      ...Array<string>(4).fill('sound 0'),
      'stop one',
    ])
  })

  it('sends a take that ended without a link before the next one', async () => {
    const { sender, wire, answers, tail, refused } = start()
    sender.begin('one', 'hold', nothing, noVoice)
    await settled()
    sender.cut()
    // The call over the lost link fails after `cut`.
    answers[0]!.reject(new Error('The link broke.'))
    sender.receive(frame(1))
    sender.end('one', LET_GO)
    tail()
    sender.resume()
    sender.begin('two', 'hold', nothing, noVoice)
    await settled()
    answers[1]!.resolve()
    await settled()
    expect(wire.slice(1)).toEqual([
      'start one hold',
      'sound 1',
      ...Array<string>(4).fill('sound 0'),
      'stop one',
      'start two hold',
    ])
    expect(refused).toEqual([])
  })

  it.each(['somebody_talks', 'ears_unavailable'] as const)(
    'that was said in a cut waits out a refusal that passes, and no longer than a minute: %s',
    async (code) => {
      const { sender, wire, answers, refused, clock } = start()
      const refuse = async (): Promise<void> => {
        answers.at(-1)!.reject(new FaultError(code, 'Not now.', 'Wait.'))
        await settled()
        clock.advance(1_000)
        await settled()
      }
      sender.begin('one', 'hold', nothing, noVoice)
      await settled()
      sender.receive(frame(1))
      sender.cut()
      sender.begin('two', 'hold', nothing, noVoice)
      sender.receive(frame(2))
      sender.resume()
      await settled()
      await refuse()
      answers.at(-1)!.resolve()
      await settled()
      expect(wire.filter((one) => one.startsWith('sound'))).toEqual(['sound 1'])
      for (let tries = 0; tries < 61; tries++) await refuse()
      expect(refused).toEqual([expect.stringMatching(/^two /)])
      sender.begin('three', 'hold', nothing, noVoice)
      await settled()
      await refuse()
      expect(refused.at(-1)).toMatch(/^three /)
    },
  )

  it('retries a take that was lost on the way', async () => {
    const { sender, wire, answers, refused, clock } = start()
    sender.begin('one', 'hold', nothing, noVoice)
    await settled()
    sender.receive(frame(1))
    answers[0]!.reject(new FaultError('room_lost', 'The connection is not well.', 'Wait.'))
    await settled()
    clock.advance(1_000)
    await settled()
    answers[1]!.resolve()
    await settled()
    expect(wire).toEqual(['start one hold', 'start one hold', 'sound 1'])
    expect(refused).toEqual([])
  })

  it('sends a take that was lost on the way over the next link', async () => {
    const { sender, wire, answers, refused, clock } = start()
    sender.begin('one', 'hold', nothing, noVoice)
    await settled()
    sender.receive(frame(1))
    answers[0]!.reject(new FaultError('room_lost', 'The connection is not well.', 'Wait.'))
    await settled()
    sender.cut()
    sender.resume()
    await settled()
    clock.advance(5_000)
    answers[1]!.resolve()
    await settled()
    expect(wire).toEqual(['start one hold', 'start one hold', 'sound 1'])
    expect(refused).toEqual([])
  })

  it('does not send a take twice if only the last answer was lost', async () => {
    const { sender, wire, answers } = start({ stop: () => Promise.reject(new Error('The link broke.')) })
    sender.begin('one', 'hold', nothing, noVoice)
    await settled()
    answers[0]!.resolve()
    await settled()
    sender.receive(frame(1))
    sender.end('one', LET_GO)
    for (let at = 0; at < 4; at++) sender.receive(frame(0))
    sender.cut()
    await settled()
    sender.resume()
    await settled()
    answers[1]!.resolve({ over: true })
    await settled()
    expect(wire.filter((one) => one === 'sound 1')).toHaveLength(1)
    sender.cut()
    sender.resume()
    await settled()
    expect(wire.filter((one) => one.startsWith('start'))).toHaveLength(2)
  })

  it('sends a take that started without a link over the next one', async () => {
    const { sender, wire, answers, refused } = start()
    sender.cut()
    sender.begin('one', 'hold', nothing, noVoice)
    sender.receive(frame(1))
    sender.end('one', LET_GO)
    for (let at = 0; at < 4; at++) sender.receive(frame(0))
    await settled()
    expect(wire).toEqual([])
    sender.resume()
    await settled()
    answers[0]!.resolve()
    await settled()
    expect(wire.slice(0, 2)).toEqual(['start one hold', 'sound 1'])
    expect(wire.at(-1)).toMatch(/^stop one/)
    expect(refused).toEqual([])
  })

  it('continues a hands-free take with the unsent audio', async () => {
    const { sender, wire, answers } = start()
    sender.begin('one', 'hands_free', nothing, noVoice)
    await settled()
    answers[0]!.resolve()
    await settled()
    sender.receive(frame(1))
    sender.cut()
    sender.receive(frame(2))
    sender.receive(frame(3))
    sender.resume()
    await settled()
    answers[1]!.resolve()
    await settled()
    sender.receive(frame(4))
    expect(wire).toEqual([
      'start one hands_free',
      'sound 1',
      'start one hands_free',
      'sound 2',
      'sound 3',
      'sound 4',
    ])
  })
})
