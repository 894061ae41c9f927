// The whole app opens a hostile repository that was just cloned, and nothing of it runs.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repository } from '../../build/repository.ts'
import { createHostileRepositories, snapshot, type HostileRepositories } from '../hostile-repositories.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let hostile: HostileRepositories
let folder: TempFolder
let app: ChildProcess | undefined
beforeEach(async () => {
  hostile = await createHostileRepositories()
  folder = createTempFolder()
})
afterEach(async () => {
  if (app && app.exitCode === null) {
    const ended = once(app, 'close')
    app.kill('SIGTERM')
    await ended
  }
  app = undefined
  folder.remove()
  await hostile.remove()
})

/** Commands of git that the app has finished, in order. */
function watchedGit(): () => string[] {
  const seen = path.join(folder.path, 'seen')
  const real = process.env['PATH']!.split(':').find((one) => existsSync(path.join(one, 'git')))
  const word = 'for word; do case $word in -*) ;; *) break ;; esac; done'
  const script = `#!/bin/sh\n'${real}/git' "$@"; code=$?\n${word}\necho "$word" >> '${seen}'\nexit $code\n`
  chmodSync(folder.write('bin/git', script), 0o755)
  return () => (existsSync(seen) ? readFileSync(seen, 'utf8').split('\n') : [])
}

describe.runIf(process.platform === 'linux')('An app that opens a repository with', () => {
  it.each([
    'an upload program of a promisor remote',
    'a filter whose name has an equals sign',
    'a project with such a folder in it',
    'links, pipes and devices',
  ])(
    '%s runs nothing of it, reaches nothing and changes nothing',
    async (name) => {
      const { root, whole } = hostile.make(name)
      const finished = watchedGit()
      hostile.traces()
      const before = snapshot(whole)
      const profile = path.join(folder.path, 'profile')
      const args = ['--workspace', root, '--profile', profile, '--port', '0']
      const child = spawn(process.execPath, [path.join(repository, 'build/serve.ts'), ...args], {
        cwd: repository,
        env: { ...process.env, PATH: `${path.join(folder.path, 'bin')}:${process.env['PATH']}` },
      })
      app = child
      await once(createInterface({ input: child.stdout }), 'line')
      // The branch is shown at once; the names of all branches are asked for with those of the index.
      await expect.poll(finished, { timeout: 60_000 }).toContain('symbolic-ref')
      await expect.poll(finished, { timeout: 60_000 }).toContain('for-each-ref')
      child.kill('SIGTERM')
      await once(child, 'close')
      expect(hostile.traces()).toEqual([])
      expect(snapshot(whole)).toEqual(before)
    },
    180_000,
  )
})
