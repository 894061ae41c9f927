// A checkout is the same on every system: Windows would convert line endings, and formatting and comparisons would
// differ.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

it('text files are checked out with LF, and only Windows command files with CRLF', () => {
  const listed = execFileSync('git', ['ls-files', '--eol'], { cwd: root, encoding: 'utf8' }).split('\n')
  const files = listed.filter(Boolean).map((line) => {
    const [index, , rest = ''] = line.split(/\s+(?=w\/|attr\/)/)
    const [attributes = '', path = ''] = rest.split('\t')
    return { index, attributes: attributes.trim(), path }
  })
  expect(files.length).toBeGreaterThan(500)
  const turned = files
    .filter(({ attributes }) => attributes !== 'attr/-text' && !attributes.endsWith('eol=lf'))
    .map(({ path }) => path)
  expect(turned).toEqual(['build/packaging/bin/parley.cmd'])
  expect(files.filter(({ index }) => index === 'i/crlf' || index === 'i/mixed')).toEqual([])
})
