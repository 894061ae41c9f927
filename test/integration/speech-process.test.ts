// The speech process, with real processes that really die.
import { afterEach, describe, expect, it } from 'vitest'
import { createHandsFree } from '../../src/core/ears/hands-free.ts'
import type { Take, TakeEvent } from '../../src/core/ports/ears.ts'
import { systemClock } from '../../src/main/clock.ts'
import { openSpokenAudio } from '../../src/main/journal/spoken-audio.ts'
import { createEars } from '../../src/main/speech/ears/ears.ts'
import { createEarsClient } from '../../src/main/speech/process/ears-client.ts'
import { spawnChild } from '../../src/main/speech/process/spawn-child.ts'
import { createSpeechProcess, type SpeechProcess } from '../../src/main/speech/process/speech-process.ts'
import { recordings } from '../speech-fixtures.ts'
import { createTempFolder } from '../temp-folder.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function start() {
  const folder = createTempFolder()
  const problems: string[] = []
  const speech = createSpeechProcess({
    spawn: spawnChild(),
    clock: systemClock,
    onProblem: (what) => problems.push(what),
  })
  const client = createEarsClient({
    link: speech.service('ears'),
    engine: async () => ({ kind: 'moonshine', size: 'tiny' }),
    engineName: () => 'Moonshine tiny',
  })
  const ears = createEars({
    recogniser: client,
    audio: await openSpokenAudio(folder.path, { now: Date.now }),
    clock: systemClock,
  })
  closing.push(
    () => folder.remove(),
    () => speech.close(),
    () => ears.close(),
  )
  return { speech, client, ears, problems }
}

const kill = (speech: SpeechProcess): void => void process.kill(speech.pid()!, 'SIGKILL')

// Each process that is started loads its networks, which takes its time where everybody else does, too.
describe('the speech process', { timeout: 600_000 }, () => {
  it('that is killed in the middle of a sentence loses nothing of it', async () => {
    const { speech, ears, problems } = await start()
    const { samples } = recordings('commands')[3]!
    const take = ears.open({ takeId: 'one', session: 's' })
    const events: TakeEvent[] = []
    const guessed = new Promise<void>((resolve) => {
      take.onEvent((event) => {
        events.push(event)
        if (event.type === 'words.guessed') resolve()
      })
    })
    take.write(samples.subarray(0, 20_000))
    await guessed
    const delayed = new Promise<void>((resolve) => {
      take.onEvent(({ type }) => type === 'take.delayed' && resolve())
    })
    kill(speech)
    await delayed
    // Said while nobody is there to hear it.
    take.write(samples.subarray(20_000))
    expect((await take.release()).text).toMatch(/run the tests/i)
    expect(events).toContainEqual({
      type: 'take.delayed',
      fault: expect.objectContaining({ code: 'speech_stopped', retryable: true }) as object,
    })
    expect(problems).toEqual(['speech process ended'])
  })

  it('that is killed after the key was released still gives the words', async () => {
    const { speech, ears } = await start()
    const take = ears.open({ takeId: 'one', session: 's' })
    const began = new Promise<void>((resolve) => {
      take.onEvent(({ type }) => type === 'speech.began' && resolve())
    })
    take.write(recordings('commands')[3]!.samples)
    await began
    const words = take.release()
    kill(speech)
    expect((await words).text).toMatch(/run the tests/i)
  })

  it('that dies with a take again and again gives up on the take, and keeps its sound', async () => {
    const { speech, ears } = await start()
    const take = ears.open({ takeId: 'one', session: 's' })
    take.onEvent(({ type }) => {
      if (type === 'speech.began') kill(speech)
    })
    const { samples } = recordings('commands')[3]!
    take.write(samples)
    await expect(take.release()).rejects.toMatchObject({ fault: { code: 'speech_stopped' } })
    // The next one is heard by the next process.
    const next = ears.open({ takeId: 'two', session: 's' })
    next.write(samples)
    expect((await next.release()).text).toMatch(/run the tests/i)
  })

  it('that is killed while nobody speaks hears what was said before the next one was there, and no more', async () => {
    const { speech, client, ears } = await start()
    const turns: Take[] = []
    const quiet = new Int16Array(320)
    /** How much the microphone has heard, and how much of it when a turn ended. */
    let heardMs = 0
    let endedMs = 0
    /** Sound stands still while nobody can hear it, or has yet to notice what was said: a slow machine hears no more of it. */
    let isThere = false
    let isNoticed = true
    const listening = createHandsFree({
      ears,
      session: 's',
      newTakeId: () => `take-${turns.length}`,
      patienceMs: () => 700,
      isCommand: () => false,
      isEager: () => false,
      onTake: () => void (isNoticed = true),
      onTurnEnded(take) {
        endedMs = heardMs
        turns.push(take)
      },
    })
    const hear = (samples: Int16Array): void => {
      heardMs += samples.length / 16
      listening.write(samples)
    }
    const say = (samples: Int16Array): void => {
      isNoticed = false
      for (let at = 0; at < samples.length; at += 320) hear(samples.slice(at, at + 320))
    }
    // Ears that were not there from the start do not know how long it has been quiet.
    for (let frames = 0; frames < 1_000; frames++) hear(quiet)
    client.onState(({ tag }) => void (isThere = tag === 'ready'))
    const microphone = setInterval(() => isThere && isNoticed && hear(quiet), 20)
    closing.push(() => clearInterval(microphone))
    await new Promise<void>((resolve) => client.onState(({ tag }) => tag === 'ready' && resolve()))
    const gone = new Promise<void>((resolve) => client.onState(({ tag }) => tag === 'loading' && resolve()))
    kill(speech)
    await gone
    say(recordings('commands')[3]!.samples)
    await expect.poll(() => turns.length, { timeout: 300_000 }).toBe(1)
    expect((await turns[0]!.release()).text).toMatch(/run the tests/i)
    const saidFrom = heardMs
    say(recordings('commands')[12]!.samples)
    await expect.poll(() => turns.length, { timeout: 300_000 }).toBe(2)
    const { text, times } = await turns[1]!.release()
    expect(text).toMatch(/close all other tabs/i)
    // From just before these words to the end of their turn, however late that was noticed.
    expect(times.soundMs).toBeLessThan(endedMs - saidFrom + 1_000)
    listening.close()
  })

  it('measures how fast this machine is', async () => {
    const { client } = await start()
    expect(await client.measure()).toBeGreaterThan(1)
  })

  it('is gone when it is closed', async () => {
    const { speech } = await start()
    const link = speech.service('ears')
    await new Promise<void>((resolve) => {
      link.onStarted(resolve)
      link.wake()
    })
    const pid = speech.pid()!
    await speech.close()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
