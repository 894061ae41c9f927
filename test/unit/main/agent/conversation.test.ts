import { describe, expect, it } from 'vitest'
import type { ConversationEffect } from '../../../../src/core/conversation/conversation-state.ts'
import { createConversationMachine } from '../../../../src/main/agent/conversation.ts'
import { FaultError } from '../../../../src/shared/errors.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

const ask = (turnId: string) =>
  ({ type: 'ask', ask: { turnId, text: 'hello' }, whenBusy: 'interrupt' }) as const

/** A machine whose effects are logged as they begin and end. */
function start(perform: (effect: ConversationEffect) => void = () => {}) {
  const errors: string[] = []
  const log: string[] = []
  const machine = createConversationMachine({
    clock: createFakeClock(),
    onError: (what) => errors.push(what),
  })
  const run = (): void =>
    machine.start((effect) => {
      const name = effect.type === 'record' ? effect.event.type : effect.type
      log.push(name)
      perform(effect)
      log.push(`${name} done`)
    })
  return { machine, run, log, errors }
}

const begun = (log: readonly string[]): string[] => log.filter((entry) => !entry.endsWith(' done'))

describe('the machine of a conversation', () => {
  it('performs the effects of a step in order before it steps again, even when a brain answers while it is asked', () => {
    const { machine, run, log } = start((effect) => {
      if (effect.type !== 'brain.ask') return
      const { runId } = effect
      machine.send({ type: 'brain', event: { type: 'text.appended', runId, delta: 'Hi.' } })
      machine.send({ type: 'brain', event: { type: 'run.ended', runId, outcome: 'completed' } })
    })
    run()
    machine.send(ask('t1'))
    expect(log.indexOf('brain.ask done')).toBe(log.indexOf('brain.ask') + 1)
    expect(begun(log)).toEqual([
      'transcript.updated',
      'voice.stop',
      'turn.started',
      'brain.ask',
      'state.changed',
      'reply.appended',
      'state.changed',
      'reply.ended',
      'turn.ended',
      'state.changed',
    ])
  })

  it('has stepped when `send` returns, so that its caller can look at the state', () => {
    const { machine, run } = start()
    run()
    machine.send(ask('t1'))
    expect(machine.state.phase).toEqual({ tag: 'thinking', turnId: 't1' })
  })

  it('holds inputs back until it is started', () => {
    const { machine, run, log } = start()
    machine.send(ask('t1'))
    expect(log).toEqual([])
    run()
    expect(log).toContain('brain.ask done')
  })

  it('fails the turn of a brain that throws when it is asked, and reports any other effect that throws', () => {
    const { machine, run, log, errors } = start((effect) => {
      if (effect.type === 'brain.ask') throw new FaultError('brain_failed', 'It is off.', 'Start it.')
      if (effect.type === 'voice.stop') throw new Error('no voice')
    })
    run()
    machine.send(ask('t1'))
    expect(begun(log).slice(-3)).toEqual(['artifact.created', 'turn.ended', 'state.changed'])
    expect(machine.state.phase).toEqual({ tag: 'idle' })
    expect(errors).toEqual(['the effect voice.stop could not be performed'])
  })

  it('drops late events of a run that was interrupted', () => {
    const { machine, run, log } = start()
    run()
    machine.send(ask('t1'))
    machine.send({ type: 'interrupt' })
    const before = log.length
    machine.send({ type: 'brain', event: { type: 'text.appended', runId: 't1', delta: 'late' } })
    machine.send({ type: 'brain', event: { type: 'run.ended', runId: 't1', outcome: 'aborted' } })
    expect(log.length).toBe(before)
  })
})
