// A guest whose conversation has a coding agent of its own: the scripted agent, as a real process in a real folder.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { GuestConversation, GuestEvent } from '../../src/core/ports/guests.ts'
import { indexCodeWords } from '../../src/core/speech/hearing/code-word-index.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { createGuestHost, type OpenGuestHost } from '../../src/main/gateways/guest-host/guest-host.ts'
import type { Artifact } from '../../src/shared/artifacts.ts'
import { startAcpBrain } from '../fakes/acp-brain.ts'
import { createFakeOwner, type FakeOwner } from '../fakes/fake-owner.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'

let on: Awaited<ReturnType<typeof startAcpBrain>>
let owner: FakeOwner
let guestHost: OpenGuestHost
let mayApprove = false
const shown: Artifact[] = []

beforeEach(async () => {
  on = await startAcpBrain()
  owner = createFakeOwner()
  guestHost = createGuestHost({
    openBrain: () => on.brain,
    openJournal: () => createMemoryJournal([]),
    show: (_, artifact) => void shown.push(artifact),
    recognizer: () => null,
    state: () => 'loading',
    onState: () => () => {},
    wake: () => {},
    names: () => indexCodeWords([]),
    newId: randomUUID,
    clock: systemClock,
    askOwner: owner.ask,
    hasWindow: () => true,
    onError: () => {},
  })
})
afterEach(async () => {
  await guestHost.close()
  await on.remove()
  shown.length = 0
  mayApprove = false
})

const guest = (): GuestConversation =>
  guestHost.converse({ session: 'g2:1', source: 'glasses', mayApprove: () => mayApprove })

function asked(conversation: GuestConversation, turnId: string, text: string): Promise<GuestEvent> {
  return new Promise((resolve) => {
    const unsubscribe = conversation.onEvent((event) => {
      if (event.turnId !== turnId || (event.type !== 'turn.ended' && event.type !== 'turn.failed')) return
      unsubscribe()
      resolve(event)
    })
    conversation.ask(turnId, text)
  })
}

it('gets the agent’s reply once the owner has allowed the edit on the desktop', async () => {
  const answered = asked(guest(), 't1', 'edit')
  expect(await owner.next()).toMatchObject({
    kind: 'edit',
    source: 'glasses',
    decisions: ['allow', 'deny'],
    diff: expect.stringContaining('+beta') as string,
  })
  expect(on.text('a.txt')).toBe('alpha\n')
  owner.answer('allow')
  expect(await answered).toMatchObject({
    type: 'turn.ended',
    outcome: 'completed',
    reply: expect.stringMatching(/Approved on the desktop.*That was the edit\.$/s) as string,
  })
  expect(on.text('a.txt')).toBe('beta\n')
  expect(shown).toMatchObject([{ kind: 'diff' }])
})

it('can allow once, but not always, because nobody could take that back', async () => {
  mayApprove = true
  const conversation = guest()
  expect(await asked(conversation, 't1', 'edit')).toMatchObject({ type: 'turn.ended' })
  expect(await asked(conversation, 't2', 'always allow it')).toMatchObject({ reply: 'That was the edit.' })
  expect(on.text('a.txt')).toBe('beta\n')
  expect(on.brain.status().rules).toEqual([])
})
