// What the agent remembers from one request to the next: what it listed, what it showed, what it need not ask again.
import { plainRequest } from '../../../core/intents/plain-request.ts'
import { spokenPath, wordsOfName } from '../../../core/intents/spoken-forms.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import type { ApprovalKind } from '../../../shared/conversation.ts'
import type { Turn } from './turn.ts'

/** One of several things that may be meant. */
export interface Choice {
  /** What it is called aloud. */
  label: string
  /** Where it is: its words count, too, when it is chosen by name. */
  file: string
  take(turn: Turn): Promise<string>
}

export interface Dialogue {
  listed: readonly Choice[]
  /** The agent asked which of them is meant and has had no answer. */
  asked: boolean
  shown: Artifact | null
  /** The last reply. */
  said: string
  lastFile: string | null
  readonly always: Set<ApprovalKind>
}

export const newDialogue = (): Dialogue => ({
  listed: [],
  asked: false,
  shown: null,
  said: '',
  lastFile: null,
  always: new Set(),
})

/** The one a number means, or words about why there is none. */
export function choiceByNumber({ listed }: Dialogue, number: number): Choice | string {
  if (listed.length === 0) return 'There is no list to choose from. Ask me to find something first.'
  const choice = listed.at(number > 0 ? number - 1 : number)
  if (choice) return choice
  return listed.length === 1 ? 'There is only one.' : `There are only ${listed.length}.`
}

const FILLER = new Set(
  'the a an one ones in of from at to i mean want meant it its is that this open show me file under folder please yes no top'.split(
    ' ',
  ),
)

/** The one that a name can only mean, of those the agent asked about. */
export function choiceByName({ listed, asked }: Dialogue, said: string): Choice | null {
  if (!asked || said.length > 200) return null
  const request = plainRequest(said)
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
