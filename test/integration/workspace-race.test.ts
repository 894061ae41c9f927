// Another process swaps a folder of the workspace for a link, back and forth, as fast as the disk allows.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { FaultError } from '../../src/shared/errors.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

const ATTEMPTS = 1000
/** Each waits for the disk. */
const WRITES = 150
const SWAPPER = `
  const { renameSync, rmSync, symlinkSync } = require('node:fs')
  // A write may have made the folder anew while it was away.
  const clear = () => { try { rmSync(folder, { recursive: true, force: true }) } catch {} }
  const again = (work) => { for (;;) try { clear(); return work() } catch {} }
  const [folder, outside] = process.argv.slice(1)
  process.stdout.write('swapping')
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let round = 0; ; round++) {
    // On a busy machine a reader would otherwise meet the link every time.
    if (round % 10 === 0) Atomics.wait(clock, 0, 0, 2)
    renameSync(folder, folder + '.aside')
    again(() => symlinkSync(outside, folder))
    again(() => renameSync(folder + '.aside', folder))
  }`

let folder: TempFolder
let workspace: Workspace
let swapper: ChildProcess
beforeEach(async () => {
  folder = createTempFolder({
    'open/sub/a.txt': 'ours\n',
    'outside/a.txt': 'secret\n',
  })
  mkdirSync(path.join(folder.path, 'open/sub/deep'))
  mkdirSync(path.join(folder.path, 'outside/deep'))
  workspace = await openWorkspace(path.join(folder.path, 'open'))
  const paths = [path.join(folder.path, 'open/sub'), path.join(folder.path, 'outside')]
  swapper = spawn(process.execPath, ['-e', SWAPPER, ...paths], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(swapper.stdout!, 'data')
})
afterEach(async () => {
  expect(swapper.exitCode).toBeNull()
  const ended = once(swapper, 'exit')
  swapper.kill('SIGKILL')
  await ended
  await workspace.close()
  folder.remove()
})

/** The result, or null for a refusal. */
const tried = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof FaultError) return null
    throw error
  })

describe.runIf(process.platform === 'linux')('While a folder is swapped for a link that leads out', () => {
  it('nothing outside is read', async () => {
    const seen = new Set<string | undefined>()
    for (let at = 0; at < ATTEMPTS || !seen.has('ours\n'); at++) {
      seen.add((await tried(workspace.readText('sub/a.txt')))?.text)
      seen.add((await tried(workspace.readLines('sub/a.txt', { line: 1, around: 0 })))?.lines[0])
    }
    expect(seen).not.toContain('secret\n')
    expect(seen).not.toContain('secret')
    expect(seen).toContain('ours\n')
  }, 60_000)

  it('nothing outside is written, created or deleted', async () => {
    const outside = path.join(folder.path, 'outside')
    let written = 0
    for (let at = 0; at < WRITES || written === 0; at++) {
      if (await tried(workspace.writeText('sub/a.txt', `ours ${at}\n`))) written++
      await tried(workspace.writeText(`sub/deep/${at}/new.txt`, 'new\n'))
      await tried(workspace.deleteFile(`sub/deep/${at}/new.txt`))
      const astray = existsSync(path.join(outside, 'deep', String(at)))
      expect(astray).toBe(false)
    }
    expect(readdirSync(outside).toSorted()).toEqual(['a.txt', 'deep'])
    expect(readdirSync(path.join(outside, 'deep'))).toEqual([])
    expect(readFileSync(path.join(outside, 'a.txt'), 'utf8')).toBe('secret\n')
  }, 60_000)

  it('a file outside of the same name is not deleted', async () => {
    const theirs = path.join(folder.path, 'outside/gone.txt')
    writeFileSync(theirs, 'theirs\n')
    for (let at = 0; at < WRITES; at++) {
      await tried(workspace.writeText('sub/gone.txt', 'theirs\n'))
      await tried(workspace.deleteFile('sub/gone.txt'))
    }
    expect(readFileSync(theirs, 'utf8')).toBe('theirs\n')
  }, 60_000)
})
