// Turns on a real gateway: the artifacts of every tool, errors, and interruptions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createToolInterceptor } from '../../../src/core/artifacts/tool-interceptor.ts'
import type { Artifact } from '../../../src/shared/artifacts.ts'
import type { ConversationEventOf } from '../../../src/shared/conversation.ts'
import { brainOnPeer, describeOnPeer, thePeer, type OnPeer } from './brain-on-peer.ts'
import { play, type Move } from './scripted-model.ts'

/** What a window would show of a run: its statuses and artifacts. */
function shownOf({ events }: OnPeer, runId: string) {
  const statuses: ConversationEventOf<'status.changed'>[] = []
  const artifacts: (Artifact | null)[] = []
  const interceptor = createToolInterceptor({
    emit: (event) => event.type === 'status.changed' && statuses.push(event),
    now: () => 0,
  })
  for (const event of events) {
    if (event.runId !== runId) continue
    if (event.type === 'tool.started') interceptor.started(runId, event.call)
    if (event.type === 'tool.ended') artifacts.push(event.artifact)
  }
  return { statuses, artifacts }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const tool = (name: string, args: Record<string, unknown>): Move => ({ tool: name, args })

describeOnPeer('a turn on a real gateway', () => {
  it('streams its reply, and works in the open folder', async () => {
    const peer = brainOnPeer()
    const runId = peer.ask(
      play(
        { say: 'Let me' },
        { hold: 'looks' },
        { say: ' look.' },
        tool('exec', { command: 'pwd' }),
        { say: 'It is' },
        { hold: 'tells' },
        { say: ' a fine day.' },
      ),
    )
    // The first text arrives before the rest is generated.
    await peer.until('text.appended')
    await fetch(`${thePeer().model}/release/looks`)
    await peer.until('text.appended', () => peer.said(runId).includes('It'))
    await fetch(`${thePeer().model}/release/tells`)
    expect(await peer.over(runId)).toMatchObject({ type: 'run.ended', outcome: 'completed' })
    expect(peer.said(runId)).toBe('Let me look.\n\nIt is a fine day.')
    expect(peer.events.filter(({ type }) => type === 'text.appended').length).toBeGreaterThan(2)
    expect(shownOf(peer, runId).artifacts).toMatchObject([
      { kind: 'code', title: '$ pwd', content: peer.folder.path },
    ])
    expect(peer.brain.status()).toMatchObject({ state: 'ready', note: null })
    expect(peer.brain.status().place).toMatch(/^OpenClaw 2026\.9\.6 at 127\.0\.0\.1:/)
  })

  it('shows a status before every tool and an artifact after it', async () => {
    const peer = brainOnPeer({
      files: { 'hello.txt': 'hello world\nTODO greet\n', 'src/deep.ts': 'export const a = 1 // TODO\n' },
    })
    peer.brain.onEvent((event) => {
      if (event.type === 'approval.requested') peer.brain.answerApproval(event.approval.id, 'allow')
    })
    const patch =
      '*** Begin Patch\n*** Add File: added.txt\n+alpha\n*** Update File: hello.txt\n@@\n-TODO greet\n+done\n*** End Patch'
    const runId = peer.ask(
      play(
        tool('read', { path: 'hello.txt' }),
        tool('edit', { path: 'hello.txt', edits: [{ oldText: 'world', newText: 'harbour' }] }),
        tool('write', { path: 'sub/new.ts', content: 'export {}\n' }),
        tool('write', { path: 'notes.md', content: '# Notes\n' }),
        tool('exec', { command: 'grep -rn TODO . --include=*.ts --include=*.txt' }),
        tool('apply_patch', { input: patch }),
        tool('ls', { path: '.' }),
        tool('read', { path: 'not-there.txt' }),
        tool('exec', { command: 'ls not-there' }),
        tool('no_such_tool', {}),
        { say: 'All done.' },
      ),
    )
    expect(await peer.over(runId)).toMatchObject({ outcome: 'completed' })
    const { statuses, artifacts } = shownOf(peer, runId)
    expect(statuses.map(({ action, detail }) => [action, detail])).toEqual([
      ['reading_file', 'hello.txt'],
      ['editing_file', 'hello.txt'],
      ['writing_file', 'sub/new.ts'],
      ['writing_file', 'notes.md'],
      ['searching_files', 'TODO'],
      ['editing_file', 'added.txt'],
      ['reading_file', 'the folder'],
      ['reading_file', 'not-there.txt'],
      ['executing_command', 'ls not-there'],
      ['analyzing', 'No Such Tool'],
    ])
    expect(statuses[0]?.spoken).toBe('Read from hello.txt')
    expect(artifacts).toMatchObject([
      { kind: 'file', file: 'hello.txt', content: 'hello world\nTODO greet\n' },
      { kind: 'diff', file: 'hello.txt', diff: expect.stringContaining('-hello world\n+hello harbour\n') },
      {
        kind: 'diff',
        file: 'sub/new.ts',
        diff: expect.stringMatching(/^--- \/dev\/null\n\+\+\+ b\/sub\/new\.ts\n@@ /),
      },
      { kind: 'markdown', file: 'notes.md', content: '# Notes\n' },
      {
        kind: 'search_results',
        query: 'TODO',
        results: expect.arrayContaining([
          { file: 'hello.txt', line: 2, content: 'TODO greet' },
          { file: 'src/deep.ts', line: 1, content: 'export const a = 1 // TODO' },
        ]),
      },
      { kind: 'diff', diff: expect.stringContaining('-TODO greet\n+done\n') },
      { kind: 'code', title: 'Files in the folder', content: expect.stringContaining('hello.txt') },
      { kind: 'error', title: 'Not read: not-there.txt' },
      { kind: 'error', title: 'Failed: ls not-there', message: expect.stringContaining('exit code 2') },
      { kind: 'error', title: 'no_such_tool failed' },
    ])
    expect(readFileSync(join(peer.folder.path, 'hello.txt'), 'utf8')).toBe('hello harbour\ndone\n')
  })

  it('fails once, with the reason, when the model does', async () => {
    const peer = brainOnPeer()
    const runId = peer.ask(play({ refuse: 400 }))
    expect(await peer.over(runId)).toMatchObject({ type: 'run.failed', fault: { code: 'brain_failed' } })
    const next = peer.ask(play({ say: 'Still here.' }))
    expect(await peer.over(next)).toMatchObject({ outcome: 'completed' })
    expect(peer.events.filter(({ type }) => type === 'run.failed')).toHaveLength(1)
  })

  it('can be interrupted in the middle of a word, keeps the reply so far, and does not mix with the next', async () => {
    const peer = brainOnPeer()
    const slow = peer.ask(
      play({ say: Array.from({ length: 400 }, (_, n) => `word${n}`).join(' '), every: 50 }),
    )
    await peer.until('text.appended', ({ delta }) => delta.includes('word'))
    peer.brain.abort(slow)
    const next = peer.ask(play({ say: 'Something else.' }))
    expect(await peer.over(next)).toMatchObject({ outcome: 'completed' })
    expect(peer.said(slow)).toMatch(/^word0/)
    expect(peer.said(next)).toBe('Something else.')
    const end = peer.events.findIndex((event) => event.runId === slow && event.type === 'run.ended')
    expect(peer.events.slice(end + 1).filter(({ runId }) => runId === slow)).toEqual([])
  })

  it('can be interrupted while a command runs, and the command ends', async () => {
    const peer = brainOnPeer({
      files: { 'wait.sh': 'echo $$ > pid.txt\necho begun\nexec sleep 600\n' },
    })
    peer.brain.onEvent((event) => {
      if (event.type === 'approval.requested') peer.brain.answerApproval(event.approval.id, 'allow')
    })
    const runId = peer.ask(play(tool('exec', { command: 'sh wait.sh' }), { say: 'Done.' }))
    await peer.until(
      'artifact.made',
      ({ artifact }) => artifact.kind === 'code' && artifact.content.includes('begun'),
    )
    const pid = Number(readFileSync(join(peer.folder.path, 'pid.txt'), 'utf8'))
    expect(isAlive(pid)).toBe(true)
    peer.brain.abort(runId)
    // Limited by the test's timeout; the command itself would run longer.
    while (isAlive(pid)) await pause(50)
    const next = peer.ask(play({ say: 'Here again.' }))
    expect(await peer.over(next)).toMatchObject({ outcome: 'completed' })
  })

  it('accepts a message while it works, when it is steered', async () => {
    const peer = brainOnPeer()
    const runId = peer.ask(play({ keepReading: 'hello.txt' }))
    await peer.until('tool.started')
    peer.brain.steer?.(runId, { turnId: 'steered', text: play({ say: 'As you say.' }) })
    expect(await peer.over(runId)).toMatchObject({ outcome: 'completed' })
    expect(peer.said(runId)).toBe('As you say.')
    expect(peer.events.filter(({ type }) => type === 'run.adopted')).toEqual([])
  })

  it('starts its own turn when a steering message comes too late', async () => {
    const peer = brainOnPeer()
    const runId = peer.ask(play({ say: 'Quick.' }))
    peer.brain.onEvent((event) => {
      if (event.type === 'text.appended' && event.runId === runId)
        peer.brain.steer?.(runId, { turnId: 'late', text: play({ say: 'Late.' }) })
    })
    await peer.over(runId)
    // Whether it reached the run or became a new one, it is answered once.
    const last = await peer.until('text.appended', ({ delta }) => delta.includes('Late.'))
    expect(peer.said(last.runId)).toMatch(/Late\.$/)
  })
})
