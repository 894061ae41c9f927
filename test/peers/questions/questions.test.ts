// Plain questions about three public repositories, with follow-ups, asked of the built-in agent alone. They were written
// from the sources, without knowledge of the agent. It was built with the first table; the second was not looked at.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Heard, startConversation } from '../../integration/builtin-conversation.ts'
import { provideRepository, questioned } from './repositories.ts'

const expected = z.object({
  /** Any of these is among the first three files that the answer shows. */
  files: z.array(z.string()).optional(),
  /** Any of these is said or shown. */
  says: z.array(z.string()).optional(),
})
const question = z.object({
  repo: z.enum(questioned),
  type: z.enum(['a', 'b', 'c', 'd', 'e']),
  ask: z.string(),
  expect: expected,
  followUps: z.array(z.object({ ask: z.string(), expect: expected })).default([]),
})
type Question = z.infer<typeof question>

const table = (name: string): Question[] =>
  z.array(question).parse(JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')))

/** What has to be right: 80 of 100 is the goal for questions that nobody looked at. */
const tables = [
  { name: 'development', questions: table('development'), atLeast: 0.9, followUpsAtLeast: 0.85 },
  { name: 'independent', questions: table('independent'), atLeast: 0.85, followUpsAtLeast: 0.7 },
]

function filesShown(heard: Heard): string[] {
  const files = new Set<string>()
  // The newest is in front; each shows only its last version.
  for (const artifact of [...new Map(heard.artifacts.map((one) => [one.id, one])).values()].toReversed()) {
    if ('file' in artifact && artifact.file !== undefined) files.add(artifact.file)
    if (artifact.kind === 'search_results') for (const { file } of artifact.results) files.add(file)
    if (artifact.kind === 'markdown')
      for (const [, link = ''] of artifact.content.matchAll(/\]\(\/([^)#]+)/g))
        files.add(decodeURIComponent(link))
  }
  return [...files].slice(0, 3)
}

function isRight(heard: Heard, { files = [], says = [] }: z.infer<typeof expected>): boolean {
  if (filesShown(heard).some((file) => files.includes(file))) return true
  const text = `${heard.said} ${JSON.stringify(heard.artifacts)}`.toLowerCase()
  return says.some((words) => text.includes(words.toLowerCase()))
}

/** The window shows the newest artifact, and tells the agent so. */
function viewAfter(heard: Heard): {
  view?: { kind: Heard['artifacts'][number]['kind']; file?: string; line?: number }
} {
  const front = heard.artifacts.at(-1)
  if (!front) return {}
  return {
    view: {
      kind: front.kind,
      ...('file' in front && front.file !== undefined && { file: front.file }),
      ...('focusLine' in front && front.focusLine !== undefined && { line: front.focusLine }),
    },
  }
}

const provided = new Map(
  await Promise.all(questioned.map(async (repo) => [repo, await provideRepository(repo)] as const)),
)
const missing = [...provided.values()].flatMap((one) => ('problem' in one ? [one.problem] : []))
if (missing.length > 0 && process.env['PARLEY_DEMAND_ALL'] === '1') throw new Error(missing.join('; '))

describe.skipIf(missing.length > 0).each(tables)(
  'The questions of the $name table',
  ({ questions, atLeast, followUpsAtLeast }) => {
    const right = { questions: [] as boolean[], followUps: [] as boolean[] }
    const wrong: string[] = []

    const note = (list: boolean[], ok: boolean, said: string, heard: Heard): void => {
      list.push(ok)
      if (!ok) wrong.push(`${said} → ${heard.said} (${filesShown(heard).join(', ')})`)
    }

    describe.each(questioned)('about %s', (repo) => {
      let talk: Awaited<ReturnType<typeof startConversation>>
      beforeAll(async () => {
        const there = provided.get(repo)
        if (there && 'folder' in there) talk = await startConversation(there.folder)
      })
      afterAll(() => talk?.close())

      it('are all answered, and nothing asked changes anything', async () => {
        for (const { ask, expect: wanted, followUps } of questions.filter((one) => one.repo === repo)) {
          let heard = await talk.ask(ask, { answer: 'deny' })
          expect(heard.outcome, ask).toBe('completed')
          expect(heard.approvals, ask).toEqual([])
          note(right.questions, isRight(heard, wanted), ask, heard)
          let shown = viewAfter(heard)
          for (const next of followUps) {
            heard = await talk.ask(next.ask, { answer: 'deny', ...shown })
            expect(heard.outcome, next.ask).toBe('completed')
            note(right.followUps, isRight(heard, next.expect), `${ask} > ${next.ask}`, heard)
            if (heard.artifacts.length > 0) shown = viewAfter(heard)
          }
        }
      })
    })

    it('are answered rightly as often as promised', () => {
      const share = (list: readonly boolean[]): number => list.filter(Boolean).length / list.length
      const figures = `${right.questions.filter(Boolean).length} of ${right.questions.length} questions, ${right.followUps.filter(Boolean).length} of ${right.followUps.length} follow-ups`
      process.stderr.write(`${figures}\n`)
      const report = `${figures}\n${wrong.join('\n')}`
      expect(right.questions.length).toBeGreaterThanOrEqual(66)
      expect(share(right.questions), report).toBeGreaterThanOrEqual(atLeast)
      expect(share(right.followUps), report).toBeGreaterThanOrEqual(followUpsAtLeast)
    })
  },
)
