// Installs real coding agents from the package registry into .cache/. A lock file for each pins the hash of every package.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { repository } from '../../../build/repository.ts'
import { realAgents } from './real-agents.ts'

/** The agents that every full test run uses. */
export const usualAgents = ['goose', 'gemini'] as const
/** The agents that only `--agents` adds, because they are large. */
export const furtherAgents = ['claude', 'codex', 'opencode', 'qwen'] as const
export type AgentId = (typeof usualAgents)[number] | (typeof furtherAgents)[number]

/** The agents of this run. */
export const wantedAgents = (): readonly AgentId[] =>
  process.env['PARLEY_TEST_AGENTS'] === 'all' ? [...usualAgents, ...furtherAgents] : usualAgents

const INSTALL_TIMEOUT_MS = 600_000

export type Installed = { tag: 'there'; folder: string } | { tag: 'absent'; reason: string }

export async function installAgent(id: AgentId): Promise<Installed> {
  const pinned = join(import.meta.dirname, 'agents', id)
  const folder = join(repository, '.cache', 'acp', id)
  const checked = join(folder, 'checked')
  const lock = createHash('sha256')
    .update(readFileSync(join(pinned, 'package-lock.json')))
    .digest('hex')
  if (existsSync(checked) && readFileSync(checked, 'utf8') === lock) return { tag: 'there', folder }
  process.stderr.write(`Installing ${id} for its tests, once…\n`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(pinned, file), join(folder, file))
  // No agent needs its install scripts, so none run.
  const child = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: INSTALL_TIMEOUT_MS,
    // npm chooses packages by the Node it runs on: it must be the one that runs the agent.
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` },
    shell: process.platform === 'win32',
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [status] = (await once(child, 'close')) as [number | null]
  if (status !== 0) {
    const lastLine = stderr.trim().split('\n').at(-1) ?? ''
    return { tag: 'absent', reason: `${id} could not be installed${lastLine && ` (${lastLine})`}.` }
  }
  const { program, command } = realAgents[id]
  // Users have the agent on their path under this name.
  mkdirSync(join(folder, 'bin'), { recursive: true })
  symlinkSync(join('..', program), join(folder, 'bin', command))
  writeFileSync(checked, lock)
  return { tag: 'there', folder }
}
