import { describe, expect, it } from 'vitest'
import { FaultError } from '../../../../src/shared/errors.ts'
import { createTakeCourier } from '../../../../src/renderer/talk/take-courier.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

const frame = (mark: number): Int16Array => new Int16Array(320).fill(mark)
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const noVoice = Promise.resolve(undefined)
const nothing = new Int16Array(0)
/** When the clock of these tests stands still. */
const LET_GO = 1_000_000

/** The agent's side: what came, in order. Answers to a start wait until they are given. */
function start({ stop = async () => {} }: { stop?: () => Promise<void> } = {}) {
  const wire: string[] = []
  const since: (number | undefined)[] = []
  const answers: { resolve(more?: { over?: boolean }): void; reject(error: Error): void }[] = []
  const started: string[] = []
  const refused: string[] = []
  const clock = createFakeClock()
  const courier = createTakeCourier({
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
  const tail = (): void => [1, 2, 3, 4].forEach(() => courier.hear(frame(0)))
  return { courier, wire, since, answers, started, refused, clock, tail }
}

describe('a take on its way', () => {
  it('begins with what was heard before, and nothing is sent before the agent said yes', async () => {
    const { courier, wire, answers, started } = start()
    const before = new Int16Array(700).fill(7)
    courier.begin('k', 'hold', before, Promise.resolve(840))
    courier.hear(frame(1))
    await settled()
    expect(wire).toEqual(['start k hold after 840 ms'])
    answers[0]!.resolve()
    await settled()
    courier.hear(frame(2))
    expect(wire.slice(1)).toEqual(['sound 7', 'sound 7', 'sound 7', 'sound 1', 'sound 2'])
    expect(started).toEqual(['k 60000'])
  })

  it('sends a little more than was held, so that the last word is not cut, and then ends', async () => {
    const { courier, wire, answers, tail } = start()
    courier.begin('k', 'hold', nothing, noVoice)
    await settled()
    answers[0]!.resolve()
    await settled()
    courier.end('k', LET_GO)
    expect(wire).toEqual(['start k hold'])
    tail()
    courier.hear(frame(9))
    expect(wire).toEqual(['start k hold', 'sound 0', 'sound 0', 'sound 0', 'sound 0', 'stop k'])
  })

  it('tells how long ago the key was let go, unless the clock was set meanwhile', async () => {
    for (const [agoMs, told] of [
      [15, 95],
      [-1000, undefined],
      [3_600_000, undefined],
    ] as const) {
      const { courier, since, answers, clock, tail } = start()
      courier.begin('k', 'hold', nothing, noVoice)
      await settled()
      answers[0]!.resolve()
      await settled()
      courier.end('k', clock.now() - agoMs)
      clock.advance(80)
      tail()
      expect(since).toEqual([told])
    }
  })

  it('ends also when no more sound comes', async () => {
    const { courier, wire, answers, clock } = start()
    courier.begin('k', 'hold', nothing, noVoice)
    await settled()
    answers[0]!.resolve()
    await settled()
    courier.end('k', LET_GO)
    clock.advance(250)
    expect(wire).toEqual(['start k hold', 'stop k'])
  })

  it('that ended before the agent said yes is sent whole all the same', async () => {
    const { courier, wire, answers, tail } = start()
    courier.begin('k', 'hold', nothing, noVoice)
    courier.hear(frame(5))
    courier.end('k', LET_GO)
    tail()
    await settled()
    answers[0]!.resolve()
    await settled()
    expect(wire).toEqual(['start k hold', 'sound 5', 'sound 0', 'sound 0', 'sound 0', 'sound 0', 'stop k'])
  })

  it('that was dropped is cancelled, and none of what waited is sent', async () => {
    const { courier, wire, answers } = start()
    courier.begin('k', 'hold', new Int16Array(640).fill(3), noVoice)
    courier.hear(frame(1))
    courier.drop('k')
    courier.hear(frame(2))
    await settled()
    answers[0]!.resolve()
    await settled()
    expect(wire).toEqual(['start k hold', 'cancel k'])
  })

  it('that was ended can still be dropped: before the agent said yes, and while its words are made out', async () => {
    const { courier, wire, answers, clock } = start()
    courier.begin('one', 'hold', nothing, noVoice)
    courier.end('one', LET_GO)
    clock.advance(250)
    courier.drop('one')
    await settled()
    answers[0]!.resolve()
    await settled()
    expect(wire).toEqual(['start one hold', 'cancel one'])
    courier.begin('two', 'hold', nothing, noVoice)
    await settled()
    answers[1]!.resolve()
    await settled()
    courier.end('two', LET_GO)
    clock.advance(250)
    courier.drop('two')
    expect(wire.slice(2)).toEqual(['start two hold', 'stop two', 'cancel two'])
  })

  it('waits for the one before it: their sounds are never mixed', async () => {
    const { courier, wire, answers } = start()
    courier.begin('one', 'hold', nothing, noVoice)
    courier.hear(frame(1))
    courier.end('one', LET_GO)
    courier.begin('two', 'hold', nothing, noVoice)
    courier.hear(frame(2))
    await settled()
    expect(wire).toEqual(['start one hold'])
    answers[0]!.resolve()
    await settled()
    expect(wire).toEqual(['start one hold', 'sound 1', 'stop one', 'start two hold'])
    answers[1]!.resolve()
    await settled()
    expect(wire.slice(4)).toEqual(['sound 2'])
  })

  it('that is refused is told, and the next one is not held up', async () => {
    const { courier, wire, answers, refused } = start()
    courier.begin('one', 'hold', nothing, noVoice)
    await settled()
    answers[0]!.reject(new Error('no ears'))
    await settled()
    expect(refused).toEqual(['one Error: no ears'])
    courier.begin('two', 'hold', nothing, noVoice)
    await settled()
    expect(wire.at(-1)).toBe('start two hold')
  })

  it('that was cut off goes out again whole over the next link, with what was said meanwhile', async () => {
    const { courier, wire, answers, tail } = start()
    courier.begin('one', 'hold', nothing, noVoice)
    await settled()
    answers[0]!.resolve()
    await settled()
    courier.hear(frame(1))
    courier.cut()
    courier.hear(frame(2))
    courier.resume()
    await settled()
    answers[1]!.resolve()
    await settled()
    courier.end('one', LET_GO)
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

  it('that ended while there was no link goes out when there is one, before the next', async () => {
    const { courier, wire, answers, tail, refused } = start()
    courier.begin('one', 'hold', nothing, noVoice)
    await settled()
    courier.cut()
    // The link's own refusal comes after the word that it is gone.
    answers[0]!.reject(new Error('The link broke.'))
    courier.hear(frame(1))
    courier.end('one', LET_GO)
    tail()
    courier.resume()
    courier.begin('two', 'hold', nothing, noVoice)
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
      const { courier, wire, answers, refused, clock } = start()
      const refuse = async (): Promise<void> => {
        answers.at(-1)!.reject(new FaultError(code, 'Not now.', 'Wait.'))
        await settled()
        clock.advance(1_000)
        await settled()
      }
      courier.begin('one', 'hold', nothing, noVoice)
      await settled()
      courier.hear(frame(1))
      courier.cut()
      courier.begin('two', 'hold', nothing, noVoice)
      courier.hear(frame(2))
      courier.resume()
      await settled()
      await refuse()
      answers.at(-1)!.resolve()
      await settled()
      expect(wire.filter((one) => one.startsWith('sound'))).toEqual(['sound 1'])
      for (let tries = 0; tries < 61; tries++) await refuse()
      expect(refused).toEqual([expect.stringMatching(/^two /)])
      courier.begin('three', 'hold', nothing, noVoice)
      await settled()
      await refuse()
      expect(refused.at(-1)).toMatch(/^three /)
    },
  )

  it('that does not get to the agent is tried again, and is nobody’s refusal', async () => {
    const { courier, wire, answers, refused, clock } = start()
    courier.begin('one', 'hold', nothing, noVoice)
    await settled()
    courier.hear(frame(1))
    answers[0]!.reject(new FaultError('room_lost', 'The connection is not well.', 'Wait.'))
    await settled()
    clock.advance(1_000)
    await settled()
    answers[1]!.resolve()
    await settled()
    expect(wire).toEqual(['start one hold', 'start one hold', 'sound 1'])
    expect(refused).toEqual([])
  })

  it('that does not get to the agent goes out over the next link, once there is one', async () => {
    const { courier, wire, answers, refused, clock } = start()
    courier.begin('one', 'hold', nothing, noVoice)
    await settled()
    courier.hear(frame(1))
    answers[0]!.reject(new FaultError('room_lost', 'The connection is not well.', 'Wait.'))
    await settled()
    courier.cut()
    courier.resume()
    await settled()
    clock.advance(5_000)
    answers[1]!.resolve()
    await settled()
    expect(wire).toEqual(['start one hold', 'start one hold', 'sound 1'])
    expect(refused).toEqual([])
  })

  it('of which only the last answer was lost is not sent twice', async () => {
    const { courier, wire, answers } = start({ stop: () => Promise.reject(new Error('The link broke.')) })
    courier.begin('one', 'hold', nothing, noVoice)
    await settled()
    answers[0]!.resolve()
    await settled()
    courier.hear(frame(1))
    courier.end('one', LET_GO)
    for (let at = 0; at < 4; at++) courier.hear(frame(0))
    courier.cut()
    await settled()
    courier.resume()
    await settled()
    answers[1]!.resolve({ over: true })
    await settled()
    expect(wire.filter((one) => one === 'sound 1')).toHaveLength(1)
    courier.cut()
    courier.resume()
    await settled()
    expect(wire.filter((one) => one.startsWith('start'))).toHaveLength(2)
  })

  it('that begins while there is none goes out with the next', async () => {
    const { courier, wire, answers, refused } = start()
    courier.cut()
    courier.begin('one', 'hold', nothing, noVoice)
    courier.hear(frame(1))
    courier.end('one', LET_GO)
    for (let at = 0; at < 4; at++) courier.hear(frame(0))
    await settled()
    expect(wire).toEqual([])
    courier.resume()
    await settled()
    answers[0]!.resolve()
    await settled()
    expect(wire.slice(0, 2)).toEqual(['start one hold', 'sound 1'])
    expect(wire.at(-1)).toMatch(/^stop one/)
    expect(refused).toEqual([])
  })

  it('without keys goes on with what was not sent, and nothing is sent twice', async () => {
    const { courier, wire, answers } = start()
    courier.begin('one', 'hands_free', nothing, noVoice)
    await settled()
    answers[0]!.resolve()
    await settled()
    courier.hear(frame(1))
    courier.cut()
    courier.hear(frame(2))
    courier.hear(frame(3))
    courier.resume()
    await settled()
    answers[1]!.resolve()
    await settled()
    courier.hear(frame(4))
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
