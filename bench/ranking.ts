// How often the file that answers a question is among the first three that the index finds, for the questions of
// test/peers/questions. The second table was not looked at while the index was built. Compared with ripgrep: the files
// with most lines that contain a word of the question.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { z } from 'zod'
import { repository } from '../build/repository.ts'
import { searchTerms } from '../src/core/understanding/search-terms.ts'
import { openWorkspace } from '../src/main/workspace/open-workspace.ts'
import { provideRepository, questioned } from '../test/peers/questions/repositories.ts'
import { waitForIndex } from '../test/wait-for-index.ts'
import type { Figure } from './measure.ts'

const FIRST = 3
const TABLES = ['development', 'independent'] as const

const question = z.object({
  repo: z.enum(questioned),
  ask: z.string(),
  expect: z.object({ files: z.array(z.string()).optional() }),
})

export async function rankingFigures(): Promise<Figure[]> {
  const right = new Map<string, { asked: number; ours: number; peer: number }>()
  for (const repo of questioned) {
    const provided = await provideRepository(repo)
    if ('problem' in provided) {
      process.stderr.write(`${provided.problem}\n`)
      return []
    }
    const workspace = await openWorkspace(provided.folder)
    await waitForIndex(workspace)
    for (const name of TABLES) {
      const sum = right.get(name) ?? { asked: 0, ours: 0, peer: 0 }
      right.set(name, sum)
      for (const { ask, expect } of questionsOf(name).filter((one) => one.repo === repo)) {
        const { files } = expect
        if (!files) continue
        const isRight = (found: readonly string[]): number =>
          Number(found.some((file) => files.includes(file)))
        const { passages } = await workspace.passages(ask, { limit: 24 })
        sum.asked++
        sum.ours += isRight([...new Set(passages.map(({ file }) => file))].slice(0, FIRST))
        sum.peer += isRight(withMostLines(provided.folder, ask).slice(0, FIRST))
      }
    }
    await workspace.close()
  }
  return [...right].map(([name, { asked, ours, peer }]) => ({
    what: `${asked} questions of the ${name} table whose file is among the first ${FIRST}`,
    ours: `${Math.round((ours / asked) * 100)} %`,
    peer: `${Math.round((peer / asked) * 100)} % by rg, most lines with a word of the question`,
    ratio: ours / peer,
  }))
}

const questionsOf = (name: string) =>
  z
    .array(question)
    .parse(JSON.parse(readFileSync(join(repository, 'test', 'peers', 'questions', `${name}.json`), 'utf8')))

function withMostLines(root: string, ask: string): string[] {
  const words = searchTerms(ask).flatMap(({ word }) => ['-e', word])
  if (words.length === 0) return []
  const { stdout } = spawnSync(
    rgPath,
    ['--no-config', '--count', '--ignore-case', '--fixed-strings', ...words, '--', '.'],
    { cwd: root, encoding: 'utf8' },
  )
  return stdout
    .trim()
    .split('\n')
    .map((line) => /^(?:\.\/)?(.*):(\d+)$/.exec(line))
    .flatMap((found) => (found ? [{ file: found[1]!, lines: Number(found[2]) }] : []))
    .sort((a, b) => b.lines - a.lines || (a.file < b.file ? -1 : 1))
    .map(({ file }) => file)
}
