import { expect, it } from 'vitest'
import { withActivity } from '../../../../src/renderer/room/agent-attributes.ts'

it('an idle agent is idle in the window, although its state in the room is listening', () => {
  const attributes = { 'lk.agent.state': 'listening', 'parley.agent_activity': 'idle', other: 'x' }
  expect(withActivity(attributes)).toMatchObject({ 'lk.agent.state': 'idle', other: 'x' })
})

it('an agent without an activity has the state it reports', () => {
  expect(withActivity({ 'lk.agent.state': 'listening' })).toEqual({ 'lk.agent.state': 'listening' })
})
