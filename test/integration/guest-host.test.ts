// Guests of the guest host, with the real built-in brain over a real folder: replies, artifacts on the desktop, approvals
// in text, and takes that are deleted only once their transcript is stored.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { indexCodeWords } from '../../src/core/speech/hearing/code-word-index.ts'
import type { GuestConversation, GuestEvent } from '../../src/core/ports/guests.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { OWNER_ANSWERS_WITHIN_MS } from '../../src/main/gateways/guest-host/guest-conversation.ts'
import { createGuestHost, type OpenGuestHost } from '../../src/main/gateways/guest-host/guest-host.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import type { Artifact } from '../../src/shared/artifacts.ts'
import type { RecordedEvent } from '../../src/shared/conversation.ts'
import { FaultError } from '../../src/shared/errors.ts'
import { createFakeRecognizer } from '../fakes/fake-recognizer.ts'
import { createFakeClock, type FakeClock } from '../fakes/fake-clock.ts'
import { createFakeOwner, type FakeOwner } from '../fakes/fake-owner.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'

let folder: string
let workspace: Workspace
let guestHost: OpenGuestHost
let owner: FakeOwner
let clock: FakeClock
let mayApprove = false
const shown: { artifact: Artifact; source: string }[] = []
const journals = new Map<string, RecordedEvent[]>()
const problems: string[] = []
let hasFolder = true
let hasWindow = true
let brokenBrain = false
const takes: NonNullable<Parameters<typeof createFakeRecognizer>[0]['kept']> = new Map()
const recognizer = createFakeRecognizer({ words: () => 'where is parse config', kept: takes })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-guests-'))
  await writeFile(join(folder, 'config.ts'), 'export function parseConfig() {\n  return 1\n}\n')
  workspace = await openWorkspace(folder)
  const tools = createToolbox(workspace, () => true)
  owner = createFakeOwner()
  clock = createFakeClock()
  guestHost = createGuestHost({
    openBrain() {
      if (brokenBrain) throw new TypeError('x is undefined')
      if (!hasFolder) throw new FaultError('no_workspace', 'No folder is open.', 'Open one.')
      return createBuiltinBrain({ tools, newId: randomUUID })
    },
    openJournal(session) {
      const records: RecordedEvent[] = []
      journals.set(session, records)
      return createMemoryJournal(records)
    },
    show: (_, artifact, source) => void shown.push({ artifact, source }),
    recognizer: () => recognizer,
    state: () => 'ready',
    onState: () => () => {},
    wake: () => {},
    names: () => indexCodeWords([{ name: 'parseConfig', kind: 'symbol' }]),
    newId: randomUUID,
    clock,
    askOwner: owner.ask,
    hasWindow: () => hasWindow,
    onError: (what) => void problems.push(what),
  })
})
afterEach(async () => {
  await guestHost.close()
  await workspace.close()
  await rm(folder, { recursive: true, force: true })
  shown.length = 0
  problems.length = 0
  journals.clear()
  hasFolder = true
  hasWindow = true
  mayApprove = false
  brokenBrain = false
})

/** Asks, and resolves with all events of the turn. */
function asked(conversation: GuestConversation, turnId: string, text: string): Promise<GuestEvent[]> {
  return new Promise((resolve) => {
    const events: GuestEvent[] = []
    const unsubscribe = conversation.onEvent((event) => {
      if (event.turnId !== turnId) return
      events.push(event)
      if (event.type !== 'turn.ended' && event.type !== 'turn.failed') return
      unsubscribe()
      resolve(events)
    })
    conversation.ask(turnId, text)
  })
}

const guest = (): GuestConversation =>
  guestHost.converse({ session: 'g2', source: 'G2 glasses', mayApprove: () => mayApprove })

describe('a guest', () => {
  it('gets a reply, and the desktop shows its artifacts with their source', async () => {
    const events = await asked(guest(), 't1', 'search for parseConfig')
    expect(events[0]).toEqual({ type: 'turn.started', turnId: 't1' })
    expect(events.map(({ type }) => type)).toContain('status.changed')
    const end = events.at(-1)
    expect(end).toMatchObject({ type: 'turn.ended', outcome: 'completed' })
    const said = events.flatMap((event) => (event.type === 'reply.appended' ? [event.delta] : [])).join('')
    expect(said).not.toBe('')
    expect(end).toMatchObject({ reply: said })
    const kinds = events.flatMap((event) => (event.type === 'artifact.created' ? [event.artifact.kind] : []))
    expect(kinds).toContain('search_results')
    expect(shown.map(({ artifact, source }) => [artifact.kind, source])).toContainEqual([
      'search_results',
      'G2 glasses',
    ])
    expect(problems).toEqual([])
  })

  it('gets a fault if the brain fails unexpectedly, and the error is reported', async () => {
    brokenBrain = true
    expect((await asked(guest(), 't1', 'hello')).at(-1)).toMatchObject({ fault: { code: 'internal' } })
    expect(problems).toEqual(['The brain refused a request of a guest'])
  })

  it('has a journal with the request, the reply and the end of the turn', async () => {
    await asked(guest(), 't1', 'search for parseConfig')
    await guestHost.close()
    const types = journals.get('g2')!.map(({ event }) => event.type)
    expect(types.slice(0, 2)).toEqual(['transcript.updated', 'turn.started'])
    expect(types.slice(-2)).toEqual(['reply.ended', 'turn.ended'])
  })

  const CHANGE = 'replace parseConfig with readConfig in config.ts'
  const file = (): Promise<string> => readFile(join(folder, 'config.ts'), 'utf8')

  it('waits for the desktop to approve a change, and then its turn goes on', async () => {
    const turn = asked(guest(), 't1', CHANGE)
    expect(await owner.next()).toMatchObject({ kind: 'edit', source: 'G2 glasses' })
    expect(await file()).toContain('parseConfig')
    owner.answer('allow')
    const end = (await turn).at(-1)
    expect(end).toMatchObject({ type: 'turn.ended', outcome: 'completed' })
    expect(end).toMatchObject({
      reply: expect.stringMatching(/Waiting for approval.*Approved on the desktop/s),
    })
    expect(await file()).toContain('readConfig')
  })

  it('cannot approve its own change by saying yes: Parley says who can, and changes nothing', async () => {
    const conversation = guest()
    const first = asked(conversation, 't1', CHANGE)
    await owner.next()
    const second = asked(conversation, 't2', 'Yes.')
    expect((await first).at(-1)).toMatchObject({ type: 'turn.ended', outcome: 'completed' })
    expect(owner.asked).toHaveLength(1)
    expect(await file()).toContain('parseConfig')
    owner.answer('deny')
    expect((await second).at(-1)).toMatchObject({
      reply: expect.stringMatching(/^Only the desktop can approve this.*Denied on the desktop/s),
    })
    expect(await file()).toContain('parseConfig')
  })

  it('learns that the desktop did not answer in time, and that no window is open there', async () => {
    hasWindow = false
    const turn = asked(guest(), 't1', CHANGE)
    await owner.next()
    clock.advance(OWNER_ANSWERS_WITHIN_MS)
    expect((await turn).at(-1)).toMatchObject({
      reply: expect.stringMatching(/No Parley window is open there.*Nobody answered in time/s),
    })
    expect(owner.settled).toEqual(['lapsed'])
    expect(await file()).toContain('parseConfig')
  })

  it('that asks for something else withdraws its approval from the desktop', async () => {
    const conversation = guest()
    void asked(conversation, 't1', CHANGE)
    await owner.next()
    await asked(conversation, 't2', 'search for parseConfig')
    expect(owner.settled).toEqual(['lapsed'])
    expect(clock.pending()).toBe(0)
  })

  it('is asked in text too if the owner lets it approve, and the first answer counts', async () => {
    mayApprove = true
    const conversation = guest()
    const question = await asked(conversation, 't1', CHANGE)
    expect(question.at(-1)).toMatchObject({ reply: expect.stringContaining('Say yes or no.') })
    expect(owner.asked).toHaveLength(1)
    expect(shown.map(({ artifact }) => artifact.kind)).toContain('diff')
    const done = await asked(conversation, 't2', 'Yes.')
    expect(done.at(-1)).toMatchObject({ type: 'turn.ended', outcome: 'completed' })
    expect(owner.settled).toEqual(['allow'])
    expect(await file()).toContain('readConfig')
  })

  it('that may approve denies a change by saying no', async () => {
    mayApprove = true
    const conversation = guest()
    await asked(conversation, 't1', CHANGE)
    await asked(conversation, 't2', 'no')
    expect(await file()).toContain('parseConfig')
  })

  it('that said always needs the desktop again once it may not approve any more', async () => {
    mayApprove = true
    const conversation = guest()
    await asked(conversation, 't1', CHANGE)
    await asked(conversation, 't2', 'always allow it')
    expect(await file()).toContain('readConfig')
    mayApprove = false
    void asked(conversation, 't3', 'replace readConfig with stolenConfig in config.ts')
    // Nor does the desktop offer "always" for a guest.
    expect(await owner.next()).toMatchObject({ kind: 'edit', decisions: ['allow', 'deny'] })
    expect(await file()).toContain('readConfig')
  })

  it('gets a fault when no folder is open', async () => {
    hasFolder = false
    const events = await asked(guest(), 't1', 'search for parseConfig')
    expect(events.at(-1)).toMatchObject({ type: 'turn.failed', fault: { code: 'no_workspace' } })
  })

  it('gets a fault when another folder opens during its turn, and its next request goes to that folder', async () => {
    const conversation = guest()
    const ended = new Promise<GuestEvent>((resolve) => {
      conversation.onEvent((event) => event.type === 'turn.failed' && resolve(event))
    })
    conversation.ask('t1', 'search for parseConfig')
    guestHost.leaveBrains({
      code: 'brain_unavailable',
      message: 'Changed.',
      remedy: 'Again.',
      retryable: true,
    })
    expect(await ended).toMatchObject({ fault: { message: 'Changed.' } })
    expect((await asked(conversation, 't2', 'search for parseConfig')).at(-1)).toMatchObject({
      type: 'turn.ended',
    })
  })

  it('is transcribed as on the desktop, with corrected names, and its audio is deleted once the transcript is stored', async () => {
    const take = guestHost.recognizer('g2').open()
    take.write(new Int16Array(1_600).fill(8_000))
    const transcript = await take.release()
    expect(transcript.text).toBe('where is parseConfig')
    expect(recognizer.kept.has(take.takeId)).toBe(true)
    await asked(guest(), 't1', transcript.text)
    transcript.acknowledge()
    await guestHost.close()
    expect(recognizer.kept.has(take.takeId)).toBe(false)
    expect(journals.get('g2')![0]!.event).toMatchObject({ text: 'where is parseConfig', final: true })
  })

  it('gets the takes of an earlier run transcribed into its journal once there is a recognizer', async () => {
    takes.set('k1', { takeId: 'k1', session: 'g2', startedAt: 1, sound: [new Int16Array(1_600).fill(8_000)] })
    takes.set('k2', { takeId: 'k2', session: 'g2', startedAt: 2, sound: [new Int16Array(1_600)] })
    guestHost.recognizer('g2')
    await guestHost.close()
    expect(journals.get('g2')!.map(({ event }) => event)).toMatchObject([
      { type: 'transcript.updated', text: 'where is parse config', final: true },
    ])
    expect([...takes.keys()]).toEqual([])
  })
})
