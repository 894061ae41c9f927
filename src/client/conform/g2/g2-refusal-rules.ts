// Document 004 §5 and ruling 10: what is refused, with which code, and what state is true after it.
import { HEARING_RATE } from '../../../core/ears/samples.ts'
import { bytesOfSamples } from '../../../core/pcm.ts'
import type { G2Outbound } from '../../../shared/wire/g2.ts'
import { expectSame, must, quoted } from '../probe.ts'
import { Unseen, type Bench, type Rule } from '../rule.ts'
import { toneOf } from '../tone.ts'
import {
  ANSWER,
  expectRefusal,
  expectStatus,
  meetG2,
  QUESTION,
  recordG2,
  restOfTurn,
  shapeOf,
  START,
  STOP,
  until,
} from './g2-probe.ts'

const doc = { document: '004', section: '§5' } as const

/** More than half a minute of it, and less than a megabyte, beyond which a frame may cost the connection. */
const HUGE_BYTES = 31 * HEARING_RATE * 2

const refusedWhileIdle =
  (frame: object | string, code: 'INVALID_FRAME' | 'INVALID_STATE') =>
  async (bench: Bench): Promise<void> => {
    const probe = await meetG2(bench)
    probe.send(frame)
    await expectRefusal(probe, [code], 'idle')
    probe.send(QUESTION)
    expectSame(shapeOf(await restOfTurn(probe)), ANSWER)
  }

const refusedWhileRecording =
  (frame: object | string, code: 'INVALID_FRAME' | 'INVALID_STATE') =>
  async (bench: Bench): Promise<void> => {
    const probe = await recordG2(bench)
    probe.send(toneOf(1).subarray(0, 4096))
    probe.send(frame)
    await expectRefusal(probe, [code], 'recording')
    probe.send(STOP)
    await expectStatus(probe, 'transcribing')
    await until(probe, 'idle')
  }

/** The question and the frame go out together, so that the answer cannot be over before the frame comes. */
const refusedWhileAnswering =
  (frame: object | string, code: 'INVALID_FRAME' | 'INVALID_STATE') =>
  async (bench: Bench): Promise<void> => {
    const probe = await meetG2(bench)
    probe.send(QUESTION)
    probe.send(frame)
    const frames = await restOfTurn(probe)
    const at = frames.findIndex((one) => one.type === 'error')
    if (at < 0) {
      expectSame(shapeOf(frames), ANSWER)
      throw new Unseen('the answer was over before the frame came')
    }
    const [refusal, after] = [frames[at]!, frames[at + 1]]
    must(refusal.type === 'error' && refusal.code === code, `Expected error ${code}, got ${quoted(refusal)}.`)
    const state = stateBefore(frames.slice(0, at))
    expectSame(after, { type: 'status', status: state })
    // Without the refusal and the state told after it, the answer is whole.
    expectSame(shapeOf(frames.toSpliced(at, 2)), ANSWER)
  }

const stateBefore = (frames: readonly G2Outbound[]): string =>
  frames.reduce((state, frame) => (frame.type === 'status' ? frame.status : state), 'idle')

export const g2RefusalRules: readonly Rule[] = [
  {
    ...doc,
    id: 'g2-malformed-json',
    sentence: 'INVALID_FRAME: malformed JSON.',
    check: refusedWhileIdle('{"type":"text",', 'INVALID_FRAME'),
  },
  {
    ...doc,
    id: 'g2-no-object',
    sentence: 'INVALID_FRAME: JSON that is no frame at all.',
    async check(bench) {
      const probe = await meetG2(bench)
      for (const text of ['null', '[]', '7', '"text"', '{}']) {
        probe.send(text)
        await expectRefusal(probe, ['INVALID_FRAME'], 'idle')
      }
    },
  },
  {
    ...doc,
    id: 'g2-unknown-type',
    sentence: 'INVALID_FRAME: unknown frame type.',
    check: refusedWhileIdle({ type: 'dance' }, 'INVALID_FRAME'),
  },
  {
    ...doc,
    id: 'g2-missing-field',
    sentence: 'INVALID_FRAME: a required field is missing or of another kind.',
    async check(bench) {
      const probe = await meetG2(bench)
      const { sampleRate: _, ...withoutRate } = START
      for (const frame of [withoutRate, { type: 'text' }, { type: 'text', message: 7 }]) {
        probe.send(frame)
        await expectRefusal(probe, ['INVALID_FRAME'], 'idle')
      }
    },
  },
  {
    ...doc,
    id: 'g2-example-error',
    section: '§5, example session',
    sentence: 'stop_audio while idle: INVALID_STATE, then idle.',
    check: refusedWhileIdle(STOP, 'INVALID_STATE'),
  },
  {
    ...doc,
    id: 'g2-sound-while-idle',
    section: '§4, §5',
    sentence: 'INVALID_STATE: sound that no start_audio announced.',
    check: refusedWhileIdle(bytesOfSamples(new Int16Array(2048)), 'INVALID_STATE'),
  },
  {
    document: 'ruling',
    section: '10',
    id: 'g2-start-while-recording',
    sentence: 'start_audio while recording is refused with INVALID_STATE; the recording goes on.',
    check: refusedWhileRecording(START, 'INVALID_STATE'),
  },
  {
    document: 'ruling',
    section: '10',
    id: 'g2-text-while-recording',
    sentence: 'text while recording is refused with INVALID_STATE; the recording goes on.',
    check: refusedWhileRecording(QUESTION, 'INVALID_STATE'),
  },
  {
    document: 'ruling',
    section: '10',
    id: 'g2-bad-frame-while-recording',
    sentence: 'A bad frame is refused with its code, and the true state follows; the recording goes on.',
    check: refusedWhileRecording('not JSON', 'INVALID_FRAME'),
  },
  {
    ...doc,
    id: 'g2-odd-sound',
    section: '§5, §7',
    sentence: 'INVALID_FRAME: sound that ends in the middle of a sample; the recording goes on.',
    check: refusedWhileRecording(new Uint8Array(4095), 'INVALID_FRAME'),
  },
  {
    ...doc,
    id: 'g2-odd-sound-while-idle',
    section: '§5, §7',
    sentence: 'Sound that ends in the middle of a sample is refused while idle, too.',
    async check(bench) {
      const probe = await meetG2(bench)
      probe.send(new Uint8Array(4095))
      await expectRefusal(probe, ['INVALID_FRAME', 'INVALID_STATE'], 'idle')
    },
  },
  {
    ...doc,
    id: 'g2-huge-sound',
    section: '§5, §7',
    sentence:
      'A frame of sound that no microphone sends is refused, and the recording goes on; or it is too much in all.',
    async check(bench) {
      const probe = await recordG2(bench)
      probe.send(new Uint8Array(HUGE_BYTES))
      const said = await probe.sofar()
      if (said.length === 0) throw new Unseen('the gateway takes half a minute of sound in one frame')
      while (said.length < 2) said.push(await probe.next('status'))
      const [refusal, state] = shapeOf(said)
      // Ruling 10: a frame is refused and all goes on; only where the buffer is full the recording is over.
      const isFull = refusal === 'error BUFFER_OVERFLOW'
      must(
        isFull || refusal === 'error INVALID_FRAME',
        `Expected error INVALID_FRAME, got ${quoted(said[0])}.`,
      )
      const states = isFull ? ['status idle', 'status transcribing'] : ['status recording']
      must(states.includes(state!), `Expected ${states.join(' or ')}, got ${quoted(said[1])}.`)
    },
  },
  {
    document: 'ruling',
    section: '10',
    id: 'g2-bad-frame-while-answering',
    sentence:
      'A bad frame does not kill an answer in flight: its error, the true state, and the answer goes on.',
    check: refusedWhileAnswering('not JSON', 'INVALID_FRAME'),
  },
  {
    document: 'ruling',
    section: '10',
    id: 'g2-text-while-answering',
    sentence: 'text while an answer runs is refused with INVALID_STATE; the answer goes on.',
    check: refusedWhileAnswering(QUESTION, 'INVALID_STATE'),
  },
  {
    document: 'ruling',
    section: '10',
    id: 'g2-start-while-answering',
    sentence: 'start_audio while an answer runs is refused with INVALID_STATE; the answer goes on.',
    check: refusedWhileAnswering(START, 'INVALID_STATE'),
  },
  {
    ...doc,
    id: 'g2-empty-buffer',
    sentence: 'TRANSCRIPTION_FAILED: an empty buffer. The error transitions to idle.',
    async check(bench) {
      const probe = await recordG2(bench)
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
    ...doc,
    id: `g2-${code.toLowerCase().replace('_', '-')}`,
    sentence: `${code} is sent when it applies.`,
    check: { beyond: 'a client cannot make it happen' },
  })),
]
