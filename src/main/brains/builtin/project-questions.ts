// "Which version is this", "what does it depend on": answers from the project's own files.
import type { IntentOf } from '../../../core/understanding/intent.ts'
import { MANIFESTS, projectFacts, type ProjectFacts } from '../../../core/understanding/project-facts.ts'
import { inlineCode, placeLink } from '../../../core/understanding/replies/markdown-text.ts'
import { sentenceCase, spokenCount, spokenList } from '../../../core/understanding/replies/spoken-count.ts'
import { answerQuestion } from './answer-question.ts'
import type { Turn } from './turn.ts'

/** The screen lists all of them. */
const MAX_SPOKEN = 4

interface Manifest extends ProjectFacts {
  file: string
}

export async function projectFact(
  { about }: IntentOf<'fact'>,
  question: string,
  turn: Turn,
): Promise<string> {
  const manifests = await readManifests(turn)
  switch (about) {
    case 'version':
      return version(manifests, question, turn)
    case 'dependencies':
      return dependencies(manifests, question, turn)
  }
}

async function readManifests(turn: Turn): Promise<Manifest[]> {
  const read = await turn.look(async (workspace) => {
    const texts = await Promise.all(
      MANIFESTS.map(async (file) => ({
        file,
        text: (await workspace.readText(file).catch(() => null))?.text,
      })),
    )
    return texts.flatMap(({ file, text }) =>
      text === undefined ? [] : [{ file, ...projectFacts(file, text) }],
    )
  })
  return read.ok ? read.value : []
}

async function version(manifests: readonly Manifest[], question: string, turn: Turn): Promise<string> {
  // "Which version of Python do I need" is about what it needs.
  const needed = manifests.find(({ needs }) => needs !== null)
  if (needed && /\b(?:need|require|support|python|node|go|rust|java)s?\b/i.test(question)) {
    const asksForNeed = /\b(?:need|require|support)s?\b/i.test(question)
    if (asksForNeed) return `It needs ${needed.needs}. ${sentenceCase(needed.file)} says so.`
  }
  const found = manifests.find((one) => one.version !== null)
  if (found) return `${found.name ?? 'It'} is at version ${found.version}, says ${found.file}.`
  const declared = await turn.look((workspace, signal) =>
    workspace.search(
      '^\\s*(?:export )?(?:const|var|let|#define|final|static)?\\s*_*version_*\\s*[:=]*\\s*["\'][vV]?\\d',
      {
        limit: 5,
        regex: true,
        signal,
      },
    ),
  )
  const [hit] = declared.ok ? declared.value.hits : []
  const number = /["'][vV]?(\d[\w.+-]*)["']/.exec(hit?.content ?? '')?.[1]
  if (hit && number !== undefined) return `It is version ${number}, says ${hit.file}, line ${hit.line}.`
  return answerQuestion(question, turn)
}

async function dependencies(manifests: readonly Manifest[], question: string, turn: Turn): Promise<string> {
  const readable = manifests.filter((one) => one.dependencies !== null)
  const found = readable.find((one) => (one.dependencies ?? []).length + one.developerDependencies.length > 0)
  if (!found) {
    const [first] = readable
    return first ? `It depends on nothing, says ${first.file}.` : answerQuestion(question, turn)
  }
  const { file, developerDependencies: forDevelopers } = found
  const needed = found.dependencies ?? []
  const list = (names: readonly string[]): string => names.map((name) => `- ${inlineCode(name)}`).join('\n')
  turn.show(
    {
      kind: 'markdown',
      title: 'Dependencies',
      content: [
        `# Dependencies\n\nFrom ${placeLink(file)}.`,
        ...(needed.length > 0 ? ['## To run it', list(needed)] : []),
        ...(forDevelopers.length > 0 ? ['## To develop it', list(forDevelopers)] : []),
      ].join('\n\n'),
    },
    'dependencies',
  )
  const spoken = needed.slice(0, MAX_SPOKEN).map((name) => name.replace(/^.*\//, ''))
  const rest = needed.length - spoken.length
  const named = rest > 0 ? `${spoken.join(', ')} and ${spokenCount(rest, 'other')}` : spokenList(spoken)
  const developer = forDevelopers.length > 0 ? ` Its developers need ${forDevelopers.length} more.` : ''
  return needed.length === 0
    ? `It needs nothing to run.${developer}`
    : `It depends on ${spokenCount(needed.length, 'package')}: ${named}.${developer}`
}
