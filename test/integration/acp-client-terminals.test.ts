// Real commands that an agent runs through Parley: their output, their end, and that no process is left.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { type ClientTerminals, createClientTerminals } from '../../src/main/brains/acp/client-terminals.ts'
import type { LiveOutput } from '../../src/main/brains/acp/terminal-live-output.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
let workspace: Workspace
let terminals: ClientTerminals
let isTrusted: boolean
let shown: (LiveOutput & { id: string })[]
const mayRun = vi.fn<(command: string) => boolean | Promise<boolean>>()

beforeEach(async () => {
  folder = createTempFolder()
  workspace = await openWorkspace(folder.path)
  isTrusted = true
  shown = []
  mayRun.mockReset().mockReturnValue(true)
  let ids = 0
  terminals = createClientTerminals({
    tools: createToolbox(workspace, () => isTrusted),
    clock: systemClock,
    newId: () => `t${++ids}`,
    shell: 'sh',
    mayRun,
    onOutput: (id, output) => void shown.push({ id, ...output }),
  })
})
afterEach(async () => {
  await terminals.close()
  await workspace.close()
  folder.remove()
})

const run = async (command: string, more: { args?: string[]; cwd?: string; outputByteLimit?: number } = {}) =>
  (await terminals.create({ sessionId: 's', command, ...more })).terminalId

/** Whether a process has ended. One that was not collected yet is still listed, as a zombie. */
function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform === 'linux' && /\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}
const printed = (id: string, text: string | RegExp): Promise<void> =>
  vi.waitFor(() => expect(terminals.output(id).output).toMatch(text), { timeout: 30_000, interval: 5 })
const isGone = (pid: number): Promise<void> =>
  vi.waitFor(() => expect(hasEnded(pid)).toBe(true), { timeout: 30_000, interval: 5 })

describe.skipIf(process.platform === 'win32')('A terminal of the agent', () => {
  it('gives the output and the exit code of its command', async () => {
    const id = await run('echo out; echo err >&2; exit 3')
    expect(await terminals.waitForExit(id)).toEqual({ exitCode: 3, signal: null })
    const { output, truncated, exitStatus } = terminals.output(id)
    expect(output.split('\n').toSorted()).toEqual(['', 'err', 'out'])
    expect({ truncated, exitStatus }).toEqual({ truncated: false, exitStatus: { exitCode: 3, signal: null } })
  })

  it('runs a program with arguments as they are, and adds to its environment', async () => {
    const args = ['%s|', 'a b', '$(touch evil)', '; touch evil']
    const id = await run('printf', { args })
    await terminals.waitForExit(id)
    expect(terminals.output(id).output).toBe('a b|$(touch evil)|; touch evil|')
    expect(existsSync(path.join(folder.path, 'evil'))).toBe(false)

    const env = [{ name: 'OF_THE_AGENT', value: 'harbour' }]
    const { terminalId } = await terminals.create({
      sessionId: 's',
      command: 'echo "$OF_THE_AGENT $HOME"',
      env,
    })
    await terminals.waitForExit(terminalId)
    expect(terminals.output(terminalId).output).toBe(`harbour ${process.env['HOME']}\n`)
  })

  it('runs in a folder of the workspace, and in no other', async () => {
    folder.write('sub/a.txt', '')
    const id = await run('pwd', { cwd: path.join(folder.path, 'sub') })
    await terminals.waitForExit(id)
    expect(terminals.output(id).output).toBe(`${folder.path}/sub\n`)
    await expect(run('pwd', { cwd: '/' })).rejects.toMatchObject({ data: { reason: 'outside_workspace' } })
    const missing = path.join(folder.path, 'none')
    await expect(run('pwd', { cwd: missing })).rejects.toMatchObject({ code: -32002, data: { uri: missing } })
  })

  it('keeps the end of a long output within the limit', async () => {
    const id = await run('seq 1 400000', { outputByteLimit: 10_000 })
    await terminals.waitForExit(id)
    const { output, truncated } = terminals.output(id)
    expect(truncated).toBe(true)
    expect(output).toHaveLength(10_000)
    expect(output.endsWith('399999\n400000\n')).toBe(true)
    expect(shown.at(-1)).toMatchObject({ id, title: '$ seq 1 400000', running: false })
    expect(shown.at(-1)?.text).toMatch(/^1\n2\n[^]*characters left out[^]*400000\n$/)
  })

  it('shows its output while it runs', async () => {
    const id = await run('echo begun; sleep 600')
    await vi.waitFor(() =>
      expect(shown).toEqual([{ id, title: '$ echo begun; sleep 600', text: 'begun\n', running: true }]),
    )
    expect(terminals.output(id)).toEqual({ output: 'begun\n', truncated: false })
  })

  it('that is killed ends with all it started, and can still be read', async () => {
    const id = await run('(sleep 600 & echo $!; wait) & wait')
    await printed(id, /\d+\n/)
    terminals.kill(id)
    expect(await terminals.waitForExit(id)).toEqual({ exitCode: null, signal: 'SIGTERM' })
    await isGone(Number(terminals.output(id).output))
    expect(terminals.output(id).exitStatus).toEqual({ exitCode: null, signal: 'SIGTERM' })
  })

  it('that is released ends, and its id means nothing any more', async () => {
    const id = await run('echo $$; exec sleep 600')
    await printed(id, /\d+\n/)
    const pid = Number(terminals.output(id).output)
    const exit = terminals.waitForExit(id)
    terminals.release(id)
    expect(await exit).toEqual({ exitCode: null, signal: 'SIGTERM' })
    await isGone(pid)
    expect(() => terminals.output(id)).toThrow(expect.objectContaining({ code: -32002 }))
    await expect(terminals.waitForExit('t99')).rejects.toMatchObject({ code: -32002 })
  })

  it('ends when the user stops the turn, also if it has not started yet', async () => {
    const id = await run('exec sleep 600')
    let allow: (isAllowed: boolean) => void
    mayRun.mockReturnValueOnce(new Promise((resolve) => (allow = resolve)))
    const waiting = run('touch ran')
    terminals.stopAll()
    allow!(true)
    await expect(waiting).rejects.toMatchObject({ data: { reason: 'not_allowed' } })
    expect(await terminals.waitForExit(id)).toMatchObject({ signal: 'SIGTERM' })
    expect(existsSync(path.join(folder.path, 'ran'))).toBe(false)
  })

  it('does not run if the user does not allow it, or does not trust the folder', async () => {
    mayRun.mockResolvedValueOnce(false)
    await expect(run('touch ran')).rejects.toMatchObject({ data: { reason: 'not_allowed' } })
    expect(mayRun.mock.calls[0]?.[0]).toBe('touch ran')
    isTrusted = false
    await expect(run('touch ran')).rejects.toMatchObject({ data: { reason: 'folder_restricted' } })
    expect(mayRun).toHaveBeenCalledTimes(1)
    expect(existsSync(path.join(folder.path, 'ran'))).toBe(false)
  })

  it('does not run if trust ends while the user decides', async () => {
    mayRun.mockImplementationOnce(() => {
      isTrusted = false
      return true
    })
    await expect(run('touch ran')).rejects.toMatchObject({ data: { reason: 'folder_restricted' } })
    expect(existsSync(path.join(folder.path, 'ran'))).toBe(false)
  })

  it('is one of at most 16, and closing ends them all', async () => {
    const ids = await Promise.all(Array.from({ length: 16 }, () => run('echo $$; exec sleep 600')))
    await expect(run('true')).rejects.toMatchObject({ data: { reason: 'not_allowed' } })
    await Promise.all(ids.map((id) => printed(id, /\d+\n/)))
    const pids = ids.map((id) => Number(terminals.output(id).output))
    await terminals.close()
    expect(pids.filter((pid) => !hasEnded(pid))).toEqual([])
  })
})
