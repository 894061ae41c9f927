// The diff of the working changes in a window, while files change on disk and turns edit them.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { scanDiff } from '../../src/core/review/diff-scan.ts'
import { hunkKeys, patchByKey } from '../../src/core/review/hunk-keys.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import { createLocalRoom } from '../../src/main/rooms/local/local-room.ts'
import type { ArtifactOf } from '../../src/shared/artifacts.ts'
import { createFakeWorkspace } from '../fakes/fake-workspace.ts'
import { createPlainAgent } from '../fakes/plain-agent.ts'
import { isConnected, openRoomWindow, type WindowState } from '../fakes/room-window.ts'
import { createScriptedBrain, type BrainStep } from '../fakes/scripted-brain.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const committed = { 'src/a.ts': 'one\ntwo\nthree\n', 'src/b.ts': 'b\n' }
const COMPLETE = { kind: 'diff', id: 'all', title: 'Working changes', file: '' } as const

async function start(steps: (text: string) => readonly BrainStep[] = () => []) {
  const room = createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: () => {} })
  const workspace = createFakeWorkspace({ files: { ...committed }, committed })
  const brain = createScriptedBrain({ script: steps })
  const agent = createPlainAgent({
    room,
    brain,
    workspace,
    tools: createToolbox(workspace, () => true),
    onError(what, error) {
      throw new Error(what, { cause: error })
    },
  })
  cleanUps.push(() => agent.close())
  const window = openRoomWindow(room)
  cleanUps.push(() => window.client.close())
  await window.until(isConnected)
  return { ...window, agent, workspace, brain }
}

const diffs = ({ artifacts }: WindowState): ArtifactOf<'diff'>[] =>
  artifacts.flatMap(({ artifact }) => (artifact.kind === 'diff' ? [artifact] : []))
const diffOf = (state: WindowState, id: string): string | undefined =>
  diffs(state).find((one) => one.id === id)?.diff

it('the diff in front follows the disk, and says so when nothing is changed any more', async () => {
  const { agent, workspace, client, until } = await start()
  await workspace.writeText('src/a.ts', 'one\nzwei\nthree\n')
  agent.show('t1', { ...COMPLETE, diff: (await workspace.workingChanges()).diff }, 'a test')
  await client.reportView({ kind: 'diff', artifactId: 'all' })
  await workspace.writeText('src/b.ts', 'B\n')
  await until((state) => diffOf(state, 'all')?.includes('+B') === true)
  await workspace.writeText('src/a.ts', committed['src/a.ts'])
  await workspace.writeText('src/b.ts', committed['src/b.ts'])
  const state = await until((now) => diffOf(now, 'all') === '')
  expect(state.tabs).toHaveLength(1)
})

it('another diff follows as soon as the user comes back to it', async () => {
  const { agent, workspace, client, until } = await start()
  await workspace.writeText('src/a.ts', 'one\nzwei\nthree\n')
  agent.show('t1', { ...COMPLETE, diff: (await workspace.workingChanges()).diff }, 'a test')
  agent.show(
    't1',
    { ...COMPLETE, id: 'commit', title: 'Last commit: x', diff: '@@ -1 +1 @@\n-a\n+b\n' },
    'a test',
  )
  await client.reportView({ kind: 'diff', artifactId: 'commit' })
  await workspace.writeText('src/b.ts', 'B\n')
  await client.reportView({ kind: 'diff', artifactId: 'all' })
  const state = await until((now) => diffOf(now, 'all')?.includes('+B') === true)
  expect(diffOf(state, 'commit')).toBe('@@ -1 +1 @@\n-a\n+b\n')
})

it('a reverted hunk stays in the diff while other changes come, and can be put back', async () => {
  const { agent, workspace, client, until } = await start()
  await workspace.writeText('src/a.ts', 'one\nzwei\nthree\n')
  const { diff } = await workspace.workingChanges()
  const scanned = scanDiff(diff)
  const [hunk] = hunkKeys(scanned, scanned.files[0]!)
  agent.show('t1', { ...COMPLETE, diff }, 'a test')
  await client.reportView({ kind: 'diff', artifactId: 'all' })
  await until((state) => diffs(state).length === 1)
  const turnId = await client.revertHunk(patchByKey(diff, hunk!)!, { artifactId: 'all', hunk: hunk! })
  await workspace.writeText('src/b.ts', 'B\n')
  const state = await until((now) => diffOf(now, 'all')?.includes('+B') === true)
  expect(diffOf(state, 'all')).toContain('+zwei')
  await client.restoreHunk(turnId)
  expect((await workspace.readText('src/a.ts')).text).toBe('one\nzwei\nthree\n')
})

it('a turn that edits files has one tab with all changes, which the next one updates', async () => {
  const edit = (file: string, text: string): BrainStep => ({
    tool: 'Edit',
    args: { path: file },
    outcome: {
      ok: true,
      output: {
        text: 'done',
        details: { diff: `--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-x\n+${text}\n` },
      },
    },
    while: `editing ${file}`,
  })
  const { workspace, brain, client, until } = await start((text) => [edit(`src/${text}.ts`, text)])
  const turn = async (name: string): Promise<void> => {
    await client.ask(name)
    await brain.held(`editing src/${name}.ts`)
    await workspace.writeText(`src/${name}.ts`, `changed ${name}\n`)
    brain.release(`editing src/${name}.ts`)
  }
  await turn('a')
  const first = await until((state) => diffs(state).some(({ title }) => title === 'Working changes'))
  const all = diffs(first).find(({ title }) => title === 'Working changes')!
  expect(first.tabs.map(({ id }) => id)).toEqual([all.id])
  await turn('b')
  const second = await until((state) => diffOf(state, all.id)?.includes('+changed b') === true)
  expect(second.tabs.map(({ id }) => id)).toEqual([all.id])
  expect(diffOf(second, all.id)).toContain('+changed a')
})
