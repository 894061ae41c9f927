// Writes the table of docs/user/agents.md from the results of the last runs.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { table, withGenerated } from '../../../build/markdown.ts'
import { repository } from '../../../build/repository.ts'
import { deeds, readResults } from './results.ts'

const file = join(repository, 'docs/user/agents.md')
const rows = Object.values(readResults()).map(({ title, version, deeds: done, notes }) => [
  `${title} ${version}`,
  ...deeds.map((deed) => (done[deed] === undefined ? '–' : done[deed] ? '✓' : '✗')),
  [...new Set(notes)].join(' '),
])
const results = table(['agent', ...deeds, 'note'], rows)
writeFileSync(file, withGenerated(readFileSync(file, 'utf8'), 'results', results))
