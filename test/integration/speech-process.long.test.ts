// The speech process, with real processes that really die.
import { afterEach, describe, expect, it } from 'vitest'
import { createHandsFree } from '../../src/core/speech/hearing/hands-free.ts'
import type { Take, TakeEvent } from '../../src/core/ports/recognizer.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { openSpokenAudio } from '../../src/main/journal/spoken-audio.ts'
import { createRecognizer } from '../../src/main/speech/hearing/recognizer.ts'
import { createRecognizerClient } from '../../src/main/speech/process/recognizer-client.ts'
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
  const client = createRecognizerClient({
    link: speech.service('recognizer'),
    request: async () => ({ engine: 'embedded', configuration: { size: 'tiny' } }),
    engineName: () => 'Moonshine tiny',
  })
  const recognizer = createRecognizer({
    queue: client,
    audio: await openSpokenAudio(folder.path, { now: Date.now }),
    clock: systemClock,
  })
  closing.push(
    () => folder.remove(),
    () => speech.close(),
    () => recognizer.close(),
  )
  return { speech, client, recognizer, problems }
}

const kill = (speech: SpeechProcess): void => void process.kill(speech.pid()!, 'SIGKILL')

// Each process loads its networks, which takes long on a busy computer.
describe('the speech process', { timeout: 600_000 }, () => {
  it('that is killed in the middle of a sentence loses nothing of it', async () => {
    const { speech, recognizer, problems } = await start()
    const { samples } = recordings('commands')[3]!
    const take = recognizer.open({ takeId: 'one', session: 's' })
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
    // Said while no process runs.
    take.write(samples.subarray(20_000))
    expect((await take.release()).text).toMatch(/run the tests/i)
    expect(events).toContainEqual({
      type: 'take.delayed',
      fault: expect.objectContaining({ code: 'speech_stopped', retryable: true }) as object,
    })
    expect(problems).toEqual(['speech process ended'])
  })

  it('that is killed after the key was released still gives the transcript', async () => {
    const { speech, recognizer } = await start()
    const take = recognizer.open({ takeId: 'one', session: 's' })
    const began = new Promise<void>((resolve) => {
      take.onEvent(({ type }) => type === 'speech.began' && resolve())
    })
    take.write(recordings('commands')[3]!.samples)
    await began
    const transcript = take.release()
    kill(speech)
    expect((await transcript).text).toMatch(/run the tests/i)
  })

  it('that dies with a take again and again fails the take, and its audio stays stored', async () => {
    const { speech, recognizer } = await start()
    const take = recognizer.open({ takeId: 'one', session: 's' })
    take.onEvent(({ type }) => {
      if (type === 'speech.began') kill(speech)
    })
    const { samples } = recordings('commands')[3]!
    take.write(samples)
    await expect(take.release()).rejects.toMatchObject({ fault: { code: 'speech_stopped' } })
    // The next take goes to the next process.
    const next = recognizer.open({ takeId: 'two', session: 's' })
    next.write(samples)
    expect((await next.release()).text).toMatch(/run the tests/i)
  })

  it('that is killed while nobody speaks hears what was said before it restarted, and no more', async () => {
    const { speech, client, recognizer } = await start()
    const turns: Take[] = []
    const quiet = new Int16Array(320)
    /** How much audio was written, and how much of it when a turn ended. */
    let heardMs = 0
    let endedMs = 0
    /** Audio stops while no process runs or has yet to notice speech, so that a slow computer gets no more of it. */
    let isThere = false
    let isNoticed = true
    const listening = createHandsFree({
      recognizer,
      session: 's',
      newTakeId: () => `take-${turns.length}`,
      pauseMs: () => 700,
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
    // A recognizer that restarted does not know how long it has been quiet.
    for (let frames = 0; frames < 1_000; frames++) hear(quiet)
    client.onState(({ tag }) => void (isThere = tag === 'ready'))
    const microphone = setInterval(() => isThere && isNoticed && hear(quiet), 20)
    closing.push(() => clearInterval(microphone))
    await new Promise<void>((resolve) => client.onState(({ tag }) => tag === 'ready' && resolve()))
    const died = new Promise<void>((resolve) => client.onState(({ tag }) => tag === 'loading' && resolve()))
    kill(speech)
    await died
    say(recordings('commands')[3]!.samples)
    await expect.poll(() => turns.length, { timeout: 300_000 }).toBe(1)
    expect((await turns[0]!.release()).text).toMatch(/run the tests/i)
    const saidFrom = heardMs
    say(recordings('commands')[12]!.samples)
    await expect.poll(() => turns.length, { timeout: 300_000 }).toBe(2)
    const { text, times } = await turns[1]!.release()
    expect(text).toMatch(/close all other tabs/i)
    // From just before the words to the end of their turn, however late that was noticed.
    expect(times.soundMs).toBeLessThan(endedMs - saidFrom + 1_000)
    listening.close()
  })

  it('measures how fast this computer is', async () => {
    const { client } = await start()
    expect(await client.measure('embedded')).toBeGreaterThan(1)
  })

  it('ends when it is closed', async () => {
    const { speech } = await start()
    const link = speech.service('recognizer')
    await new Promise<void>((resolve) => {
      link.onStarted(resolve)
      link.wake()
    })
    const pid = speech.pid()!
    await speech.close()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
