// Document 003 and ruling 8: response.cancel.
import type { VelaServerEvent } from '../../../shared/wire/vela.ts'
import { mockedAppend, mockedCommit, mockedTurn } from '../../../shared/wire/vela-mocked.ts'
import { expectInOrder, expectSame, must, quoted } from '../probe.ts'
import type { Rule } from '../rule.ts'
import {
  append,
  CANCEL,
  COMMIT,
  isState,
  meetVela,
  state,
  TRIGGER,
  untilIdle,
  type VelaProbe,
} from './vela-probe.ts'

const cancelling = { document: '003', section: 'State Machine' } as const

/** As much of the turn as came before the cancel, then idle, and not the end of the turn. */
async function expectCutShort(probe: VelaProbe, turn: readonly VelaServerEvent[]): Promise<void> {
  const frames = await untilIdle(probe)
  must(
    frames.every((frame) => frame.type !== 'response.completed'),
    `The turn was completed instead of cancelled: ${quoted(frames)}.`,
  )
  expectSame(frames, [...turn.slice(0, frames.length - 1), state('idle')])
}

export const velaCancelRules: readonly Rule[] = [
  {
    document: '003',
    section: 'Current skeleton behavior',
    id: 'vela-cancel-idle',
    sentence: 'response.cancel is safe to send even when no turn is active.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(CANCEL)
      // Telling the state again is allowed; anything else is not.
      for (const frame of await probe.sofar()) expectSame(frame, state('idle'))
      probe.send(TRIGGER)
      const turn = mockedTurn()
      const first = await probe.next(quoted(turn[0]))
      if (!isState('idle')(first)) expectSame(first, turn[0])
      await expectInOrder(probe, isState('idle')(first) ? turn : turn.slice(1))
    },
  },
  {
    ...cancelling,
    id: 'vela-cancel-turn',
    sentence: 'During an active turn, response.cancel returns the session to idle immediately.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(TRIGGER)
      probe.send(CANCEL)
      await expectCutShort(probe, mockedTurn())
    },
  },
  {
    ...cancelling,
    id: 'vela-cancel-commit',
    sentence: 'The same cancellation applies to a turn that was started by input_audio.commit.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
      probe.send(COMMIT)
      probe.send(CANCEL)
      await expectCutShort(probe, mockedCommit(1))
    },
  },
  {
    ...cancelling,
    id: 'vela-cancel-silences',
    sentence: 'No later event of a cancelled turn is emitted; the same session can start another.',
    async check(bench) {
      const probe = await meetVela(bench)
      for (let turn = 0; turn < 2; turn++) {
        probe.send(TRIGGER)
        probe.send(CANCEL)
        await untilIdle(probe)
      }
      // What is left of the others would come in between.
      for (let turn = 0; turn < 2; turn++) {
        probe.send(TRIGGER)
        await expectInOrder(probe, mockedTurn())
      }
    },
  },
  {
    document: 'ruling',
    section: '8',
    id: 'vela-cancel-listening',
    sentence: 'Cancel while listening drops the buffered turn and goes idle.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
      probe.send(append())
      await expectInOrder(probe, mockedAppend(2))
      probe.send(CANCEL)
      await expectInOrder(probe, [state('idle')])
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
    },
  },
]
