// The checked-out branch, watched while a real git works in the repository.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Unsubscribe } from '../../src/core/ports/clock.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
const opened: Workspace[] = []
beforeEach(() => {
  folder = createTempFolder({ 'src/a.ts': 'one\n' })
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace.close()))
  folder.remove()
})

function makeRepository(): void {
  folder.git('init', '--quiet', '--initial-branch=trunk')
  folder.commitAll()
}

/** The reported branches of a folder, one by one. */
async function follow(inside = '.'): Promise<(branch: string | null) => Promise<void>> {
  const workspace = await openWorkspace(path.join(folder.path, inside))
  opened.push(workspace)
  let last: string | null | undefined
  const waiting = new Set<() => void>()
  workspace.onBranch((branch) => {
    last = branch
    for (const look of waiting) look()
  })
  return (branch) =>
    new Promise((resolve) => {
      const look = (): void => {
        if (last !== branch) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
}

describe('The branch', () => {
  it('follows every checkout, also of a commit without a branch', async () => {
    makeRepository()
    const becomes = await follow()
    await becomes('trunk')
    folder.git('checkout', '--quiet', '-b', 'feature/voice')
    await becomes('feature/voice')
    folder.git('checkout', '--quiet', '--detach')
    await becomes(folder.git('rev-parse', '--short', 'HEAD').trim())
    folder.git('checkout', '--quiet', 'trunk')
    await becomes('trunk')
    folder.git('branch', '--move', 'main')
    await becomes('main')
  })

  it('is followed from a folder inside the repository', async () => {
    makeRepository()
    const becomes = await follow('src')
    await becomes('trunk')
    folder.git('checkout', '--quiet', '-b', 'other')
    await becomes('other')
  })

  it('of a worktree is its own, though git stores it elsewhere', async () => {
    makeRepository()
    folder.git('worktree', 'add', '--quiet', '-b', 'side', 'beside')
    const becomes = await follow('beside')
    await becomes('side')
    folder.git('-C', path.join(folder.path, 'beside'), 'checkout', '--quiet', '-b', 'another')
    await becomes('another')
  })

  it('is reported when a repository appears, disappears and reappears', async () => {
    const becomes = await follow()
    await becomes(null)
    makeRepository()
    await becomes('trunk')
    rmSync(path.join(folder.path, '.git'), { recursive: true })
    await becomes(null)
    folder.git('init', '--quiet', '--initial-branch=again')
    await becomes('again')
    folder.git('checkout', '--quiet', '-b', 'onwards')
    await becomes('onwards')
  })

  it('is not reported after unsubscribing', async () => {
    makeRepository()
    const workspace = await openWorkspace(folder.path)
    opened.push(workspace)
    const heard: (string | null)[] = []
    const stop = await new Promise<Unsubscribe>((resolve) => {
      const unsubscribe = workspace.onBranch((branch) => {
        heard.push(branch)
        resolve(() => unsubscribe())
      })
    })
    stop()
    const next = new Promise((resolve) => {
      workspace.onBranch((branch) => {
        if (branch !== 'trunk') resolve(branch)
      })
    })
    folder.git('checkout', '--quiet', '-b', 'other')
    expect(await next).toBe('other')
    expect(heard).toEqual(['trunk'])
  })
})

it('a commit is a change on disk, though no file of the project changes', async () => {
  makeRepository()
  folder.write('src/a.ts', 'two\n')
  const workspace = await openWorkspace(folder.path)
  opened.push(workspace)
  await new Promise<void>((resolve) => void workspace.onBranch(() => resolve()))
  const changed = new Promise<void>((resolve) => void workspace.onChange(resolve))
  folder.commitAll()
  await changed
  expect((await workspace.workingChanges()).diff).toBe('')
})
