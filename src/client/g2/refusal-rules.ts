// What the gateway refuses, with which code, and the status that follows.
import { HEARING_RATE } from '../../core/speech/hearing/samples.ts'
import { bytesOfSamples } from '../../core/speech/pcm.ts'
import type { G2Outbound } from '../../shared/wire/g2.ts'
import { expectSame, must, quoted, toneBytes } from '../conform/probe.ts'
import { NotObserved, type CheckContext, type Rule } from '../conform/rule.ts'
import {
  ANSWER,
  expectRefusal,
  expectStatus,
  connectReadyG2,
  QUESTION,
  recordG2,
  restOfTurn,
  shapeOf,
  START,
  STOP,
  until,
} from './probe.ts'

/** More than half a minute, but below the megabyte above which the gateway may close the connection. */
const HUGE_BYTES = 31 * HEARING_RATE * 2

const refusedWhileIdle =
  (frame: object | string, code: 'INVALID_FRAME' | 'INVALID_STATE') =>
  async (context: CheckContext): Promise<void> => {
    const probe = await connectReadyG2(context)
    probe.send(frame)
    await expectRefusal(probe, [code], 'idle')
    probe.send(QUESTION)
    expectSame(shapeOf(await restOfTurn(probe)), ANSWER)
  }

const refusedWhileRecording =
  (frame: object | string, code: 'INVALID_FRAME' | 'INVALID_STATE') =>
  async (context: CheckContext): Promise<void> => {
    const probe = await recordG2(context)
    probe.send(toneBytes(1).subarray(0, 4096))
    probe.send(frame)
    await expectRefusal(probe, [code], 'recording')
    probe.send(STOP)
    await expectStatus(probe, 'transcribing')
    await until(probe, 'idle')
  }

/** Sends the question and the frame together, so that the answer is still running when the frame arrives. */
const refusedWhileAnswering =
  (frame: object | string, code: 'INVALID_FRAME' | 'INVALID_STATE') =>
  async (context: CheckContext): Promise<void> => {
    const probe = await connectReadyG2(context)
    probe.send(QUESTION)
    probe.send(frame)
    const frames = await restOfTurn(probe)
    const at = frames.findIndex((one) => one.type === 'error')
    if (at < 0) {
      expectSame(shapeOf(frames), ANSWER)
      throw new NotObserved('the answer ended before the frame arrived')
    }
    const [refusal, after] = [frames[at]!, frames[at + 1]]
    must(refusal.type === 'error' && refusal.code === code, `Expected error ${code}, got ${quoted(refusal)}.`)
    const state = stateBefore(frames.slice(0, at))
    expectSame(after, { type: 'status', status: state })
    // Without the refusal and its status, the answer is complete.
    expectSame(shapeOf(frames.toSpliced(at, 2)), ANSWER)
  }

const stateBefore = (frames: readonly G2Outbound[]): string =>
  frames.reduce((state, frame) => (frame.type === 'status' ? frame.status : state), 'idle')

export const g2RefusalRules: readonly Rule[] = [
  {
    id: 'g2-malformed-json',
    title: 'Malformed JSON gets INVALID_FRAME.',
    check: refusedWhileIdle('{"type":"text",', 'INVALID_FRAME'),
  },
  {
    id: 'g2-no-object',
    title: 'JSON that is not a frame gets INVALID_FRAME.',
    async check(context) {
      const probe = await connectReadyG2(context)
      for (const text of ['null', '[]', '7', '"text"', '{}']) {
        probe.send(text)
        await expectRefusal(probe, ['INVALID_FRAME'], 'idle')
      }
    },
  },
  {
    id: 'g2-unknown-type',
    title: 'An unknown frame type gets INVALID_FRAME.',
    check: refusedWhileIdle({ type: 'dance' }, 'INVALID_FRAME'),
  },
  {
    id: 'g2-missing-field',
    title: 'A frame with a missing or wrong field gets INVALID_FRAME.',
    async check(context) {
      const probe = await connectReadyG2(context)
      const { sampleRate: _, ...withoutRate } = START
      for (const frame of [withoutRate, { type: 'text' }, { type: 'text', message: 7 }]) {
        probe.send(frame)
        await expectRefusal(probe, ['INVALID_FRAME'], 'idle')
      }
    },
  },
  {
    id: 'g2-example-error',
    title: 'stop_audio while idle gets INVALID_STATE, then status idle.',
    check: refusedWhileIdle(STOP, 'INVALID_STATE'),
  },
  {
    id: 'g2-sound-while-idle',
    title: 'Audio without start_audio gets INVALID_STATE.',
    check: refusedWhileIdle(bytesOfSamples(new Int16Array(2048)), 'INVALID_STATE'),
  },
  {
    id: 'g2-start-while-recording',
    title: 'start_audio while recording gets INVALID_STATE, and the recording continues.',
    check: refusedWhileRecording(START, 'INVALID_STATE'),
  },
  {
    id: 'g2-text-while-recording',
    title: 'text while recording gets INVALID_STATE, and the recording continues.',
    check: refusedWhileRecording(QUESTION, 'INVALID_STATE'),
  },
  {
    id: 'g2-bad-frame-while-recording',
    title: 'A bad frame gets its error and the true status, and the recording continues.',
    check: refusedWhileRecording('not JSON', 'INVALID_FRAME'),
  },
  {
    id: 'g2-odd-sound',
    title: 'Audio that ends inside a sample gets INVALID_FRAME, and the recording continues.',
    check: refusedWhileRecording(new Uint8Array(4095), 'INVALID_FRAME'),
  },
  {
    id: 'g2-odd-sound-while-idle',
    title: 'Audio that ends inside a sample is refused while idle, too.',
    async check(context) {
      const probe = await connectReadyG2(context)
      probe.send(new Uint8Array(4095))
      await expectRefusal(probe, ['INVALID_FRAME', 'INVALID_STATE'], 'idle')
    },
  },
  {
    id: 'g2-huge-sound',
    title: 'An oversized audio frame is refused and the recording continues, or the recording is full.',
    async check(context) {
      const probe = await recordG2(context)
      probe.send(new Uint8Array(HUGE_BYTES))
      const frames = await probe.received()
      if (frames.length === 0)
        throw new NotObserved('the gateway accepts half a minute of audio in one frame')
      while (frames.length < 2) frames.push(await probe.next('status'))
      const [refusal, state] = shapeOf(frames)
      // Only a full buffer ends the recording.
      const isFull = refusal === 'error BUFFER_OVERFLOW'
      must(
        isFull || refusal === 'error INVALID_FRAME',
        `Expected error INVALID_FRAME, got ${quoted(frames[0])}.`,
      )
      const states = isFull ? ['status idle'] : ['status recording']
      must(states.includes(state!), `Expected ${states.join(' or ')}, got ${quoted(frames[1])}.`)
    },
  },
  {
    id: 'g2-bad-frame-while-answering',
    title: 'A bad frame gets its error and the true status, and the running answer continues.',
    check: refusedWhileAnswering('not JSON', 'INVALID_FRAME'),
  },
  {
    id: 'g2-text-while-answering',
    title: 'text while an answer runs gets INVALID_STATE, and the answer continues.',
    check: refusedWhileAnswering(QUESTION, 'INVALID_STATE'),
  },
  {
    id: 'g2-start-while-answering',
    title: 'start_audio while an answer runs gets INVALID_STATE, and the answer continues.',
    check: refusedWhileAnswering(START, 'INVALID_STATE'),
  },
  {
    id: 'g2-empty-buffer',
    title: 'An empty recording gets TRANSCRIPTION_FAILED, then status idle.',
    async check(context) {
      const probe = await recordG2(context)
      probe.send(STOP)
      expectSame(shapeOf(await restOfTurn(probe)), [
        'status transcribing',
        'error TRANSCRIPTION_FAILED',
        'status idle',
      ])
      probe.send(QUESTION)
      expectSame(shapeOf(await restOfTurn(probe)), ANSWER)
    },
  },
  ...(['OPENCLAW_ERROR', 'TIMEOUT', 'INTERNAL_ERROR'] as const).map((code): Rule => ({
    id: `g2-${code.toLowerCase().replace('_', '-')}`,
    title: `The gateway sends ${code} when it applies.`,
    check: { notTestable: 'a client cannot cause it' },
  })),
]
