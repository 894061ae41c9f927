// What another participant's requests may do to the owner's window.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import { createFakeRoom } from '../fakes/fake-room.ts'
import { createFakeWorkspace } from '../fakes/fake-workspace.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'
import { createPlainAgent } from '../fakes/plain-agent.ts'
import { readJournal } from '../fakes/read-journal.ts'

it('the window reverts a hunk and changes its settings for its owner, and for no other participant', async () => {
  const room = createFakeRoom(['window', 'stranger'])
  room.roles['stranger'] = 'participant'
  const journal = createMemoryJournal()
  const tools = createToolbox(createFakeWorkspace({ files: {} }), () => true)
  const agent = createPlainAgent({
    room,
    journal,
    brain: createBuiltinBrain({ tools, newId: randomUUID }),
    onError: (what, error) => {
      throw new Error(what, { cause: error })
    },
  })
  const count = async (type: string): Promise<number> =>
    (await readJournal(journal))!.filter(({ event }) => event.type === type).length
  room.type('lk.chat', 'revert this hunk', 'stranger')
  await expect.poll(() => count('turn.ended')).toBe(1)
  expect(await count('view.requested')).toBe(0)
  // Another command of theirs is harmless and is performed.
  room.type('lk.chat', 'next hunk', 'stranger')
  await expect.poll(() => count('turn.ended')).toBe(2)
  expect(await count('view.requested')).toBe(1)
  // The owner's window shows numbers now, which others may not press.
  await room.call('parley.view', { caller: 'window', payload: JSON.stringify({ numbered: 9 }) })
  const forbidden = [
    'dark theme',
    'new conversation',
    'quit parley',
    'show numbers',
    'click seven',
    'hide numbers',
  ]
  for (const [at, words] of forbidden.entries()) {
    room.type('lk.chat', words, 'stranger')
    await expect.poll(() => count('turn.ended')).toBe(3 + at)
    expect(await count('view.requested')).toBe(1)
  }
  room.type('lk.chat', 'revert this hunk', 'window')
  await expect.poll(() => count('turn.ended')).toBe(3 + forbidden.length)
  expect(await count('view.requested')).toBe(2)
  await agent.close()
})

it('an “always” of the owner does not run what another participant asks for', async () => {
  const room = createFakeRoom(['window', 'stranger'])
  room.roles['stranger'] = 'participant'
  const journal = createMemoryJournal()
  const ran: string[] = []
  const workspace = createFakeWorkspace({
    files: {},
    commands: (command) => {
      ran.push(command)
      return Promise.resolve({})
    },
  })
  const tools = createToolbox(workspace, () => true)
  const agent = createPlainAgent({
    room,
    journal,
    brain: createBuiltinBrain({ tools, newId: randomUUID }),
    onError: (what, error) => {
      throw new Error(what, { cause: error })
    },
  })
  const questions = async (): Promise<{ id: string; action: string }[]> =>
    (await readJournal(journal))!.flatMap(({ event }) =>
      event.type === 'approval.requested' ? [event.approval] : [],
    )
  room.type('lk.chat', '$ echo one', 'window')
  await expect.poll(questions).toHaveLength(1)
  const [first] = await questions()
  const payload = JSON.stringify({ approvalId: first!.id, decision: 'always' })
  await room.call('parley.answer', { caller: 'window', payload })
  await expect.poll(() => ran).toEqual(['echo one'])
  room.type('lk.chat', '$ echo stolen', 'stranger')
  await expect.poll(questions).toHaveLength(2)
  expect(ran).toEqual(['echo one'])
  // The owner is not asked again.
  room.type('lk.chat', '$ echo two', 'window')
  await expect.poll(() => ran).toEqual(['echo one', 'echo two'])
  expect(await questions()).toHaveLength(2)
  await agent.close()
})
