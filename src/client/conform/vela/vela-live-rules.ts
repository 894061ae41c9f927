// Ruling 9: the same events with real words, for a client that asks for them.
import { mockedTurn } from '../../../shared/wire/vela-mocked.ts'
import type { VelaServerEvent } from '../../../shared/wire/vela.ts'
import { expectInOrder, expectSame, must, quoted } from '../probe.ts'
import { Unseen, type Bench, type Rule } from '../rule.ts'
import { toneOf } from '../tone.ts'
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
} from './vela-probe.ts'

const live = { document: 'ruling', section: '9' } as const
const CHUNK_BYTES = 4096

async function meetLive(bench: Bench): Promise<VelaProbe> {
  const probe = await openVela(bench)
  const id = await expectReady(probe, 'idle')
  probe.send(event('session.start', { pipeline: 'live' }))
  expectSame(await expectReady(probe, 'idle'), id)
  return probe
}

function say(probe: VelaProbe, pcm: Uint8Array): void {
  for (let at = 0; at < pcm.length; at += CHUNK_BYTES)
    probe.send(append(Buffer.from(pcm.subarray(at, at + CHUNK_BYTES)).toString('base64')))
}

/** The turn as a line of words, without what may come any number of times. */
const shapeOf = (frames: readonly VelaServerEvent[]): string[] =>
  frames
    .map((frame) => (frame.type === 'session.state' ? frame.payload.value : frame.type))
    .filter((word, at, all) => word !== 'transcript.partial' && word !== all[at - 1])

export const velaLiveRules: readonly Rule[] = [
  {
    ...live,
    id: 'vela-live',
    sentence: 'session.start with pipeline "live" is answered with readiness and state.',
    async check(bench) {
      await meetLive(bench)
    },
  },
  {
    ...live,
    id: 'vela-live-listening',
    sentence: 'Live, an append moves the session to listening, and cancel back to idle.',
    async check(bench) {
      const probe = await meetLive(bench)
      say(probe, toneOf(1))
      const frames = await probe.until('session.state(listening)', isState('listening'))
      expectSame(shapeOf(frames), ['listening'])
      probe.send(CANCEL)
      expectSame(shapeOf(await untilIdle(probe)), ['idle'])
    },
  },
  {
    ...live,
    id: 'vela-live-base64',
    sentence: 'Live, a chunk that is not base64 is refused.',
    async check(bench) {
      const probe = await meetLive(bench)
      probe.send(append('*** not base64 ***'))
      const frame = await probe.next('error')
      must(frame.type === 'error', `Expected an error, got ${quoted(frame)}.`)
    },
  },
  {
    ...live,
    id: 'vela-live-no-words',
    sentence: 'Live, a turn in which nobody says anything comes back to idle, and nothing is made up.',
    async check(bench) {
      const probe = await meetLive(bench)
      say(probe, toneOf(1))
      probe.send(COMMIT)
      const frames = await untilIdle(probe)
      const heard = frames.find((frame) => frame.type === 'transcript.final')
      if (heard?.type === 'transcript.final' && heard.payload.text.trim() !== '') {
        must(!heard.payload.text.startsWith('[mocked'), `Live words are mocked: ${quoted(heard)}.`)
        throw new Unseen(`words were heard in a tone: ${quoted(heard.payload.text)}`)
      }
      must(
        frames.every((frame) => frame.type !== 'response.text.delta'),
        `Nobody said anything, and got an answer: ${quoted(frames)}.`,
      )
    },
  },
  {
    ...live,
    id: 'vela-live-turn',
    sentence: 'Live, the same events carry real words, in the same order.',
    needs: ['wav'],
    async check(bench) {
      const probe = await meetLive(bench)
      say(probe, bench.speech!)
      probe.send(COMMIT)
      const frames = await untilIdle(probe)
      const failure = frames.find((frame) => frame.type === 'error')
      if (failure !== undefined) throw new Unseen(`the turn failed: ${quoted(failure)}`)
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
          must(!frame.payload.text.startsWith('[mocked'), `Live words are mocked: ${quoted(frame)}.`)
    },
  },
  {
    ...live,
    id: 'vela-live-mocked',
    sentence: 'Live, mocked.turn.trigger still works.',
    async check(bench) {
      const probe = await meetLive(bench)
      probe.send(TRIGGER)
      await expectInOrder(probe, mockedTurn())
    },
  },
]
