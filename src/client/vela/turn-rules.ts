// Mocked turns, and what the gateway refuses during them.
import { mockedAppend, mockedCommit, mockedTurn } from '../../shared/wire/vela-mocked.ts'
import { expectInOrder } from '../conform/probe.ts'
import type { Rule } from '../conform/rule.ts'
import { append, COMMIT, expectTurnAndError, connectReadyVela, TRIGGER } from './probe.ts'

const IN_FLIGHT = 'mocked_turn_in_flight'

export const velaTurnRules: readonly Rule[] = [
  {
    id: 'vela-mocked-turn',
    title: 'mocked.turn.trigger runs the mocked turn: always the same events, texts and order.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(TRIGGER)
      await expectInOrder(probe, mockedTurn())
    },
  },
  {
    id: 'vela-mocked-turn-again',
    title: 'A second mocked turn is the same as the first.',
    async check(context) {
      const probe = await connectReadyVela(context)
      for (let turn = 0; turn < 2; turn++) {
        probe.send(TRIGGER)
        await expectInOrder(probe, mockedTurn())
      }
    },
  },
  {
    id: 'vela-second-trigger',
    title: 'mocked.turn.trigger during a turn gets the error mocked_turn_in_flight.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(TRIGGER)
      probe.send(TRIGGER)
      await expectTurnAndError(probe, mockedTurn(), IN_FLIGHT)
    },
  },
  {
    id: 'vela-append',
    title: 'The first append is answered with session.state listening, then transcript.partial.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
    },
  },
  {
    id: 'vela-appends',
    title: 'Each further append is answered with one transcript.partial that has the number of chunks.',
    async check(context) {
      const probe = await connectReadyVela(context)
      for (let count = 1; count <= 4; count++) {
        probe.send(append(`chunk ${count}`))
        await expectInOrder(probe, mockedAppend(count))
      }
    },
  },
  {
    id: 'vela-commit',
    title:
      'A commit is answered with one transcript.final that has the number of appends, then the mocked answer.',
    async check(context) {
      for (const appends of [1, 3]) {
        const probe = await connectReadyVela(context)
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
    id: 'vela-commit-without-append',
    title: 'A commit without an append is accepted, and transcript.final says so.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(COMMIT)
      await expectInOrder(probe, mockedCommit(0))
    },
  },
  {
    id: 'vela-count-anew',
    title: 'Each turn counts its appends from one.',
    async check(context) {
      const probe = await connectReadyVela(context)
      for (let turn = 0; turn < 2; turn++) {
        probe.send(append())
        await expectInOrder(probe, mockedAppend(1))
        probe.send(COMMIT)
        await expectInOrder(probe, mockedCommit(1))
      }
    },
  },
  {
    id: 'vela-trigger-after-commit',
    title: 'After a committed turn, the same connection can send mocked.turn.trigger.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
      probe.send(COMMIT)
      await expectInOrder(probe, mockedCommit(1))
      probe.send(TRIGGER)
      await expectInOrder(probe, mockedTurn())
    },
  },
  ...(['append', 'commit'] as const).map((name): Rule => ({
    id: `vela-${name}-while-answering`,
    title: `input_audio.${name} during an answer gets mocked_turn_in_flight and changes nothing.`,
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(TRIGGER)
      probe.send(name === 'append' ? append() : COMMIT)
      await expectTurnAndError(probe, mockedTurn(), IN_FLIGHT)
      probe.send(append())
      await expectInOrder(probe, mockedAppend(1))
    },
  })),
]
