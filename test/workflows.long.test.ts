// The workflows are valid, and pin every third-party action to a commit.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installActionlint } from '../build/actionlint.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.github', 'workflows')
const files = readdirSync(folder).map((name) => join(folder, name))
const textOf = (file: string): string => readFileSync(file, 'utf8')

const actionlint = installActionlint()
if (actionlint.tag === 'absent') {
  if (process.env['PARLEY_DEMAND_ALL'] === '1') throw new Error(actionlint.reason)
  process.stderr.write(`SKIPPED: the workflows are not linted, ${actionlint.reason}\n`)
}

describe('the workflows', () => {
  it.skipIf(actionlint.tag === 'absent')('pass actionlint', () => {
    if (actionlint.tag === 'absent') return
    const { stdout, status } = spawnSync(actionlint.program, ['-no-color', ...files], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, ''])
  })

  it('pin actions by digest, with the version next to it, and use one version everywhere', () => {
    const used = files.flatMap((file) => [...textOf(file).matchAll(/uses: (\S+)(.*)/g)])
    const foreign = used.filter(([, action]) => !action!.startsWith('./'))
    expect(foreign.length).toBeGreaterThan(8)
    for (const [line, action, comment] of foreign) {
      expect(action, line).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
      expect(comment, line).toMatch(/^ # v\d+\.\d+\.\d+$/)
    }
    const names = new Set(foreign.map(([, action]) => action!.split('@')[0]))
    expect(new Set(foreign.map(([, action]) => action)).size).toBe(names.size)
  })

  it('have minimal permissions, and never run untrusted code with them', () => {
    for (const file of files) {
      const text = textOf(file)
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
      expect(text).not.toContain('pull_request_target')
      expect([...text.matchAll(/persist-credentials: false/g)].length).toBe(
        [...text.matchAll(/uses: actions\/checkout@/g)].length,
      )
    }
  })
})
