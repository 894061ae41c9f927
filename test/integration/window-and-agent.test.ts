// A window and the agent in one room: the real room, agent, room client and store, with a scripted brain between them.
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { RecordedEvent } from '../../src/shared/conversation.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { Journal } from '../../src/core/ports/journal.ts'
import { createAgent, type Agent } from '../../src/main/agent/agent.ts'
import { createReviewer } from '../../src/main/brains/reviewing/reviewer.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { createLocalRoom } from '../../src/main/rooms/local/local-room.ts'
import { scanDiff } from '../../src/core/review/diff-scan.ts'
import { hunkKeys } from '../../src/core/review/hunk-keys.ts'
import { undoTool } from '../../src/core/tools/change-files.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import type { WindowState } from '../fakes/room-window.ts'
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
    conversationId?: string
    in?: ReturnType<typeof room>
    onError?: () => void
    clock?: Clock
    dialect?: 'flat' | 'enveloped'
    committed?: Record<string, string>
  } = {},
) {
  const local = options.in ?? room()
  const journal = options.journal ?? createMemoryJournal()
  const brain = createScriptedBrain({ script: () => steps })
  const workspace = createFakeWorkspace({
    files: { 'src/a.ts': 'one\ntwo\nthree\n', 'pic.png': new Uint8Array([0, 1]) },
    ...(options.committed && { committed: { 'pic.png': '(binary)\n', ...options.committed } }),
  })
  const tools = createToolbox(workspace, () => true)
  const agent: Agent = createAgent({
    conversation: {
      id: options.conversationId ?? 'conversation-1',
      brain,
      journal,
      tools,
      reviewer: createReviewer({ tools, newId: randomUUID, canReason: true }),
      workspace: {
        outline: (file) => workspace.outline(file),
        readLines: (file, where) => workspace.readLines(file, where),
        readImage: () => Promise.reject(new Error('no pictures here')),
        onChange: (listener) => workspace.onChange(listener),
      },
    },
    room: local,
    clock: options.clock ?? systemClock,
    newId: randomUUID,
    dialect: options.dialect ?? 'flat',
    whenBusy: () => 'interrupt',
    onError:
      options.onError ??
      ((what, error) => {
        throw new Error(what, { cause: error })
      }),
  })
  cleanUps.push(() => agent.close())
  return { room: local, brain, journal, agent, tools, workspace }
}

function showDiff(agent: Agent, file: string, diff: string): void {
  agent.show('earlier', { kind: 'diff', id: randomUUID(), title: file, file, diff }, 'a test')
}

function openWindow(to: ReturnType<typeof room>, options?: Parameters<typeof openRoomWindow>[1]) {
  const opened = openRoomWindow(to, options)
  cleanUps.push(() => opened.client.close())
  return opened
}

const connected = isConnected
const settled = (state: WindowState): boolean =>
  connected(state) &&
  state.agentState === 'idle' &&
  state.transcript.some(({ role, isFinal }) => role === 'agent' && isFinal)
const spoken = (state: WindowState): string[] => state.transcript.map(({ role, text }) => `${role}: ${text}`)

const readTool: BrainStep = {
  tool: 'Read',
  args: { path: 'src/a.ts' },
  outcome: { ok: true, output: { text: 'one\n' } },
}

describe('a window in a room with the agent', () => {
  it('shows the request, the status, the artifact and the reply of a turn', async () => {
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

  it('goes on with a review after a restart where it stopped', async () => {
    const journal = createMemoryJournal([])
    const committed = { 'src/a.ts': 'ONE\ntwo\nthree\n', 'src/gone.ts': 'export const gone = 1\n' }
    const before = startAgent([], { journal, committed })
    const first = openWindow(before.room)
    await first.until(connected)
    await first.client.ask('review the changes')
    const begun = await first.until(({ review }) => review?.at === 1)
    await first.client.ask('keep')
    const moved = await first.until(({ review }) => review?.at === 2)
    await before.agent.close()

    const { room: again } = startAgent([], { journal, committed })
    const second = openWindow(again)
    await second.until(connected)
    await second.client.ask('resume the review')
    const resumed = await second.until(
      ({ transcript, review }) =>
        transcript.some(({ text }) => text.includes('Hunk 2 of 2.')) &&
        review !== null &&
        review.since > moved.review!.since,
    )
    expect(resumed.review).toMatchObject({ at: 2, of: 2, phase: 'hunk', hunk: moved.review?.hunk })
    expect(resumed.decisions.get(begun.review!.artifactId)?.get(begun.review!.hunk!)?.decision).toBe('kept')
  })

  it('learns that a reverted hunk is back in its file, and which one', async () => {
    const { room: local, tools, agent } = startAgent([])
    const { client, until, store } = openWindow(local)
    await until(connected)
    const hunk = (was: string, is: string): string => {
      const diff = `--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,3 @@\n one\n-${was}\n+${is}\n three\n`
      showDiff(agent, 'src/a.ts', diff)
      return diff
    }
    const first = await client.revertHunk(hunk('zwei', 'two'))
    const second = await client.revertHunk(hunk('deux', 'zwei'))
    await expect(client.revertHunk(hunk('x', 'two'))).rejects.toMatchObject({
      fault: { code: 'file_changed', message: expect.not.stringContaining('Look at it') as string },
    })
    expect(store.get().restoredHunks).toEqual([])
    const undo = () => tools.run(undoTool, { edit: tools.lastEdit()?.id ?? 0, path: '' }, { id: 'undo' })
    await undo()
    expect((await until(({ restoredHunks }) => restoredHunks.length > 0)).restoredHunks).toEqual([second])
    await undo()
    expect((await until(({ restoredHunks }) => restoredHunks.length > 1)).restoredHunks).toEqual([
      second,
      first,
    ])
  })

  it('puts back any hunk it reverted, and is told which one', async () => {
    const { room: local, tools, agent } = startAgent([])
    const { client, until } = openWindow(local)
    await until(connected)
    const hunk = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,3 @@\n one\n-zwei\n+two\n three\n'
    showDiff(agent, 'src/a.ts', hunk)
    const turnId = await client.revertHunk(hunk)
    await expect(client.restoreHunk('revert-unknown')).rejects.toMatchObject({
      fault: { code: 'bad_request' },
    })
    await client.restoreHunk(turnId)
    expect((await until(({ restoredHunks }) => restoredHunks.length > 0)).restoredHunks).toEqual([turnId])
    expect(tools.lastEdit()).toBeNull()
  })

  it('remembers what was decided about hunks, for other windows and after a restart', async () => {
    const journal = createMemoryJournal()
    const earlier = startAgent([], { journal })
    const first = openWindow(earlier.room)
    await first.until(connected)
    const hunk = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,3 @@\n one\n-zwei\n+two\n three\n'
    showDiff(earlier.agent, 'src/a.ts', hunk)
    const shown = await first.until(({ artifacts }) => artifacts.length > 0)
    const artifactId = shown.artifacts[0]!.artifact.id
    const scanned = scanDiff(hunk)
    const [key = ''] = hunkKeys(scanned, scanned.files[0]!)
    const other = '0123456789abcdef'
    await first.client.decideHunks(artifactId, [other, `${other}.2`], 'kept')
    await first.client.decideHunks(artifactId, [other], 'undecided')
    const turnId = await first.client.revertHunk(hunk, { artifactId, hunk: key })
    const decided = ({ decisions }: WindowState) =>
      [other, `${other}.2`, key].map((one) => decisions.get(artifactId)?.get(one)?.decision)
    const all = ['undecided', 'kept', 'reverted']
    await first.until((state) => String(decided(state)) === String(all))
    const second = openWindow(earlier.room)
    await second.until((state) => String(decided(state)) === String(all))
    await earlier.agent.close()

    const { room: local, workspace } = startAgent([], { journal })
    await workspace.writeText('src/a.ts', 'one\nzwei\nthree\n')
    const { client, until } = openWindow(local)
    await until((state) => String(decided(state)) === String(all))
    // The edit log is gone, the journal is not.
    await expect(client.restoreHunk('revert-unknown')).rejects.toMatchObject({
      fault: { code: 'bad_request' },
    })
    await client.restoreHunk(turnId)
    expect((await workspace.readText('src/a.ts')).text).toBe('one\ntwo\nthree\n')
    expect((await until(({ restoredHunks }) => restoredHunks.length > 0)).restoredHunks).toEqual([turnId])
    await workspace.writeText('src/a.ts', 'one\nzwei\nthree\n')
    await expect(client.restoreHunk(turnId)).rejects.toMatchObject({ fault: { code: 'bad_request' } })
  })

  it('shows the working changes of a diff as they are now, in the same tab and turn', async () => {
    const { room: local, agent, workspace } = startAgent([], { committed: { 'src/a.ts': 'one\nthree\n' } })
    const { client, until } = openWindow(local)
    await until(connected)
    const { diff } = await workspace.workingChanges()
    const artifact = { kind: 'diff', id: 'd1', title: 'Working changes', file: 'src/a.ts', diff } as const
    agent.show('turn-1', artifact, 'a test')
    agent.show('turn-2', { ...artifact, id: 'd2', title: 'Last commit' }, 'a test')
    await until(({ artifacts }) => artifacts.length === 2)
    await workspace.writeText('src/a.ts', 'one\nthree\nfour\n')
    await client.refreshDiff('d1')
    const { artifacts } = await until((state) =>
      state.artifacts.some(({ artifact: one }) => one.kind === 'diff' && one.diff.includes('+four')),
    )
    expect(artifacts.map((shown) => [shown.artifact.id, shown.turnId, shown.source])).toEqual([
      ['d1', 'turn-1', 'a test'],
      ['d2', 'turn-2', 'a test'],
    ])
    // Neither another diff, nor one that was never shown.
    for (const id of ['d2', 'd3'])
      await expect(client.refreshDiff(id)).rejects.toMatchObject({ fault: { code: 'bad_request' } })
    await workspace.writeText('src/a.ts', 'one\nthree\n')
    await client.refreshDiff('d1')
    // The tab stays and says so.
    await until((state) =>
      state.artifacts.some(({ artifact: one }) => one.id === 'd1' && one.kind === 'diff' && one.diff === ''),
    )
  })

  it('reverts a large hunk, and says so if one is too large for a message', async () => {
    const { room: local, agent } = startAgent([])
    const { client, until } = openWindow(local)
    await until(connected)
    const added = (lines: number): string => {
      const diff = `--- /dev/null\n+++ b/gone.ts\n@@ -0,0 +1,${lines} @@\n${'+a line of it\n'.repeat(lines)}`
      showDiff(agent, 'gone.ts', diff)
      return diff
    }
    // The agent looked for the missing file, so the hunk has arrived.
    await expect(client.revertHunk(added(60_000))).rejects.toMatchObject({
      fault: { code: 'file_not_found' },
    })
    await expect(client.revertHunk(added(200_000))).rejects.toMatchObject({
      fault: { message: 'This hunk is too large to revert here.' },
    })
  })

  it('reverts a hunk that was shown before a restart, and none that was never shown', async () => {
    const journal = createMemoryJournal()
    const earlier = startAgent([], { journal })
    const hunk = '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,3 @@\n one\n-zwei\n+two\n three\n'
    showDiff(earlier.agent, 'src/a.ts', hunk)
    await earlier.agent.close()
    const { room: local, tools } = startAgent([], { journal })
    const { client, until } = openWindow(local)
    await until(connected)
    for (const other of [
      hunk.replace('-zwei', '-rm -rf'),
      hunk.replaceAll('src/a.ts', 'package.json'),
      `${hunk}--- a/b.ts\n+++ b/b.ts\n@@ -1,1 +1,1 @@\n-evil\n+two\n`,
      '--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1,3 @@\n+one\n+two\n+three\n',
    ])
      await expect(client.revertHunk(other)).rejects.toMatchObject({ fault: { code: 'not_allowed' } })
    expect(tools.lastEdit()).toBeNull()
    await client.revertHunk(hunk)
    expect(tools.lastEdit()?.files).toEqual(['src/a.ts'])
  })

  it('that is opened in the middle of a reply gets the text so far, and the rest once', async () => {
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

  it('that loses its connection in the middle of a reply has all of it once when it is back', async () => {
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

  it('that loses its connection in the middle of a large artifact gets it whole with the replay', async () => {
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
        // Once, in the middle of the transfer.
        if (dropped || ++seen < 16) return false
        dropped = true
        return true
      },
    })
    await until(connected)
    await client.ask('open the big one').catch(() => {})
    const done = await until((state) => settled(state) && state.artifacts.length === 1)
    expect(dropped).toBe(true)
    expect(done.artifacts[0]!.artifact).toMatchObject({ kind: 'file', content })
  })

  const largeDiff = `--- a/x.ts\n+++ b/x.ts\n@@ -1,60000 +1,60000 @@\n${' a line of "code"\n'.repeat(60_000)}`
  const changes: BrainStep = {
    tool: 'Bash',
    args: { command: 'git diff' },
    outcome: { ok: true, output: { text: '', details: { diff: largeDiff } } },
  }

  it('shows the beginning of a large diff while the rest arrives', async () => {
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

  it('that loses its connection after the beginning of a large diff drops it until the replay', async () => {
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

  it('shows the new text of a replaced reply, also in a window that comes later', async () => {
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

  it('stops the agent, and keeps the reply so far', async () => {
    const { room: local, brain } = startAgent([{ say: 'I was about to' }, { hold: 'never' }])
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('go on')
    await brain.held('never')
    await client.interrupt()
    const stopped = await until(settled)
    expect(spoken(stopped)).toEqual(['user: go on', 'agent: I was about to'])
  })

  it('opens a file at a line without a turn', async () => {
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

  it('says that a request may not have arrived if the connection breaks before its transcript', async () => {
    const silent = room()
    const { client, until, cut } = openWindow(silent)
    await until(connected)
    const asking = client.ask('is anybody there')
    cut()
    await expect(asking).rejects.toThrow('may not have arrived')
    await expect(client.ask('again')).rejects.toThrow('not connected')
  })

  it('starts afresh when another conversation is opened', async () => {
    const { room: local, agent } = startAgent([{ say: 'Old.' }])
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('old request')
    await until(settled)
    await agent.close()
    const journal = createMemoryJournal()
    journal.append({
      id: 'kept',
      at: 1,
      event: {
        type: 'transcript.updated',
        turnId: 'k',
        segmentId: 'k:user',
        text: 'new request',
        final: true,
      },
    })
    startAgent([], { in: local, conversationId: 'conversation-2', journal })
    const fresh = await until((state) => spoken(state).join() === 'user: new request')
    expect(fresh.artifacts).toEqual([])
  })

  it('shows the conversation again after a restart with the same journal', async () => {
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

  it('gets the newest part of a long conversation, and the rest when it asks', async () => {
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
    const records: RecordedEvent[] = []
    const question = { id: 'q', kind: 'edit', title: 'Change it', action: 'a change' } as const
    const { room: local } = startAgent([{ ask: question, while: 'asked' }], {
      journal: createMemoryJournal(records),
    })
    const asking = openWindow(local)
    await asking.until(connected)
    await asking.client.ask('change it')
    await asking.until(({ approvals }) => approvals.length === 1)
    records.push(...many)
    const { client, until } = openWindow(local)
    const first = await until(connected)
    const ids = (state: WindowState): string[] => state.artifacts.map(({ artifact }) => artifact.id)
    expect(ids(first).at(-1)).toBe('a11')
    expect(ids(first).length).toBeLessThan(12)
    expect(first.activeTab).toBe('a11')
    expect(first.earlier).not.toBeNull()
    // An open approval is sent, however old it is.
    expect(first.approvals).toHaveLength(1)
    // The ten newest return to their tabs, a part at a time.
    const { tabs } = await until((state) => state.tabs.length === 10)
    expect(tabs.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `a${at + 2}`))

    while ((await until(connected)).earlier !== null) await client.loadEarlier()
    const all = await until(({ earlier }) => earlier === null)
    expect(ids(all)).toEqual(Array.from({ length: 12 }, (_, at) => `a${at}`))
    const asks = Array.from({ length: 12 }, (_, at) => `user: ask ${at}`)
    expect(spoken(all)).toEqual([...asks, 'user: change it'])
    // They are in the history and take no tab.
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

  it('says once that the session log cannot be written, and the conversation goes on', async () => {
    const full: Journal = {
      ...createMemoryJournal(),
      append() {
        throw new Error('ENOSPC')
      },
    }
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
      'The conversation’s log cannot be written',
    ])
  })

  it('gets the status of a long turn again and again, with its start time', async () => {
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

  it('understands Ganglia’s enveloped dialect too', async () => {
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

  it('shows an approval before the action, and its answer reaches the brain', async () => {
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

  it('shows a question with its choices, and the chosen one reaches the brain, or none of them', async () => {
    const choices = ['Postgres', 'SQLite']
    const which = { id: 'q2', kind: 'question', title: 'Which database?', action: '', choices } as const
    const { room: local, brain } = startAgent([
      { ask: which, while: 'asked' },
      { ask: { ...which, id: 'q3' }, while: 'again' },
      { say: 'As you like.' },
    ])
    const { client, until } = openWindow(local)
    await until(connected)
    await client.ask('add a database')
    const asked = await until(({ approvals }) => approvals.length === 1)
    expect(asked.approvals[0]!.approval).toEqual(which)
    await client.answerApproval('q2', 'choice:3')
    expect(brain.answers).toEqual([])
    await client.answerApproval('q2', 'choice:2')
    brain.release('asked')
    await until(({ approvals }) => approvals[0]?.approval.id === 'q3')
    await client.ask('None of these, please.')
    expect(brain.answers).toEqual([
      { approvalId: 'q2', decision: 'choice:2' },
      { approvalId: 'q3', decision: 'deny' },
    ])
    brain.release('again')
    await until(settled)
    expect(brain.asked).toHaveLength(1)
  })

  it('can answer an approval by text, which is in the journal', async () => {
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

  it('that is opened while the agent waits shows the approval, and a stop makes it lapse everywhere', async () => {
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

  it('shows large artifacts again when an earlier conversation is opened', async () => {
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
    const between = startAgent([], { in: first.room, conversationId: 'elsewhere' })
    await until(({ artifacts }) => artifacts.length === 0)
    await between.agent.close()
    startAgent([], { in: first.room, journal })
    const back = await until(({ artifacts }) => artifacts.length === 2)
    expect(back.artifacts.map(({ artifact }) => artifact.title)).toEqual(['big.txt', 'a.ts'])
  })

  it('that joins has the whole reply even if it ends while the journal is being read', async () => {
    const stored = createMemoryJournal()
    let letRead: () => void = () => {}
    let reading: () => void = () => {}
    const beingRead = new Promise<void>((resolve) => (reading = resolve))
    const mayRead = new Promise<void>((resolve) => (letRead = resolve))
    let slow = false
    const journal: Journal = {
      ...stored,
      async read(range) {
        const answer = await stored.read(range)
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

  it('gets nothing more of a conversation that was closed', async () => {
    let finish = (): void => {}
    const slowRead = new Promise<void>((resolve) => (finish = resolve))
    const { room: local, agent, tools } = startAgent([])
    const { run } = tools
    tools.run = async (...args) => slowRead.then(() => run(...args))
    const { client, until } = openWindow(local)
    await until(connected)
    const opening = client.openFile('src/a.ts')
    await until(({ status }) => status?.action === 'reading_file')
    await agent.close()
    startAgent([], { in: local, conversationId: 'conversation-2' })
    finish()
    await opening
    await client.openFile('src/a.ts')
    const state = await until(({ artifacts }) => artifacts.length > 0)
    expect(state.artifacts.map(({ artifact }) => 'content' in artifact && artifact.content)).toEqual([
      'one\ntwo\nthree\n',
    ])
  })

  it('that comes back during a long turn keeps what it has: it does not resume after a repeated status', async () => {
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
