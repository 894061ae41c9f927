// Rules about response.cancel.
import type { VelaServerEvent } from '../../shared/wire/vela.ts'
import { mockedAppend, mockedCommit, mockedTurn } from '../../shared/wire/vela-mocked.ts'
import { expectInOrder, expectSame, must, quoted } from '../conform/probe.ts'
import type { Rule } from '../conform/rule.ts'
import {
  append,
  CANCEL,
  COMMIT,
  isState,
  connectReadyVela,
  stateEvent,
  TRIGGER,
  untilIdle,
  type VelaProbe,
} from './probe.ts'

/** The start of the turn, then idle, without the end of the turn. */
async function expectCutShort(probe: VelaProbe, turn: readonly VelaServerEvent[]): Promise<void> {
  const frames = await untilIdle(probe)
  must(
    frames.every((frame) => frame.type !== 'response.completed'),
    `The turn was completed instead of cancelled: ${quoted(frames)}.`,
  )
  expectSame(frames, [...turn.slice(0, frames.length - 1), stateEvent('idle')])
}

export const velaCancelRules: readonly Rule[] = [
  {
    id: 'vela-cancel-idle',
    title: 'response.cancel without a turn changes nothing.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(CANCEL)
      // The gateway may only repeat its state.
      for (const frame of await probe.received()) expectSame(frame, stateEvent('idle'))
      probe.send(TRIGGER)
      const turn = mockedTurn()
      const first = await probe.next(quoted(turn[0]))
      if (!isState('idle')(first)) expectSame(first, turn[0])
      await expectInOrder(probe, isState('idle')(first) ? turn : turn.slice(1))
    },
  },
  {
    id: 'vela-cancel-turn',
    title: 'response.cancel during a turn returns the session to idle at once.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(TRIGGER)
      probe.send(CANCEL)
      await expectCutShort(probe, mockedTurn())
    },
  },
  {
    id: 'vela-cancel-commit',
    title: 'response.cancel also ends a turn that input_audio.commit started.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
      probe.send(COMMIT)
      probe.send(CANCEL)
      await expectCutShort(probe, mockedCommit(1))
    },
  },
  {
    id: 'vela-cancel-silences',
    title: 'After a cancel, no event of that turn follows, and the session can start another turn.',
    async check(context) {
      const probe = await connectReadyVela(context)
      for (let turn = 0; turn < 2; turn++) {
        probe.send(TRIGGER)
        probe.send(CANCEL)
        await untilIdle(probe)
      }
      // Events of the cancelled turns would show up in between.
      for (let turn = 0; turn < 2; turn++) {
        probe.send(TRIGGER)
        await expectInOrder(probe, mockedTurn())
      }
    },
  },
  {
    id: 'vela-cancel-listening',
    title: 'response.cancel while listening drops the appended audio and returns to idle.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
      probe.send(append())
      await expectInOrder(probe, mockedAppend(2))
      probe.send(CANCEL)
      await expectInOrder(probe, [stateEvent('idle')])
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
    },
  },
]
