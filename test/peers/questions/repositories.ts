// Three public repositories to ask questions about, each as its package registry has it: downloaded once into .cache,
// at an exact version, verified by its hash.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unpackPackage } from '../../../build/registry-package.ts'
import { repository } from '../../../build/repository.ts'

export const questioned = ['fastify', 'flask', 'gin'] as const
export type Questioned = (typeof questioned)[number]

const FASTIFY = {
  name: 'fastify',
  version: '5.12.8',
  integrity:
    'sha512-moP8exb2sCHLUbJkwp+I6C0padhy4D8lp0SdmzY7HhSdZuqm7O/u3o2aq7u8okaQ//33QDzj3G/u+FsSdB8Qzw==',
}
const FLASK = {
  version: '3.1.0',
  sha256: '5f873c5184c897c8d9d1b05df1e3d01b14910ce69607a117bd3277098a5836ac',
}
const GIN = {
  module: 'github.com/gin-gonic/gin',
  version: 'v1.10.0',
  sum: 'h1:nTuyha1TYqgedzytsKYqna+DfLos46nTv2ygFy86HFU=',
}

const cache = (name: string): string => join(repository, '.cache', 'questions', name)

/** The folder of a repository, or why there is none. */
export async function provideRepository(name: Questioned): Promise<{ folder: string } | { problem: string }> {
  const folder = cache(name)
  mkdirSync(cache(''), { recursive: true })
  const problem = existsSync(folder) ? null : await fetchers[name](folder)
  return problem === null ? { folder } : { problem }
}

const fetchers: Record<Questioned, (folder: string) => Promise<string | null> | string | null> = {
  fastify: (folder) => unpackPackage(FASTIFY, folder),
  flask: (folder) => inPlace(folder, fetchFlask),
  gin: (folder) => inPlace(folder, fetchGin),
}

/** Completely or not at all. */
function inPlace(folder: string, fetch: (into: string) => string | null): string | null {
  const into = `${folder}.unpacking`
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const problem = fetch(into)
  if (problem === null) renameSync(into, folder)
  else rmSync(into, { recursive: true, force: true })
  return problem
}

function fetchFlask(into: string): string | null {
  const scratch = mkdtempSync(join(tmpdir(), 'parley-flask-'))
  try {
    const wanted = join(scratch, 'requirements.txt')
    writeFileSync(wanted, `flask==${FLASK.version} --hash=sha256:${FLASK.sha256}\n`)
    const options = ['--no-deps', '--no-binary', ':all:', '--require-hashes', '--quiet', '--dest', scratch]
    const got = spawnSync('python3', ['-m', 'pip', 'download', ...options, '-r', wanted], {
      encoding: 'utf8',
    })
    if (got.status !== 0)
      return `flask could not be downloaded: ${got.stderr.trim().split('\n').at(-1) ?? ''}`
    const archive = join(scratch, `flask-${FLASK.version}.tar.gz`)
    const untar = spawnSync('tar', ['-xzf', archive, '--strip-components=1', '-C', into])
    return untar.status === 0 ? null : 'flask could not be unpacked'
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function fetchGin(into: string): string | null {
  const modules = mkdtempSync(join(tmpdir(), 'parley-gin-'))
  try {
    const got = spawnSync('go', ['mod', 'download', '-json', `${GIN.module}@${GIN.version}`], {
      cwd: modules,
      encoding: 'utf8',
      env: { ...process.env, GOPATH: modules, GOMODCACHE: join(modules, 'mod'), GOFLAGS: '-modcacherw' },
    })
    const { Dir: at, Sum: sum } = JSON.parse(got.stdout || '{}') as { Dir?: string; Sum?: string }
    if (at === undefined) return 'gin could not be downloaded'
    if (sum !== GIN.sum) return 'gin has an unexpected hash'
    cpSync(at, into, { recursive: true })
    return null
  } finally {
    rmSync(modules, { recursive: true, force: true })
  }
}
