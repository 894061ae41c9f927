// Document 003: the turns that are fixed from their first word to their last, and what may not be done during them.
import { mockedAppend, mockedCommit, mockedTurn } from '../../../shared/wire/vela-mocked.ts'
import { expectInOrder } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { append, COMMIT, expectTurnAndError, meetVela, TRIGGER } from './vela-probe.ts'

const mocked = { document: '003', section: 'Deterministic mocked turn sequence' } as const
const placeholder = { document: '003', section: 'Deterministic placeholder push-to-talk' } as const
const IN_FLIGHT = 'mocked_turn_in_flight'

export const velaTurnRules: readonly Rule[] = [
  {
    ...mocked,
    id: 'vela-mocked-turn',
    sentence: 'mocked.turn.trigger produces one fixed interaction, letter for letter and in order.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(TRIGGER)
      await expectInOrder(probe, mockedTurn())
    },
  },
  {
    ...mocked,
    id: 'vela-mocked-turn-again',
    sentence: 'The turn is deterministic: the next one is the same.',
    async check(bench) {
      const probe = await meetVela(bench)
      for (let turn = 0; turn < 2; turn++) {
        probe.send(TRIGGER)
        await expectInOrder(probe, mockedTurn())
      }
    },
  },
  {
    document: '003',
    section: 'Current skeleton behavior',
    id: 'vela-second-trigger',
    sentence: 'A second trigger during an active turn produces error mocked_turn_in_flight.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(TRIGGER)
      probe.send(TRIGGER)
      await expectTurnAndError(probe, mockedTurn(), IN_FLIGHT)
    },
  },
  {
    ...placeholder,
    id: 'vela-append',
    sentence: 'The first append: session.state(listening), then its transcript.partial.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
    },
  },
  {
    ...placeholder,
    id: 'vela-appends',
    sentence: 'Each further append emits one transcript.partial with the number of chunks, and no state.',
    async check(bench) {
      const probe = await meetVela(bench)
      for (let count = 1; count <= 4; count++) {
        probe.send(append(`chunk ${count}`))
        await expectInOrder(probe, mockedAppend(count))
      }
    },
  },
  {
    ...placeholder,
    id: 'vela-commit',
    sentence: 'Commit after N appends: one transcript.final that says N, then the mocked answer.',
    async check(bench) {
      for (const appends of [1, 3]) {
        const probe = await meetVela(bench)
        for (let count = 1; count <= appends; count++) {
          probe.send(append())
          await expectInOrder(probe, mockedAppend(count))
        }
        probe.send(COMMIT)
        await expectInOrder(probe, mockedCommit(appends))
      }
    },
  },
  {
    ...placeholder,
    id: 'vela-commit-without-append',
    sentence: 'Commit without any prior append is accepted, and says so.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(COMMIT)
      await expectInOrder(probe, mockedCommit(0))
    },
  },
  {
    ...placeholder,
    id: 'vela-count-anew',
    sentence: 'Chunks are counted for the current turn: the next one begins again.',
    async check(bench) {
      const probe = await meetVela(bench)
      for (let turn = 0; turn < 2; turn++) {
        probe.send(append())
        await expectInOrder(probe, mockedAppend(1))
        probe.send(COMMIT)
        await expectInOrder(probe, mockedCommit(1))
      }
    },
  },
  {
    document: '003',
    section: 'Current skeleton behavior',
    id: 'vela-trigger-after-commit',
    sentence:
      'After a completed placeholder input cycle, the same socket can still send mocked.turn.trigger.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
      probe.send(COMMIT)
      await expectInOrder(probe, mockedCommit(1))
      probe.send(TRIGGER)
      await expectInOrder(probe, mockedTurn())
    },
  },
  ...(['append', 'commit'] as const).map((name): Rule => ({
    document: 'ruling',
    section: '8',
    id: `vela-${name}-while-answering`,
    sentence: `${name} while a response is running: error mocked_turn_in_flight, and nothing changes.`,
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(TRIGGER)
      probe.send(name === 'append' ? append() : COMMIT)
      await expectTurnAndError(probe, mockedTurn(), IN_FLIGHT)
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
    },
  })),
]
