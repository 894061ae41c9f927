// The order of frames in a turn.
import { expectSame, must, quoted, toneBytes } from '../conform/probe.ts'
import { NotObserved, type CheckContext, type Rule } from '../conform/rule.ts'
import {
  ANSWER,
  expectRefusal,
  expectStatus,
  connectReadyG2,
  openG2,
  QUESTION,
  recordG2,
  restOfTurn,
  sendAudio,
  shapeOf,
  START,
  STOP,
  until,
} from './probe.ts'
import type { G2Outbound } from '../../shared/wire/g2.ts'

async function textTurn(context: CheckContext): Promise<G2Outbound[]> {
  const probe = await connectReadyG2(context)
  probe.send(QUESTION)
  return restOfTurn(probe)
}

async function voiceTurn(context: CheckContext): Promise<G2Outbound[]> {
  const probe = await recordG2(context)
  sendAudio(probe, context.speech!)
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
    id: 'g2-loading',
    title: 'While the recognizer loads, start_audio is refused.',
    async check(context) {
      const probe = await openG2(context)
      await probe.next('connected')
      const last = (await probe.received()).at(-1)
      if (last?.type !== 'status' || last.status !== 'loading')
        throw new NotObserved('the recognizer was loaded before the check')
      probe.send(START)
      const answer = await probe.next('error INVALID_STATE')
      if (answer.type === 'status' && answer.status === 'idle')
        throw new NotObserved('the recognizer has just been loaded')
      must(
        answer.type === 'error' && answer.code === 'INVALID_STATE',
        `Expected error INVALID_STATE, got ${quoted(answer)}.`,
      )
      await expectStatus(probe, 'loading')
      await until(probe, 'idle')
    },
  },
  {
    id: 'g2-start-audio',
    title: 'start_audio is answered with status recording.',
    async check(context) {
      await recordG2(context)
    },
  },
  {
    id: 'g2-stop-audio',
    title: 'stop_audio ends the recording: status transcribing follows.',
    async check(context) {
      const probe = await recordG2(context)
      sendAudio(probe, toneBytes(1))
      probe.send(STOP)
      await expectStatus(probe, 'transcribing')
      await until(probe, 'idle')
    },
  },
  {
    id: 'g2-no-words',
    title: 'A recording without speech gets TRANSCRIPTION_FAILED and idle, not an empty transcription.',
    async check(context) {
      const probe = await recordG2(context)
      sendAudio(probe, toneBytes(1))
      probe.send(STOP)
      const frames = await restOfTurn(probe)
      const transcript = frames.find((frame) => frame.type === 'transcription')
      if (transcript?.type === 'transcription' && transcript.text.trim() !== '')
        throw new NotObserved(`the tone was transcribed as ${quoted(transcript.text)}`)
      expectSame(shapeOf(frames), ['status transcribing', 'error TRANSCRIPTION_FAILED', 'status idle'])
    },
  },
  {
    id: 'g2-text-skips-transcription',
    title: 'text goes to the agent without transcription.',
    async check(context) {
      const shape = shapeOf(await textTurn(context))
      must(shape[0] === 'status thinking', `Expected thinking at once: ${quoted(shape)}.`)
      must(
        !shape.includes('transcription') && !shape.includes('status transcribing'),
        `Text was transcribed: ${quoted(shape)}.`,
      )
    },
  },
  {
    id: 'g2-streaming-first',
    title: 'status streaming precedes the first assistant frame.',
    async check(context) {
      const shape = shapeOf(await textTurn(context))
      must(
        placeOf(shape, 'status streaming') < placeOf(shape, 'assistant'),
        `The answer came before its status: ${quoted(shape)}.`,
      )
    },
  },
  {
    id: 'g2-end-after-deltas',
    title: 'end follows all assistant frames.',
    async check(context) {
      const shape = shapeOf(await textTurn(context))
      must(
        placeOf(shape, 'end') > shape.lastIndexOf('assistant'),
        `The answer continued after the end: ${quoted(shape)}.`,
      )
    },
  },
  {
    id: 'g2-one-end',
    title: 'An answer has exactly one end, and status idle follows it.',
    async check(context) {
      const shape = shapeOf(await textTurn(context))
      must(shape.filter((word) => word === 'end').length === 1, `Expected one end: ${quoted(shape)}.`)
      must(
        shape[shape.indexOf('end') + 1] === 'status idle',
        `Expected idle after the end: ${quoted(shape)}.`,
      )
    },
  },
  {
    id: 'g2-deltas',
    title: 'The deltas of all assistant frames together are the answer.',
    async check(context) {
      const answer = (await textTurn(context))
        .map((frame) => (frame.type === 'assistant' ? frame.delta : ''))
        .join('')
      must(answer.trim() !== '', 'The deltas are empty.')
    },
  },
  {
    id: 'g2-example-text',
    title: 'A text turn is thinking, streaming, assistant, end, idle.',
    async check(context) {
      expectSame(shapeOf(await textTurn(context)), ANSWER)
    },
  },
  {
    id: 'g2-transcribing-first',
    title: 'status transcribing precedes transcription.',
    needs: ['wav'],
    async check(context) {
      const shape = shapeOf(await voiceTurn(context))
      must(
        placeOf(shape, 'status transcribing') < placeOf(shape, 'transcription'),
        `The transcription came before its status: ${quoted(shape)}.`,
      )
    },
  },
  {
    id: 'g2-transcription',
    title: 'transcription carries the text of the speech.',
    needs: ['wav'],
    async check(context) {
      const transcript = (await voiceTurn(context)).find((frame) => frame.type === 'transcription')
      must(
        transcript?.type === 'transcription' && transcript.text.trim() !== '',
        'There was no transcription.',
      )
    },
  },
  {
    id: 'g2-straight-to-thinking',
    title: 'status thinking follows transcription at once.',
    needs: ['wav'],
    async check(context) {
      const shape = shapeOf(await voiceTurn(context))
      const next = shape[placeOf(shape, 'transcription') + 1]
      must(next === 'status thinking', `Expected thinking after the transcription: ${quoted(shape)}.`)
    },
  },
  {
    id: 'g2-example-voice',
    title:
      'A voice turn is recording, transcribing, transcription, thinking, streaming, assistant, end, idle.',
    needs: ['wav'],
    async check(context) {
      expectSame(shapeOf(await voiceTurn(context)), ['status transcribing', 'transcription', ...ANSWER])
    },
  },
  {
    id: 'g2-format',
    title: 'start_audio with another format than 16,000 Hz, 1 channel, 2 bytes is refused.',
    async check(context) {
      const probe = await connectReadyG2(context)
      for (const other of [{ sampleRate: 44_100 }, { channels: 2 }, { sampleWidth: 4 }]) {
        probe.send({ ...START, ...other })
        await expectRefusal(probe, ['INVALID_FRAME', 'INVALID_STATE'], 'idle')
      }
    },
  },
]
