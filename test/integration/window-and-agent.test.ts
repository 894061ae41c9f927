// A window and the agent in one room: the real room, agent, room client and store, with a scripted brain between them.
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { RecordedEvent } from '../../src/shared/conversation.ts'
import type { Clock, Journal } from '../../src/core/ports.ts'
import { createAgent, type Agent } from '../../src/main/agent/agent.ts'
import { systemClock } from '../../src/main/clock.ts'
import { createLocalRoom } from '../../src/main/rooms/local/local-room.ts'
import { createWorkspaceTools } from '../../src/main/workspace/workspace-tools.ts'
import type { RoomState } from '../../src/renderer/store/state.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { createFakeWorkspace } from '../fakes/fake-workspace.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'
import { isConnected, openRoomWindow } from '../fakes/room-window.ts'
import { createScriptedBrain, type BrainStep } from '../fakes/scripted-brain.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const room = () => createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: () => {} })

function startAgent(
  steps: readonly BrainStep[],
  options: {
    journal?: Journal
    session?: string
    in?: ReturnType<typeof room>
    onError?: () => void
    clock?: Clock
    dialect?: 'flat' | 'enveloped'
  } = {},
) {
  const local = options.in ?? room()
  const journal = options.journal ?? createMemoryJournal()
  const brain = createScriptedBrain({ script: () => steps })
  const workspace = createFakeWorkspace({
    files: { 'src/a.ts': 'one\ntwo\nthree\n', 'pic.png': new Uint8Array([0, 1]) },
  })
  const tools = createWorkspaceTools(workspace)
  const agent: Agent = createAgent({
    room: local,
    brain,
    journal,
    tools,
    workspace: {
      outline: (file) => workspace.outline(file),
      readLines: (file, where) => workspace.readLines(file, where),
      readImage: () => Promise.reject(new Error('no pictures here')),
    },
    clock: options.clock ?? systemClock,
    newId: randomUUID,
    dialect: options.dialect ?? 'flat',
    whenBusy: () => 'interrupt',
    session: options.session ?? 'session-1',
    onError:
      options.onError ??
      ((what, error) => {
        throw new Error(what, { cause: error })
      }),
  })
  cleanUps.push(() => agent.close())
  return { room: local, brain, journal, agent, tools }
}

function openWindow(to: ReturnType<typeof room>, options?: Parameters<typeof openRoomWindow>[1]) {
  const opened = openRoomWindow(to, options)
  cleanUps.push(() => opened.client.close())
  return opened
}

const connected = isConnected
const settled = (state: RoomState): boolean =>
  connected(state) &&
  state.agentState === 'idle' &&
  state.transcript.some(({ role, isFinal }) => role === 'agent' && isFinal)
const spoken = (state: RoomState): string[] => state.transcript.map(({ role, text }) => `${role}: ${text}`)

const readTool: BrainStep = {
  tool: 'Read',
  args: { path: 'src/a.ts' },
  outcome: { ok: true, output: { text: 'one\n' } },
}

describe('a window in a room with the agent', () => {
  it('sees its words, the status, the artifact and the reply of a turn', async () => {
    const { room: local, brain } = startAgent([
      { ...readTool, while: 'reading' },
      { say: 'Here ' },
      { say: 'it is.' },
    ])
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('open a')
    await brain.held('reading')
    const reading = await until(({ status }) => status !== null)
    expect(reading.status).toMatchObject({ action: 'reading_file', detail: 'src/a.ts' })
    expect(reading.agentState).toBe('thinking')
    brain.release('reading')
    const done = await until(settled)
    expect(spoken(done)).toEqual(['user: open a', 'agent: Here it is.'])
    expect(done.artifacts.map(({ artifact, turnId }) => [artifact.kind, turnId])).toEqual([
      ['code', done.transcript[0]!.turnId],
    ])
    expect(done.activeTab).toBe(done.artifacts[0]!.artifact.id)
  })

  it('hears that a hunk it took out is back in its file, and of which one', async () => {
    const { room: local, tools } = startAgent([])
    const { client, until, store } = openWindow(local)
    await until(connected)
    const hunk = (was: string, is: string): string =>
      `--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,3 @@\n one\n-${was}\n+${is}\n three\n`
    const first = await client.revertHunk(hunk('zwei', 'two'))
    const second = await client.revertHunk(hunk('deux', 'zwei'))
    await expect(client.revertHunk(hunk('x', 'two'))).rejects.toMatchObject({
      fault: { code: 'file_changed', message: expect.not.stringContaining('Look at it') as string },
    })
    expect(store.get().restoredHunks).toEqual([])
    await tools.undo()
    expect((await until(({ restoredHunks }) => restoredHunks.length > 0)).restoredHunks).toEqual([second])
    await tools.undo()
    expect((await until(({ restoredHunks }) => restoredHunks.length > 1)).restoredHunks).toEqual([
      second,
      first,
    ])
  })

  it('takes a large hunk out, and says of one that is too large for a message that it is', async () => {
    const { room: local } = startAgent([])
    const { client, until } = openWindow(local)
    await until(connected)
    const added = (lines: number): string =>
      `--- /dev/null\n+++ b/gone.ts\n@@ -0,0 +1,${lines} @@\n${'+a line of it\n'.repeat(lines)}`
    // The file is not there: it was looked for, so the hunk has arrived.
    await expect(client.revertHunk(added(60_000))).rejects.toMatchObject({
      fault: { code: 'file_not_found' },
    })
    await expect(client.revertHunk(added(200_000))).rejects.toMatchObject({
      fault: { message: 'This hunk is too large to be taken out here.' },
    })
  })

  it('that is opened in the middle of a reply gets what was said so far, and the rest once', async () => {
    const { room: local, brain } = startAgent([
      readTool,
      { say: 'First half, ' },
      { hold: 'middle' },
      { say: 'second half.' },
    ])
    const first = openWindow(local)
    await first.until(connected)
    await first.client.ask('talk')
    await brain.held('middle')
    const second = openWindow(local)
    const caughtUp = await second.until((state) => connected(state) && state.transcript.length === 2)
    expect(spoken(caughtUp)).toEqual(['user: talk', 'agent: First half, '])
    expect(caughtUp.agentState).toBe('speaking')
    brain.release('middle')
    for (const window of [first, second]) {
      expect(spoken(await window.until(settled))).toEqual(['user: talk', 'agent: First half, second half.'])
    }
    expect(second.store.get().artifacts).toHaveLength(1)
  })

  it('that loses its link in the middle of a reply comes back and has all of it, once', async () => {
    const { room: local, brain } = startAgent([
      { say: 'Before. ' },
      { hold: 'cut' },
      readTool,
      { say: 'After.' },
    ])
    const { client, until, cut } = openWindow(local)
    await until(connected)
    await client.ask('talk')
    await brain.held('cut')
    await until((state) => spoken(state).includes('agent: Before. '))
    cut()
    const lost = await until((state) => state.connection.tag === 'reconnecting')
    expect(lost.connection).toMatchObject({ reason: 'The cable was pulled.' })
    brain.release('cut')
    const back = await until((state) => settled(state) && state.artifacts.length === 1)
    expect(spoken(back)).toEqual(['user: talk', 'agent: Before. After.'])
  })

  it('that loses its link in the middle of a large artifact gets it whole with the replay', async () => {
    const content = 'x'.repeat(4_000_000)
    const large: BrainStep = {
      tool: 'Read',
      args: { path: 'big.txt' },
      outcome: { ok: true, output: { text: content } },
    }
    const { room: local } = startAgent([large, { say: 'Large.' }])
    let seen = 0
    let dropped = false
    const { client, until } = openWindow(local, {
      dropFrames() {
        // Once, well inside the transfer.
        if (dropped || ++seen < 16) return false
        dropped = true
        return true
      },
    })
    await until(connected)
    await client.ask('open the big one').catch(() => {})
    const done = await until((state) => settled(state) && state.artifacts.length === 1)
    expect(dropped).toBe(true)
    expect(done.artifacts[0]!.artifact).toMatchObject({ kind: 'code', content })
  })

  const largeDiff = `--- a/x.ts\n+++ b/x.ts\n@@ -1,60000 +1,60000 @@\n${' a line of "code"\n'.repeat(60_000)}`
  const changes: BrainStep = {
    tool: 'Bash',
    args: { command: 'git diff' },
    outcome: { ok: true, output: { text: '', details: { diff: largeDiff } } },
  }

  it('shows the beginning of a large diff while the rest is on its way', async () => {
    const { room: local } = startAgent([changes, { say: 'Large.' }])
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('what changed')
    const begun = await until((state) => state.artifacts[0]?.arriving !== undefined)
    const [beginning] = begun.artifacts
    expect(begun.activeTab).toBe(beginning!.artifact.id)
    const head = beginning!.artifact.kind === 'diff' ? beginning!.artifact.diff : ''
    expect(head.length).toBeGreaterThan(5_000)
    expect(largeDiff.startsWith(head)).toBe(true)
    const done = await until((state) => settled(state) && !state.artifacts[0]?.arriving)
    expect(done.artifacts).toMatchObject([{ artifact: { id: beginning!.artifact.id, diff: largeDiff } }])
  })

  it('that loses its link after the beginning of a large diff forgets it until the replay', async () => {
    const { room: local } = startAgent([changes, { say: 'Large.' }])
    const { client, until, cut } = openWindow(local)
    await until(connected)
    let begun = false
    const lost = until((state) => {
      if (!begun && state.artifacts[0]?.arriving) {
        begun = true
        cut()
      }
      return begun && state.artifacts.length === 0
    })
    await client.ask('what changed').catch(() => {})
    expect((await lost).activeTab).toBeNull()
    const done = await until((state) => settled(state) && state.artifacts.length === 1)
    expect(done.artifacts).toMatchObject([{ artifact: { diff: largeDiff } }])
    expect(done.artifacts[0]!.arriving).toBeUndefined()
  })

  it('shows what the agent says instead of what it took back, also to a window that comes later', async () => {
    const { room: local, brain } = startAgent([
      { does: 'Preparing the workspace' },
      { say: 'I think so' },
      { sayInstead: 'No.' },
      { say: ' Never.' },
      { hold: 'end' },
    ])
    const first = openWindow(local)
    await first.until(connected)
    await first.client.ask('is it so?')
    await brain.held('end')
    await first.until((state) => spoken(state).includes('agent: No. Never.'))
    expect(first.store.get().status).toMatchObject({ action: 'thinking', detail: 'Preparing the workspace' })
    const second = openWindow(local)
    await second.until((state) => spoken(state).includes('agent: No. Never.'))
    brain.release('end')
    await first.until(settled)
    expect(spoken(first.store.get())).toEqual(['user: is it so?', 'agent: No. Never.'])
    expect(spoken(await second.until(settled))).toEqual(['user: is it so?', 'agent: No. Never.'])
  })

  it('stops the agent, and keeps what was said before', async () => {
    const { room: local, brain } = startAgent([{ say: 'I was about to' }, { hold: 'never' }])
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('go on')
    await brain.held('never')
    await client.interrupt()
    const stopped = await until(settled)
    expect(spoken(stopped)).toEqual(['user: go on', 'agent: I was about to'])
  })

  it('opens a file at a line without a word', async () => {
    const { room: local } = startAgent([])
    const { client, until } = openWindow(local)
    await until(connected)
    await client.openFile('src/a.ts', 2)
    const shown = await until(({ artifacts }) => artifacts.length === 1)
    expect(shown.artifacts[0]!.artifact).toMatchObject({ kind: 'code', file: 'src/a.ts', focusLine: 2 })
    await client.openFile('../../etc/passwd')
    const refused = await until(({ artifacts }) => artifacts.length === 2)
    expect(refused.artifacts[1]!.artifact.kind).toBe('error')
  })

  it('is told that its words may not have arrived when the link goes before they come back', async () => {
    const silent = room()
    const { client, until, cut } = openWindow(silent)
    await until(connected)
    const asking = client.ask('is anybody there')
    cut()
    await expect(asking).rejects.toThrow('not certain')
    await expect(client.ask('again')).rejects.toThrow('not connected')
  })

  it('starts afresh when the agent turns to another conversation', async () => {
    const { room: local, agent } = startAgent([{ say: 'Old.' }])
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('old words')
    await until(settled)
    await agent.close()
    const journal = createMemoryJournal()
    await journal.append({
      id: 'kept',
      at: 1,
      event: { type: 'transcript.updated', turnId: 'k', segmentId: 'k:user', text: 'new words', final: true },
    })
    startAgent([], { in: local, session: 'session-2', journal })
    const fresh = await until((state) => spoken(state).join() === 'user: new words')
    expect(fresh.artifacts).toEqual([])
  })

  it('finds the conversation again after the app was started anew with the same log', async () => {
    const journal = createMemoryJournal()
    const before = startAgent([readTool, { say: 'Said before.' }], { journal })
    const first = openWindow(before.room)
    await first.until(connected)
    await first.client.ask('remember this')
    await first.until(settled)
    const after = startAgent([], { journal })
    const second = openWindow(after.room)
    const state = await second.until((now) => connected(now) && now.transcript.length === 2)
    expect(spoken(state)).toEqual(['user: remember this', 'agent: Said before.'])
    expect(state.artifacts).toHaveLength(1)
    expect(state.subtitle).toBeNull()
  })

  it('is told the newest of a long conversation, and the rest of it when it asks', async () => {
    const many = Array.from({ length: 12 }, (_, at): RecordedEvent[] => {
      const turnId = `t${at}`
      const content = `${at} `.repeat(at === 0 ? 10 : 400_000)
      return [
        {
          id: `said-${at}`,
          at: 1000 + at * 10,
          event: {
            type: 'transcript.updated',
            turnId,
            segmentId: `${turnId}:user`,
            text: `ask ${at}`,
            final: true,
          },
        },
        {
          id: `shown-${at}`,
          at: 1001 + at * 10,
          event: {
            type: 'artifact.created',
            turnId,
            artifact: { kind: 'code', id: `a${at}`, title: `${at}`, content },
          },
        },
      ]
    }).flat()
    const asking: RecordedEvent = {
      id: 'question',
      at: 1002,
      event: {
        type: 'approval.requested',
        turnId: 't0',
        approval: { id: 'q', kind: 'edit', title: 'Change it', action: 'a change' },
      },
    }
    const journal = createMemoryJournal([...many.slice(0, 2), asking, ...many.slice(2)])
    const { room: local } = startAgent([], { journal })
    const { client, until } = openWindow(local)
    const first = await until(connected)
    const ids = (state: RoomState): string[] => state.artifacts.map(({ artifact }) => artifact.id)
    expect(ids(first).at(-1)).toBe('a11')
    expect(ids(first).length).toBeLessThan(12)
    expect(first.activeTab).toBe('a11')
    expect(first.earlier).not.toBeNull()
    // A question that is still open is asked, however old it is.
    expect(first.approvals).toHaveLength(1)
    // The ten most recent come back to their tabs, a part at a time.
    const { tabs } = await until((state) => state.tabs.length === 10)
    expect(tabs.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `a${at + 2}`))

    while ((await until(connected)).earlier !== null) await client.loadEarlier()
    const all = await until(({ earlier }) => earlier === null)
    expect(ids(all)).toEqual(Array.from({ length: 12 }, (_, at) => `a${at}`))
    expect(spoken(all)).toEqual(Array.from({ length: 12 }, (_, at) => `user: ask ${at}`))
    // They are in the history and take no tab from what was looked at.
    expect(all.tabs).toEqual(tabs)
    expect(all.activeTab).toBe('a11')
    expect(all.approvals).toHaveLength(1)
  })

  it('shows a failed tool and a failed run as errors, and goes on', async () => {
    const fault = {
      code: 'brain_failed',
      message: 'The brain broke.',
      remedy: 'Try again.',
      retryable: true,
    } as const
    const failed: BrainStep = {
      tool: 'Bash',
      args: { command: 'make' },
      outcome: { ok: false, message: 'exit 2', stack: 'at make' },
    }
    const { room: local } = startAgent([failed, { fail: fault }])
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('build it')
    const state = await until(({ artifacts, agentState }) => artifacts.length === 2 && agentState === 'idle')
    expect(state.artifacts.map(({ artifact }) => artifact.kind)).toEqual(['error', 'error'])
    expect(state.artifacts[1]!.artifact).toMatchObject({ message: 'The brain broke.\nTry again.' })
  })

  it('is told once when the session log cannot be written, and the conversation goes on', async () => {
    const full: Journal = { ...createMemoryJournal(), append: () => Promise.reject(new Error('ENOSPC')) }
    const { room: local } = startAgent([{ say: 'Still ' }, { say: 'here.' }], {
      journal: full,
      onError: () => {},
    })
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('are you there')
    const state = await until((now) => settled(now) && now.artifacts.length > 0)
    expect(spoken(state)).toEqual(['user: are you there', 'agent: Still here.'])
    expect(state.artifacts.map(({ artifact }) => artifact.title)).toEqual([
      'The session log cannot be written',
    ])
  })

  it('is told again and again what takes long, with the time it began', async () => {
    const clock = createFakeClock()
    const { room: local, brain } = startAgent([{ ...readTool, while: 'long' }], { clock })
    const { client, until, store } = openWindow(local)
    await until(connected)
    await client.ask('take your time')
    await brain.held('long')
    const first = (await until(({ status }) => status !== null)).status!
    for (let seconds = 0; seconds < 60; seconds += 4) {
      store.dispatch({ type: 'status.cleared' })
      clock.advance(4_000)
      expect((await until(({ status }) => status !== null)).status).toEqual(first)
    }
    brain.release('long')
    await until(({ agentState }) => agentState === 'idle')
    expect(clock.pending()).toBe(0)
  })

  it('understands the agent in document 001’s dialect too', async () => {
    const { room: local } = startAgent([readTool, { say: 'Here.' }], { dialect: 'enveloped' })
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('open a')
    const state = await until((now) => settled(now) && now.artifacts.length === 1)
    expect(state.status).toMatchObject({ action: 'reading_file', detail: 'src/a.ts' })
    expect(state.artifacts[0]!.artifact).toMatchObject({ kind: 'code', content: 'one\n', file: 'src/a.ts' })
    expect(spoken(state)).toEqual(['user: open a', 'agent: Here.'])
  })

  const question = { id: 'q1', kind: 'command', title: 'Run the tests', action: 'npm test' } as const

  it('is asked before something is done, and its answer reaches the brain', async () => {
    const { room: local, brain } = startAgent([{ ask: question, while: 'asked' }, { say: 'Done.' }])
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('run the tests')
    const asked = await until(({ approvals }) => approvals.length === 1)
    expect(asked.approvals[0]!.approval).toEqual(question)
    await client.answerApproval('q1', 'allow')
    expect(brain.answers).toEqual([{ approvalId: 'q1', decision: 'allow' }])
    brain.release('asked')
    const done = await until(settled)
    expect(done.approvals).toEqual([])
  })

  it('can answer by word, and the word is on record', async () => {
    const { room: local, brain } = startAgent([{ ask: question, while: 'asked' }, { say: 'Left alone.' }])
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('run the tests')
    await until(({ approvals }) => approvals.length === 1)
    await client.ask("No, don't.")
    expect(brain.answers).toEqual([{ approvalId: 'q1', decision: 'deny' }])
    brain.release('asked')
    expect(spoken(await until(settled))).toEqual([
      'user: run the tests',
      "user: No, don't.",
      'agent: Left alone.',
    ])
    expect(brain.asked).toHaveLength(1)
  })

  it('that is opened while the agent waits sees the question; a stop makes it lapse everywhere', async () => {
    const { room: local } = startAgent([{ ask: question, while: 'asked' }])
    const first = openWindow(local)
    await first.until(connected)
    await first.client.ask('run the tests')
    await first.until(({ approvals }) => approvals.length === 1)
    const second = openWindow(local)
    await second.until(({ approvals }) => approvals.length === 1)
    await second.client.interrupt()
    for (const window of [first, second]) await window.until(({ approvals }) => approvals.length === 0)
    await expect(first.client.answerApproval('q1', 'allow')).resolves.toBeUndefined()
  })

  it('shows large artifacts again when the agent comes back to a conversation it had before', async () => {
    const large: BrainStep = {
      tool: 'Read',
      args: { path: 'big.txt' },
      outcome: { ok: true, output: { text: 'y'.repeat(60_000) } },
    }
    const journal = createMemoryJournal()
    const first = startAgent([large, readTool, { say: 'Two.' }], { journal })
    const { client, until } = openWindow(first.room)
    await until(connected)
    await client.ask('show both')
    await until(settled)
    await first.agent.close()
    const between = startAgent([], { in: first.room, session: 'elsewhere' })
    await until(({ artifacts }) => artifacts.length === 0)
    await between.agent.close()
    startAgent([], { in: first.room, journal })
    const back = await until(({ artifacts }) => artifacts.length === 2)
    expect(back.artifacts.map(({ artifact }) => artifact.title)).toEqual(['big.txt', 'a.ts'])
  })

  it('that joins has the whole reply even if it ends while the log is still being read', async () => {
    const kept = createMemoryJournal()
    let letRead: () => void = () => {}
    let reading: () => void = () => {}
    const beingRead = new Promise<void>((resolve) => (reading = resolve))
    const mayRead = new Promise<void>((resolve) => (letRead = resolve))
    let slow = false
    const journal: Journal = {
      ...kept,
      async after(id) {
        const answer = await kept.after(id)
        if (slow) {
          reading()
          await mayRead
        }
        return answer
      },
    }
    const { room: local, brain } = startAgent(
      [{ say: 'First half, ' }, { hold: 'middle' }, { say: 'second half.' }],
      { journal },
    )
    const first = openWindow(local)
    await first.until(connected)
    await first.client.ask('talk')
    await brain.held('middle')
    slow = true
    const second = openWindow(local)
    await beingRead
    brain.release('middle')
    await first.until(settled)
    letRead()
    const state = await second.until((now) => connected(now) && now.transcript.length === 2)
    expect(spoken(state)).toEqual(['user: talk', 'agent: First half, second half.'])
  })

  it('hears nothing more of a conversation the agent has left', async () => {
    let finish: (text: string) => void = () => {}
    const slowRead = new Promise<string>((resolve) => (finish = resolve))
    const { room: local, agent, tools } = startAgent([])
    tools.read = async () => ({ ok: true, output: { text: await slowRead } })
    const { client, until } = openWindow(local)
    await until(connected)
    const opening = client.openFile('src/a.ts')
    await until(({ status }) => status?.action === 'reading_file')
    await agent.close()
    startAgent([], { in: local, session: 'session-2' })
    finish('of the old one')
    await opening
    await client.openFile('src/a.ts')
    const state = await until(({ artifacts }) => artifacts.length > 0)
    expect(state.artifacts.map(({ artifact }) => 'content' in artifact && artifact.content)).toEqual([
      'one\ntwo\nthree\n',
    ])
  })

  it('that comes back during long work keeps what it has: a status told again is nothing to resume after', async () => {
    const clock = createFakeClock()
    const { room: local, brain } = startAgent([{ ...readTool, while: 'long' }], { clock })
    const { client, until, cut, store } = openWindow(local)
    await until(connected)
    await client.openFile('src/a.ts')
    const pinned = (await until(({ tabs }) => tabs.length === 1)).tabs[0]!.id
    store.dispatch({ type: 'tab.pinned', id: pinned, pinned: true })
    await client.ask('take your time')
    await brain.held('long')
    await until(({ status }) => status !== null)
    store.dispatch({ type: 'status.cleared' })
    clock.advance(4_000)
    await until(({ status }) => status !== null)
    cut()
    await until((state) => state.connection.tag === 'reconnecting')
    const back = await until(connected)
    expect(back.tabs).toContainEqual({ id: pinned, pinned: true })
  })
})
