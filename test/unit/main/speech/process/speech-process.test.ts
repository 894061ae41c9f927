import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../../src/main/app/clock.ts'
import { hostSpeech } from '../../../../../src/main/speech/process/speech-host.ts'
import { createSpeechProcess } from '../../../../../src/main/speech/process/speech-process.ts'
import { createVoiceClient, type VoiceClient } from '../../../../../src/main/speech/process/voice-client.ts'
import type { HostedVoice } from '../../../../../src/main/speech/process/voice-host.ts'
import { FaultError } from '../../../../../src/shared/errors.ts'
import { createFakeClock } from '../../../../fakes/fake-clock.ts'
import { createFakeProcess, type FakeProcess } from '../../../../fakes/fake-process.ts'

function supervised() {
  const clock = createFakeClock()
  const processes: FakeProcess[] = []
  const speech = createSpeechProcess({
    spawn() {
      const next = createFakeProcess()
      processes.push(next)
      return next.port
    },
    clock,
    onProblem: () => {},
  })
  return { clock, processes, speech, link: speech.service('recognizer') }
}
const ready = async (one: FakeProcess): Promise<void> => {
  one.parent.postMessage({ to: 'parley', message: 'ready' })
  await setImmediate()
}

describe('a process that dies', () => {
  it('is started when first needed, and only once', () => {
    const { processes, link } = supervised()
    expect(processes.length).toBe(0)
    link.wake()
    link.wake()
    expect(processes.length).toBe(1)
  })

  it('is restarted after a longer pause each time, and after too many deaths only on request', () => {
    const { clock, processes, link } = supervised()
    const stopped: boolean[] = []
    link.onStopped((_, givenUp) => stopped.push(givenUp))
    link.wake()
    const waits: number[] = []
    for (let death = 0; death < 5; death++) {
      processes.at(-1)!.die()
      let waited = 0
      const before = processes.length
      while (processes.length === before) {
        clock.advance(50)
        waited += 50
      }
      waits.push(waited)
    }
    expect(waits).toEqual([100, 200, 400, 800, 1600])
    processes.at(-1)!.die()
    clock.advance(100_000)
    expect(stopped).toEqual([false, false, false, false, false, true])
    expect(processes.length).toBe(6)
    link.wake()
    expect(processes.length).toBe(7)
  })

  it('is not blamed for deaths long ago', () => {
    const { clock, processes, link } = supervised()
    link.wake()
    for (let death = 0; death < 20; death++) {
      clock.advance(61_000)
      processes.at(-1)!.die()
      clock.advance(100)
    }
    expect(processes.length).toBe(21)
  })

  it('receives nothing before it is ready', async () => {
    const { processes, link } = supervised()
    link.wake()
    link.post('too early')
    await ready(processes[0]!)
    link.post('in time')
    expect(processes[0]!.heard).toEqual([{ to: 'recognizer', message: 'in time' }])
  })

  it('is ignored when it sends unknown messages', async () => {
    const { processes, link } = supervised()
    const heard: unknown[] = []
    link.onMessage((message) => heard.push(message))
    link.wake()
    await ready(processes[0]!)
    for (const message of [null, 7, 'ready', { to: 'nobody' }, { to: 'parley', message: 'bye' }])
      processes[0]!.parent.postMessage(message)
    processes[0]!.parent.postMessage({ to: 'recognizer', message: 'hello' })
    await setImmediate()
    expect(heard).toEqual(['hello'])
  })
})

/** A voice that makes one piece of audio for each word, as long as the word. */
function wordVoice(log: string[]): HostedVoice {
  return {
    sampleRate: 22_050,
    async *speak(text, { voice, rate }, signal) {
      log.push(`${voice} ${rate}`)
      for (const word of text.split(' ')) {
        if (signal.aborted) return
        if (word === 'mumble') throw new FaultError('bad_request', 'I cannot say that.', 'Ask another.')
        log.push(word)
        yield new Int16Array(word.length)
      }
    },
  }
}

function withVoice() {
  const log: string[] = []
  let last: FakeProcess | undefined
  const speech = createSpeechProcess({
    spawn() {
      last = createFakeProcess()
      hostSpeech(last.parent, {
        clock: systemClock,
        recognizers: {},
        voices: { words: () => wordVoice(log) },
      })
      return last.port
    },
    clock: systemClock,
    onProblem: () => {},
  })
  return { log, voice: createVoiceClient(speech.service('voice')), die: () => last?.die() }
}

async function lengths(
  voice: VoiceClient,
  text: string,
  { engine = 'words', signal = new AbortController().signal } = {},
): Promise<number[]> {
  const found: number[] = []
  for await (const { samples, sampleRate } of voice.speak(engine, text, { voice: 'v', rate: 1.5 }, signal)) {
    expect(sampleRate).toBe(22_050)
    found.push(samples.length)
  }
  return found
}

describe('a voice in the speech process', () => {
  it('is received piece by piece, with the requested voice and rate', async () => {
    const { voice, log } = withVoice()
    expect(await lengths(voice, 'here is the diff')).toEqual([4, 2, 3, 4])
    expect(log[0]).toBe('v 1.5')
  })

  it('speaks two texts at once without mixing them up', async () => {
    const { voice } = withVoice()
    expect(await Promise.all([lengths(voice, 'a bb ccc'), lengths(voice, 'dddd eeeee')])).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
  })

  it('does not run far ahead of the listener', async () => {
    const { voice, log } = withVoice()
    const speaking = voice.speak(
      'words',
      Array<string>(500).fill('word').join(' '),
      { voice: 'v', rate: 1 },
      new AbortController().signal,
    )
    await speaking.next()
    for (let round = 0; round < 50; round++) await setImmediate()
    expect(log.length).toBeLessThan(80)
    let count = 1
    for await (const piece of speaking) count += Math.sign(piece.samples.length)
    expect(count).toBe(500)
  })

  it('stops on request', async () => {
    const { voice, log } = withVoice()
    const stopping = new AbortController()
    const speaking = voice.speak(
      'words',
      Array<string>(500).fill('word').join(' '),
      { voice: 'v', rate: 1 },
      stopping.signal,
    )
    await speaking.next()
    stopping.abort()
    expect(await speaking.next()).toEqual({ done: true, value: undefined })
    for (let round = 0; round < 20; round++) await setImmediate()
    const said = log.length
    for (let round = 0; round < 20; round++) await setImmediate()
    expect(log.length).toBe(said)
    expect(said).toBeLessThan(100)
  })

  it('reports a fault of the text, of the engine and of the process', async () => {
    const { voice, die } = withVoice()
    await expect(lengths(voice, 'well mumble')).rejects.toMatchObject({ fault: { code: 'bad_request' } })
    await expect(lengths(voice, 'hello', { engine: 'constructor' })).rejects.toMatchObject({
      fault: { code: 'bad_request' },
    })
    const speaking = voice.speak('words', 'a b c', { voice: 'v', rate: 1 }, new AbortController().signal)
    await speaking.next()
    die()
    await expect(
      (async () => {
        for await (const piece of speaking) void piece
      })(),
    ).rejects.toMatchObject({ fault: { code: 'speech_stopped' } })
    expect(await lengths(voice, 'again')).toEqual([5])
  })
})
