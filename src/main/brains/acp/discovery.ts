// The coding agents on this computer, with their versions. Nothing is run that does not have to be: an npm package tells its
// version in a file. What is run, runs in the home folder, never in the open one, and not for long.
import { spawn } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { parseJson } from '../../../base/parse-json.ts'
import { CUSTOM_AGENT } from '../../../shared/coding-agents.ts'
import type { KnownAgent } from '../../../shared/ipc.ts'
import type { Settings } from '../../../shared/settings.ts'
import { agentEnvironment } from './agent-environment.ts'
import { codingAgents, type CodingAgent } from './agents.ts'
import { findProgram, type ProgramSearch } from './find-program.ts'
import { signalGroup } from './process-group.ts'

export interface Discovery {
  /** No program is run that is inside `folder`, the open one: a repository could provide its own. */
  list(
    settings: Pick<Settings, 'brain' | 'acpAgent' | 'acpCommand'>,
    folder: string | null,
  ): Promise<KnownAgent[]>
}

interface Deps {
  environment: NodeJS.ProcessEnv
  home: string
  platform: NodeJS.Platform
  now(): number
}

/** Installing an agent takes longer than this. */
const REMEMBERED_MS = 60_000
const VERSION_MS = 5_000
const MAX_VERSION_OUTPUT = 4_096
/** How far a program may be from the file that describes its package. */
const MAX_DEPTH = 6

const INSTALLED = 'installed'

type Found = Pick<KnownAgent, 'version' | 'install'>

export function createDiscovery({ now, ...where }: Deps): Discovery {
  let last: { at: number; folder: string | null; found: Promise<Map<string, Found>> } | null = null

  async function findAll(root: string | null): Promise<Map<string, Found>> {
    const search: ProgramSearch = { ...where, root }
    return new Map(
      await Promise.all(codingAgents.map(async (agent) => [agent.id, await find(agent, search)] as const)),
    )
  }

  return {
    async list({ brain, acpAgent, acpCommand }, folder) {
      if (!last || last.folder !== folder || now() - last.at > REMEMBERED_MS)
        last = { at: now(), folder, found: findAll(folder) }
      const found = await last.found
      const isInUse = (id: string): boolean => brain === 'acp' && acpAgent === id
      const known = codingAgents.map(({ id, title, install }) => ({
        id,
        title,
        version: null,
        install,
        ...found.get(id),
        inUse: isInUse(id),
      }))
      if (acpCommand === '') return known
      const own = { id: CUSTOM_AGENT, title: 'Another command', version: INSTALLED, install: '' }
      return [...known, { ...own, inUse: isInUse(CUSTOM_AGENT) }]
    },
  }
}

async function find(agent: CodingAgent, search: ProgramSearch): Promise<Found> {
  const program = await findProgram(agent.program, search)
  if (program !== null) return { version: await versionOf(agent, program, search), install: agent.install }
  const hasAdapted = agent.adapts && (await findProgram(agent.adapts.program, search)) !== null
  return { version: null, install: hasAdapted ? agent.adapts!.install : agent.install }
}

async function versionOf(agent: CodingAgent, program: string, search: ProgramSearch): Promise<string> {
  const packaged = agent.npmPackage && (await packageVersion(program, agent.npmPackage))
  if (packaged) return packaged
  return (agent.tellsVersion && (await toldVersion(program, search))) || INSTALLED
}

async function packageVersion(program: string, name: string): Promise<string | null> {
  let folder = path.dirname(await realpath(program).catch(() => program))
  for (let depth = 0; depth < MAX_DEPTH; depth++, folder = path.dirname(folder)) {
    const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '')
    const described = Object(parseJson(text)) as { name?: unknown; version?: unknown }
    if (described.name === name) return shortVersion(String(described.version))
  }
  return null
}

function toldVersion(
  program: string,
  { environment, home, platform }: ProgramSearch,
): Promise<string | null> {
  // Only a shell could start it.
  if (/\.(cmd|bat)$/i.test(program)) return Promise.resolve(null)
  return new Promise((resolve) => {
    const child = spawn(program, ['--version'], {
      cwd: home,
      env: agentEnvironment({ environment, platform, listed: [], program }),
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
      detached: platform !== 'win32',
    })
    let output = ''
    const finish = (): void => {
      clearTimeout(limit)
      signalGroup(child, 'SIGKILL')
      child.stdout.destroy()
      resolve(shortVersion(output))
    }
    const limit = setTimeout(finish, VERSION_MS)
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('latin1')
      if (output.length > MAX_VERSION_OUTPUT) finish()
    })
    child.once('error', finish)
    child.once('close', finish)
  })
}

/** The first version number in what a program says about itself. */
const shortVersion = (text: string): string | null =>
  /\d+(?:\.\d+){1,3}(?:-[\w.]{1,30})?/.exec(text.slice(0, MAX_VERSION_OUTPUT))?.[0] ?? null

const discovery = createDiscovery({
  environment: process.env,
  home: homedir(),
  platform: process.platform,
  now: Date.now,
})

/** The agents Parley knows, and which of them are installed on this computer. */
export const listAgents = (settings: Settings, folder: string | null = null): Promise<KnownAgent[]> =>
  discovery.list(settings, folder)
