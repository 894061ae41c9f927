import { describe, expect, it } from 'vitest'
import { createHandsFree } from '../../../../../src/core/speech/hearing/hands-free.ts'
import type { Take } from '../../../../../src/core/ports/recognizer.ts'
import { createFakeRecognizer } from '../../../../fakes/fake-recognizer.ts'

const loud = (ms: number): Int16Array => new Int16Array(ms * 16).fill(9000)
const quiet = (ms: number): Int16Array => new Int16Array(ms * 16).fill(3)

function start(words = 'run the tests') {
  const recognizer = createFakeRecognizer({ words: () => words })
  const takes: Take[] = []
  const ago: number[] = []
  const ended: string[] = []
  let pauseMs = 700
  let count = 0
  const handsFree = createHandsFree({
    recognizer,
    session: 's',
    newTakeId: () => `take-${++count}`,
    pauseMs: () => pauseMs,
    isCommand: (text) => text === 'stop',
    isEager: () => false,
    onTake(take, agoMs) {
      takes.push(take)
      ago.push(agoMs)
    },
    onTurnEnded: (take, because) => ended.push(`${take.takeId} ${because}`),
  })
  const write = (audio: Int16Array): void => {
    for (let at = 0; at < audio.length; at += 320) handsFree.write(audio.subarray(at, at + 320))
  }
  /** The take's own detector notices the pause, as a real one does. */
  const pause = (atMs: number): void =>
    recognizer.tell(takes.at(-1)!.takeId, { type: 'speech.paused', at: atMs * 16 })
  return {
    recognizer,
    takes,
    ago,
    ended,
    write,
    pause,
    handsFree,
    setPause: (ms: number) => (pauseMs = ms),
  }
}

describe('hands-free listening', () => {
  it('opens a take when somebody speaks and ends it when they have finished', async () => {
    const { takes, ended, write, pause } = start()
    write(quiet(3000))
    expect(takes).toEqual([])
    write(loud(1000))
    expect(takes.length).toBe(1)
    pause(1000)
    write(quiet(600))
    expect(ended).toEqual([])
    write(quiet(200))
    expect(ended).toEqual(['take-1 complete'])
    expect((await takes[0]!.release()).text).toBe('run the tests')
  })

  it('begins the take with the audio from before the detection, and no more', async () => {
    const { recognizer, takes, write } = start()
    write(quiet(5000))
    recognizer.notice({ type: 'speech.began', at: 4600 * 16 })
    expect((await takes[0]!.release()).times.soundMs).toBe(400)
  })

  it('knows when somebody began to speak, without the padding of the take', () => {
    const { recognizer, ago, write } = start()
    write(quiet(5000))
    recognizer.notice({ type: 'speech.began', at: 4000 * 16 })
    expect(ago).toEqual([650])
  })

  it('loses nothing when speech is detected seconds late, and takes no audio twice', async () => {
    const { recognizer, takes, write, pause } = start()
    write(quiet(12_000))
    recognizer.notice({ type: 'speech.began', at: 4_000 * 16 })
    pause(8_000)
    write(quiet(5_000))
    expect((await takes[0]!.release()).times.soundMs).toBeGreaterThan(8_000)
    // What was noticed late was part of the take that has ended.
    recognizer.notice({ type: 'speech.began', at: 6_000 * 16 })
    write(quiet(100))
    expect((await takes[1]!.release()).times.soundMs).toBeLessThan(5_000)
  })

  it('continues through a pause after which somebody speaks again', () => {
    const { takes, ended, write, pause, recognizer } = start()
    write(loud(1000))
    pause(1000)
    write(quiet(500))
    recognizer.tell('take-1', { type: 'speech.began', at: 1500 * 16 })
    write(loud(2000))
    expect(ended).toEqual([])
    expect(takes.length).toBe(1)
  })

  it('waits longer while the utterance is unfinished, and less after a command', () => {
    const unfinished = start('open the file and')
    unfinished.write(loud(1000))
    unfinished.pause(1000)
    unfinished.write(quiet(1500))
    expect(unfinished.ended).toEqual([])
    unfinished.write(quiet(300))
    expect(unfinished.ended).toEqual(['take-1 pause'])
    const command = start('stop')
    command.write(loud(500))
    command.pause(500)
    command.write(quiet(360))
    expect(command.ended).toEqual(['take-1 command'])
  })

  it('opens the next take for the next utterance', () => {
    const { takes, write, pause } = start()
    for (let round = 0; round < 3; round++) {
      write(loud(1000))
      pause(1000)
      write(quiet(2000))
    }
    expect(takes.map(({ takeId }) => takeId)).toEqual(['take-1', 'take-2', 'take-3'])
  })

  it('ends the take when the microphone is closed, and then ignores audio', () => {
    const { takes, ended, write, handsFree } = start()
    write(loud(1000))
    handsFree.close()
    write(loud(1000))
    expect(ended).toEqual(['take-1 closed'])
    expect(takes.length).toBe(1)
  })
})
