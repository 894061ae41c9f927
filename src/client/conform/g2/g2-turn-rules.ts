// Document 004 §4, §7 and the example session: what follows what.
import { expectSame, must, quoted } from '../probe.ts'
import { Unseen, type Bench, type Rule } from '../rule.ts'
import { toneOf } from '../tone.ts'
import {
  ANSWER,
  expectRefusal,
  expectStatus,
  meetG2,
  openG2,
  QUESTION,
  recordG2,
  restOfTurn,
  sendSound,
  shapeOf,
  START,
  STOP,
  until,
} from './g2-probe.ts'
import type { G2Outbound } from '../../../shared/wire/g2.ts'

const doc = { document: '004' } as const

async function textTurn(bench: Bench): Promise<G2Outbound[]> {
  const probe = await meetG2(bench)
  probe.send(QUESTION)
  return restOfTurn(probe)
}

async function voiceTurn(bench: Bench): Promise<G2Outbound[]> {
  const probe = await recordG2(bench)
  sendSound(probe, bench.speech!)
  probe.send(STOP)
  return restOfTurn(probe)
}

const placeOf = (shape: readonly string[], word: string): number => {
  const at = shape.indexOf(word)
  must(at >= 0, `There was no ${word}: ${quoted(shape)}.`)
  return at
}

export const g2TurnRules: readonly Rule[] = [
  {
    ...doc,
    id: 'g2-loading',
    section: '§4',
    sentence: 'While the model is loading, start_audio is rejected.',
    async check(bench) {
      const probe = await openG2(bench)
      await probe.next('connected')
      const told = (await probe.sofar()).at(-1)
      if (told?.type !== 'status' || told.status !== 'loading')
        throw new Unseen('the model was loaded before we came')
      probe.send(START)
      const answer = await probe.next('error INVALID_STATE')
      if (answer.type === 'status' && answer.status === 'idle') throw new Unseen('the model was just loaded')
      must(
        answer.type === 'error' && answer.code === 'INVALID_STATE',
        `Expected error INVALID_STATE, got ${quoted(answer)}.`,
      )
      await expectStatus(probe, 'loading')
      await until(probe, 'idle')
    },
  },
  {
    ...doc,
    id: 'g2-start-audio',
    section: '§1.1, §4',
    sentence: 'start_audio: status recording.',
    async check(bench) {
      await recordG2(bench)
    },
  },
  {
    ...doc,
    id: 'g2-stop-audio',
    section: '§1.1, §4',
    sentence: 'stop_audio finalises the buffer and begins transcription: status transcribing.',
    async check(bench) {
      const probe = await recordG2(bench)
      sendSound(probe, toneOf(1))
      probe.send(STOP)
      await expectStatus(probe, 'transcribing')
      await until(probe, 'idle')
    },
  },
  {
    ...doc,
    id: 'g2-no-words',
    section: '§4, §5',
    sentence:
      'A recording without words ends in TRANSCRIPTION_FAILED and idle, not in an empty transcription.',
    async check(bench) {
      const probe = await recordG2(bench)
      sendSound(probe, toneOf(1))
      probe.send(STOP)
      const frames = await restOfTurn(probe)
      const heard = frames.find((frame) => frame.type === 'transcription')
      if (heard?.type === 'transcription' && heard.text.trim() !== '')
        throw new Unseen(`words were heard in a tone: ${quoted(heard.text)}`)
      expectSame(shapeOf(frames), ['status transcribing', 'error TRANSCRIPTION_FAILED', 'status idle'])
    },
  },
  {
    ...doc,
    id: 'g2-text-skips-transcription',
    section: '§1.1',
    sentence: 'text skips transcription and goes directly to the agent.',
    async check(bench) {
      const shape = shapeOf(await textTurn(bench))
      must(shape[0] === 'status thinking', `Expected thinking at once: ${quoted(shape)}.`)
      must(
        !shape.includes('transcription') && !shape.includes('status transcribing'),
        `Text was transcribed: ${quoted(shape)}.`,
      )
    },
  },
  {
    ...doc,
    id: 'g2-streaming-first',
    section: '§4 invariants',
    sentence: 'status streaming precedes the first assistant delta.',
    async check(bench) {
      const shape = shapeOf(await textTurn(bench))
      must(
        placeOf(shape, 'status streaming') < placeOf(shape, 'assistant'),
        `The answer came before its status: ${quoted(shape)}.`,
      )
    },
  },
  {
    ...doc,
    id: 'g2-end-after-deltas',
    section: '§4 invariants',
    sentence: 'An end frame is always sent after all assistant deltas.',
    async check(bench) {
      const shape = shapeOf(await textTurn(bench))
      must(
        placeOf(shape, 'end') > shape.lastIndexOf('assistant'),
        `Words came after the end: ${quoted(shape)}.`,
      )
    },
  },
  {
    ...doc,
    id: 'g2-one-end',
    section: '§1.2',
    sentence: 'end completes the response cycle: there is one, and idle follows it.',
    async check(bench) {
      const shape = shapeOf(await textTurn(bench))
      must(shape.filter((word) => word === 'end').length === 1, `Expected one end: ${quoted(shape)}.`)
      must(
        shape[shape.indexOf('end') + 1] === 'status idle',
        `Expected idle after the end: ${quoted(shape)}.`,
      )
    },
  },
  {
    ...doc,
    id: 'g2-deltas',
    section: '§1.2',
    sentence: 'Deltas are accumulated to build the full answer.',
    async check(bench) {
      const answer = (await textTurn(bench))
        .map((frame) => (frame.type === 'assistant' ? frame.delta : ''))
        .join('')
      must(answer.trim() !== '', 'The pieces of the answer are empty.')
    },
  },
  {
    ...doc,
    id: 'g2-example-text',
    section: 'example session',
    sentence: 'Text input: thinking, streaming, assistant, end, idle.',
    async check(bench) {
      expectSame(shapeOf(await textTurn(bench)), ANSWER)
    },
  },
  {
    ...doc,
    id: 'g2-transcribing-first',
    section: '§4 invariants',
    sentence: 'status transcribing precedes transcription.',
    needs: ['wav'],
    async check(bench) {
      const shape = shapeOf(await voiceTurn(bench))
      must(
        placeOf(shape, 'status transcribing') < placeOf(shape, 'transcription'),
        `The words came before their status: ${quoted(shape)}.`,
      )
    },
  },
  {
    ...doc,
    id: 'g2-transcription',
    section: '§1.2',
    sentence: 'transcription carries the words of the speech.',
    needs: ['wav'],
    async check(bench) {
      const heard = (await voiceTurn(bench)).find((frame) => frame.type === 'transcription')
      must(heard?.type === 'transcription' && heard.text.trim() !== '', 'No words were heard.')
    },
  },
  {
    document: 'ruling',
    id: 'g2-straight-to-thinking',
    section: '14',
    sentence: 'transcription goes straight to thinking.',
    needs: ['wav'],
    async check(bench) {
      const shape = shapeOf(await voiceTurn(bench))
      const next = shape[placeOf(shape, 'transcription') + 1]
      must(next === 'status thinking', `Expected thinking after the transcription: ${quoted(shape)}.`)
    },
  },
  {
    ...doc,
    id: 'g2-example-voice',
    section: 'example session',
    sentence: 'Voice: recording, transcribing, transcription, thinking, streaming, assistant, end, idle.',
    needs: ['wav'],
    async check(bench) {
      expectSame(shapeOf(await voiceTurn(bench)), ['status transcribing', 'transcription', ...ANSWER])
    },
  },
  {
    ...doc,
    id: 'g2-format',
    section: '§7',
    sentence: 'start_audio echoes 16000 Hz, 1 channel, 2 bytes, so that both sides can verify agreement.',
    async check(bench) {
      const probe = await meetG2(bench)
      for (const other of [{ sampleRate: 44_100 }, { channels: 2 }, { sampleWidth: 4 }]) {
        probe.send({ ...START, ...other })
        await expectRefusal(probe, ['INVALID_FRAME', 'INVALID_STATE'], 'idle')
      }
    },
  },
]
