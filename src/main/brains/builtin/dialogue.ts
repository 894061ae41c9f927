// What the brain remembers from one request to the next: what it listed and showed, and what the user always allows.
import { stripPoliteness } from '../../../core/understanding/strip-politeness.ts'
import { spokenPath, wordsOfName } from '../../../core/understanding/spoken-forms.ts'
import type { Intent, IntentOf } from '../../../core/understanding/intent.ts'
import type { CodeSymbol, CommandPurpose } from '../../../core/tools/codebase.ts'
import type { TestFailure } from '../../../core/tools/test-failures.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import type { ApprovalKind } from '../../../shared/conversation.ts'
import type { Turn } from './turn.ts'

/** One of several things the user may mean. */
export interface Choice {
  /** Its spoken name. */
  label: string
  /** The words of its path count as well when the user chooses by name. */
  file: string
  take(turn: Turn): Promise<string>
}

export interface RanCommand {
  command: string
  purpose?: CommandPurpose | undefined
  reply: string
  failures: readonly TestFailure[]
  /** The failure that the user chose of several; null for the first. */
  chosen: TestFailure | null
  /** It runs in the background. */
  isServer?: boolean
  /** What was shown when it ended: "open it" means the failed test for as long as that is in front. */
  shown: Artifact | null
}

/** What the last answer was about: "it". */
export interface Focus {
  file: string
  startLine: number
  endLine: number
  /** Null for a part of a document, or lines outside any symbol. */
  symbol: CodeSymbol | null
  /** Something else that the answer showed with it: as long as that is in front as it came, "it" is this symbol. */
  beside?: Artifact
}

/** A question about something with a name. */
export type AboutName = Extract<
  Intent,
  { kind: 'usages' | 'define' | 'explain' | 'tests_of' | 'impact' | 'flow' }
>

export interface Dialogue {
  listed: readonly Choice[]
  /** The one that was opened last. */
  taken: Choice | null
  /** The brain asked which of them is meant and has no answer yet. */
  asked: boolean
  shown: Artifact | null
  /** The last reply. */
  said: string
  lastFile: string | null
  focus: Focus | null
  /** The last question in plain words. */
  question: string | null
  /** The last question, if it was about a name: "what about moor" asks the same about another one. */
  aboutName: AboutName | null
  /** The last command that ran, with the tests that failed. */
  ran: RanCommand | null
  readonly always: Set<ApprovalKind>
}

export const newDialogue = (): Dialogue => ({
  listed: [],
  taken: null,
  asked: false,
  shown: null,
  said: '',
  lastFile: null,
  focus: null,
  question: null,
  aboutName: null,
  ran: null,
  always: new Set(),
})

/** The failed test that "it" means. */
export const failureMeant = ({ chosen, failures }: RanCommand): TestFailure | null =>
  chosen ?? failures[0] ?? null

/** Remembers what failed and was no test, for "why" and "again". What succeeds leaves the last tests in mind. */
export function rememberFailed(
  dialogue: Dialogue,
  ran: Pick<RanCommand, 'command' | 'reply' | 'isServer'>,
): string {
  dialogue.ran = { ...ran, failures: [], chosen: null, shown: dialogue.shown }
  return ran.reply
}

/** The choice with a number, or a sentence that says why there is none. */
export function choiceByNumber({ listed }: Dialogue, number: number): Choice | string {
  if (listed.length === 0) return 'There is no list to choose from. Ask me to find something first.'
  const choice = listed.at(number > 0 ? number - 1 : number)
  if (choice) return choice
  return listed.length === 1 ? 'There is only one.' : `There are only ${listed.length}.`
}

/** Goes on in the list: "next", "previous one". */
export function stepInList({ dialogue, ...turn }: Turn, by: 1 | -1): Promise<string> | string {
  const { listed, taken } = dialogue
  if (listed.length === 0) return 'There is no list to go through. Ask me to find something first.'
  const choice = listed[(taken === null ? -1 : listed.indexOf(taken)) + by]
  return choice
    ? takeChoice(choice, { ...turn, dialogue })
    : by > 0
      ? 'That was the last one.'
      : 'That was the first one.'
}

export function takeChoice(choice: Choice, turn: Turn): Promise<string> {
  turn.dialogue.taken = choice
  return choice.take(turn)
}

/** The first result of the file that has the most results, or the fewest. */
export function chooseMost({ fewest }: IntentOf<'choose_most'>, turn: Turn): Promise<string> | string {
  const { listed } = turn.dialogue
  const counts = new Map<string, number>()
  for (const { file } of listed) counts.set(file, (counts.get(file) ?? 0) + 1)
  const ordered = [...counts].sort((a, b) => b[1] - a[1])
  // A list without counts begins with the most.
  const isEven = ordered[0]?.[1] === ordered.at(-1)?.[1]
  const least = isEven ? ordered.at(-1) : ordered.find(([, count]) => count === ordered.at(-1)?.[1])
  const meant = fewest ? least : ordered[0]
  const choice = listed.find(({ file }) => file === meant?.[0])
  return choice
    ? takeChoice(choice, turn)
    : 'There is no list to choose from. Ask me to find something first.'
}

const FILLER = new Set(
  'the a an one ones in of from at to i mean want meant it its is that this open show me file under folder please yes no top'.split(
    ' ',
  ),
)

/** The only choice that fits a name, of those the brain asked about. */
export function choiceByName({ listed, asked }: Dialogue, said: string): Choice | null {
  if (!asked || said.length > 200) return null
  const request = stripPoliteness(said)
  const words = wordsOfName(spokenPath(request)).filter((word) => !FILLER.has(word))
  if (words.length === 0) {
    return /\btop\b/i.test(request) ? only(listed.filter(({ file }) => !file.includes('/'))) : null
  }
  const same = listed.filter(({ label }) => wordsOfName(label).join('') === words.join(''))
  if (same.length === 1) return only(same)
  const alike = listed.filter(({ label, file }) => {
    const its = new Set([...wordsOfName(label), ...wordsOfName(file)])
    return words.every((word) => its.has(word))
  })
  return only(alike)
}

const only = (choices: readonly Choice[]): Choice | null =>
  choices.length === 1 ? (choices[0] ?? null) : null
