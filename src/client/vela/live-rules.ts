// The live pipeline: the same events with real speech and a real answer.
import { mockedTurn } from '../../shared/wire/vela-mocked.ts'
import type { VelaServerEvent } from '../../shared/wire/vela.ts'
import { expectInOrder, expectSame, must, quoted, toneBytes } from '../conform/probe.ts'
import { NotObserved, type CheckContext, type Rule } from '../conform/rule.ts'
import {
  append,
  CANCEL,
  COMMIT,
  event,
  expectReady,
  isState,
  openVela,
  TRIGGER,
  untilIdle,
  type VelaProbe,
} from './probe.ts'

const CHUNK_BYTES = 4096

async function meetLive(context: CheckContext): Promise<VelaProbe> {
  const probe = await openVela(context)
  const id = await expectReady(probe, 'idle')
  probe.send(event('session.start', { pipeline: 'live' }))
  expectSame(await expectReady(probe, 'idle'), id)
  return probe
}

function say(probe: VelaProbe, pcm: Uint8Array): void {
  for (let at = 0; at < pcm.length; at += CHUNK_BYTES)
    probe.send(append(Buffer.from(pcm.subarray(at, at + CHUNK_BYTES)).toString('base64')))
}

/** The turn as a list, without repetitions and partial transcripts. */
const shapeOf = (frames: readonly VelaServerEvent[]): string[] =>
  frames
    .map((frame) => (frame.type === 'session.state' ? frame.payload.value : frame.type))
    .filter((word, at, all) => word !== 'transcript.partial' && word !== all[at - 1])

export const velaLiveRules: readonly Rule[] = [
  {
    id: 'vela-live',
    title: 'session.start with pipeline "live" is answered with session.ready and session.state.',
    async check(context) {
      await meetLive(context)
    },
  },
  {
    id: 'vela-live-listening',
    title: 'Live, an append moves the session to listening, and a cancel returns it to idle.',
    async check(context) {
      const probe = await meetLive(context)
      say(probe, toneBytes(1))
      const frames = await probe.until('session.state(listening)', isState('listening'))
      expectSame(shapeOf(frames), ['listening'])
      probe.send(CANCEL)
      expectSame(shapeOf(await untilIdle(probe)), ['idle'])
    },
  },
  {
    id: 'vela-live-base64',
    title: 'Live, a chunk that is not base64 is refused.',
    async check(context) {
      const probe = await meetLive(context)
      probe.send(append('*** not base64 ***'))
      const frame = await probe.next('error')
      must(frame.type === 'error', `Expected an error, got ${quoted(frame)}.`)
    },
  },
  {
    id: 'vela-live-no-words',
    title: 'Live, a turn without speech returns to idle without an invented transcript.',
    async check(context) {
      const probe = await meetLive(context)
      say(probe, toneBytes(1))
      probe.send(COMMIT)
      const frames = await untilIdle(probe)
      const transcript = frames.find((frame) => frame.type === 'transcript.final')
      if (transcript?.type === 'transcript.final' && transcript.payload.text.trim() !== '') {
        must(!transcript.payload.text.startsWith('[mocked'), `A live turn is mocked: ${quoted(transcript)}.`)
        throw new NotObserved(`the tone was transcribed as ${quoted(transcript.payload.text)}`)
      }
      must(
        frames.every((frame) => frame.type !== 'response.text.delta'),
        `A turn without speech got an answer: ${quoted(frames)}.`,
      )
    },
  },
  {
    id: 'vela-live-turn',
    title: 'Live, the same events carry the real transcript and answer, in the same order.',
    needs: ['wav'],
    async check(context) {
      const probe = await meetLive(context)
      say(probe, context.speech!)
      probe.send(COMMIT)
      const frames = await untilIdle(probe)
      const failure = frames.find((frame) => frame.type === 'error')
      if (failure !== undefined) throw new NotObserved(`the turn failed: ${quoted(failure)}`)
      expectSame(shapeOf(frames), [
        'listening',
        'transcript.final',
        'thinking',
        'speaking',
        'response.text.delta',
        'response.completed',
        'idle',
      ])
      for (const frame of frames)
        if (frame.type === 'transcript.final' || frame.type === 'response.text.delta')
          must(!frame.payload.text.startsWith('[mocked'), `A live turn is mocked: ${quoted(frame)}.`)
    },
  },
  {
    id: 'vela-live-mocked',
    title: 'Live, mocked.turn.trigger still works.',
    async check(context) {
      const probe = await meetLive(context)
      probe.send(TRIGGER)
      await expectInOrder(probe, mockedTurn())
    },
  },
]
