// What a guest has of the house, with the real built-in agent over a real folder: answers, what is shown on the desktop,
// questions asked in words, and words that are safe before their sound is let go.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { indexCodeWords } from '../../src/core/ears/code-word-index.ts'
import type { GuestConversation, GuestEvent } from '../../src/core/ports/guests.ts'
import type { Workspace } from '../../src/core/workspace.ts'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { createHouse, type OpenHouse } from '../../src/main/gateways/house/house.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createWorkspaceTools } from '../../src/main/workspace/workspace-tools.ts'
import type { Artifact } from '../../src/shared/artifacts.ts'
import type { RecordedEvent } from '../../src/shared/conversation.ts'
import { FaultError } from '../../src/shared/errors.ts'
import { createFakeEars } from '../fakes/fake-ears.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'

let folder: string
let workspace: Workspace
let house: OpenHouse
const shown: { artifact: Artifact; source: string }[] = []
const journals = new Map<string, RecordedEvent[]>()
const problems: string[] = []
let hasFolder = true
let brokenBrain = false
const left: NonNullable<Parameters<typeof createFakeEars>[0]['kept']> = new Map()
const ears = createFakeEars({ words: () => 'where is parse config', kept: left })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-guests-'))
  await writeFile(join(folder, 'config.ts'), 'export function parseConfig() {\n  return 1\n}\n')
  workspace = await openWorkspace(folder)
  const tools = createWorkspaceTools(workspace)
  house = createHouse({
    openBrain() {
      if (brokenBrain) throw new TypeError('x is undefined')
      if (!hasFolder) throw new FaultError('no_workspace', 'No folder is open.', 'Open one.')
      return createBuiltinBrain({ tools, newId: randomUUID })
    },
    async openJournal(session) {
      const records: RecordedEvent[] = []
      journals.set(session, records)
      return createMemoryJournal(records)
    },
    show: (_, artifact, source) => void shown.push({ artifact, source }),
    ears: () => ears,
    state: () => 'ready',
    onState: () => () => {},
    wake: () => {},
    names: () => indexCodeWords([{ name: 'parseConfig', kind: 'symbol' }]),
    newId: randomUUID,
    now: Date.now,
    onError: (what) => void problems.push(what),
  })
})
afterEach(async () => {
  await house.close()
  await workspace.close()
  await rm(folder, { recursive: true, force: true })
  shown.length = 0
  problems.length = 0
  journals.clear()
  hasFolder = true
  brokenBrain = false
})

/** Asks, and resolves with all that happened in the turn. */
function asked(conversation: GuestConversation, turnId: string, text: string): Promise<GuestEvent[]> {
  return new Promise((resolve) => {
    const events: GuestEvent[] = []
    const deaf = conversation.onEvent((event) => {
      if (event.turnId !== turnId) return
      events.push(event)
      if (event.type !== 'turn.ended' && event.type !== 'turn.failed') return
      deaf()
      resolve(events)
    })
    conversation.ask(turnId, text)
  })
}

const guest = (): GuestConversation => house.converse({ session: 'g2', source: 'G2 glasses' })

describe('a guest', () => {
  it('is answered, and what is shown is on the desktop too, with where it is from', async () => {
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

  it('that cannot be answered for a reason nobody foresaw is told so, and the log has the reason', async () => {
    brokenBrain = true
    expect((await asked(guest(), 't1', 'hello')).at(-1)).toMatchObject({ fault: { code: 'internal' } })
    expect(problems).toEqual(['the brain refused a guest'])
  })

  it('has a log: what was said, what was answered, how it ended', async () => {
    await asked(guest(), 't1', 'search for parseConfig')
    await house.close()
    const kept = journals.get('g2')!.map(({ event }) => event.type)
    expect(kept.slice(0, 2)).toEqual(['transcript.updated', 'turn.started'])
    expect(kept.slice(-2)).toEqual(['reply.ended', 'turn.ended'])
  })

  it('is asked in words before anything is changed, and a yes does it', async () => {
    const conversation = guest()
    const question = await asked(conversation, 't1', 'replace parseConfig with readConfig in config.ts')
    expect(question.at(-1)).toMatchObject({
      type: 'turn.ended',
      reply: expect.stringContaining('Say yes or no.'),
    })
    expect(await readFile(join(folder, 'config.ts'), 'utf8')).toContain('parseConfig')
    expect(shown.map(({ artifact }) => artifact.kind)).toContain('diff')
    const done = await asked(conversation, 't2', 'Yes.')
    expect(done.at(-1)).toMatchObject({ type: 'turn.ended', outcome: 'completed' })
    expect(await readFile(join(folder, 'config.ts'), 'utf8')).toContain('readConfig')
  })

  it('has nothing changed by a no', async () => {
    const conversation = guest()
    await asked(conversation, 't1', 'replace parseConfig with readConfig in config.ts')
    await asked(conversation, 't2', 'no')
    expect(await readFile(join(folder, 'config.ts'), 'utf8')).toContain('parseConfig')
  })

  it('is told why when no folder is open', async () => {
    hasFolder = false
    const events = await asked(guest(), 't1', 'search for parseConfig')
    expect(events.at(-1)).toMatchObject({ type: 'turn.failed', fault: { code: 'no_workspace' } })
  })

  it('is told when the folder is changed while it is answered, and the next words go to the new one', async () => {
    const conversation = guest()
    const ended = new Promise<GuestEvent>((resolve) => {
      conversation.onEvent((event) => event.type === 'turn.failed' && resolve(event))
    })
    conversation.ask('t1', 'search for parseConfig')
    house.leaveBrains({ code: 'brain_unavailable', message: 'Changed.', remedy: 'Again.', retryable: true })
    expect(await ended).toMatchObject({ fault: { message: 'Changed.' } })
    expect((await asked(conversation, 't2', 'search for parseConfig')).at(-1)).toMatchObject({
      type: 'turn.ended',
    })
  })

  it('is heard as on the desktop: names of the workspace are put right, and sound goes when words are safe', async () => {
    const take = house.ears('g2').open()
    take.write(new Int16Array(1_600).fill(8_000))
    const words = await take.release()
    expect(words.text).toBe('where is parseConfig')
    expect(ears.kept.has(take.takeId)).toBe(true)
    await asked(guest(), 't1', words.text)
    words.acknowledge()
    await house.close()
    expect(ears.kept.has(take.takeId)).toBe(false)
    expect(journals.get('g2')![0]!.event).toMatchObject({ text: 'where is parseConfig', final: true })
  })

  it('has what it said when Parley stopped put on record, once something can hear it', async () => {
    left.set('k1', { takeId: 'k1', session: 'g2', startedAt: 1, sound: [new Int16Array(1_600).fill(8_000)] })
    left.set('k2', { takeId: 'k2', session: 'g2', startedAt: 2, sound: [new Int16Array(1_600)] })
    house.ears('g2')
    await house.close()
    expect(journals.get('g2')!.map(({ event }) => event)).toMatchObject([
      { type: 'transcript.updated', text: 'where is parse config', final: true },
    ])
    expect([...left.keys()]).toEqual([])
  })
})
