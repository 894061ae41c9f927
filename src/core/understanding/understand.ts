// Finds what the user wants from the text alone. Grammars are forgiving about how something is asked; a text that does
// not clearly ask for one of the intents is `unknown`, and the agent says what it can do.
import { parseBranchRequest } from './branch-grammar.ts'
import { parseChangeRequest } from './change-grammar.ts'
import { parseEditRequest } from './edit-grammar.ts'
import { parseEditorRequest } from './editor-grammar.ts'
import { parseExplainRequest } from './explain-grammar.ts'
import { parseFindRequest } from './find-grammar.ts'
import type { Intent } from './intent.ts'
import { parseGitRequest } from './git-grammar.ts'
import { parseMeasureRequest } from './measure-grammar.ts'
import { parseOpenRequest } from './open-grammar.ts'
import { parseAnyQuestion, parseFlowQuestion, parseQuestion } from './question-grammar.ts'
import { parseRunRequest } from './run-grammar.ts'
import { parseServerRequest } from './server-grammar.ts'
import { stripPoliteness } from './strip-politeness.ts'
import { parseUnsupported } from './unsupported.ts'
import { parseBareAnswer, parseCommand, parseWindowRequest } from './window-grammar.ts'

/** Nobody asks for something in more characters; the rest of a pasted page is ignored. */
const MAX_REQUEST_LENGTH = 1000

export interface Grammar {
  id: string
  parse(asked: string): Intent | null
}

/** The first grammar that understands a request decides, so narrow ones come before broad ones. */
export const grammars: readonly Grammar[] = [
  { id: 'command', parse: parseCommand },
  { id: 'window', parse: parseWindowRequest },
  { id: 'editor', parse: parseEditorRequest },
  { id: 'edit', parse: parseEditRequest },
  { id: 'server', parse: parseServerRequest },
  { id: 'git', parse: parseGitRequest },
  { id: 'question', parse: parseQuestion },
  { id: 'branch', parse: parseBranchRequest },
  { id: 'change', parse: parseChangeRequest },
  { id: 'run', parse: parseRunRequest },
  { id: 'measure', parse: parseMeasureRequest },
  { id: 'explain', parse: parseExplainRequest },
  { id: 'flow', parse: parseFlowQuestion },
  { id: 'unsupported', parse: parseUnsupported },
  { id: 'find', parse: parseFindRequest },
  { id: 'open', parse: parseOpenRequest },
  { id: 'answer', parse: parseBareAnswer },
  { id: 'any question', parse: parseAnyQuestion },
]

export function understand(said: string, list: readonly Grammar[] = grammars): Intent {
  const correction = selfCorrection(said.slice(0, MAX_REQUEST_LENGTH))
  // "Open the config, no wait": the user takes it back.
  if (correction.tag === 'nothing') return { kind: 'stop' }
  const isCut = said.length > MAX_REQUEST_LENGTH
  const instead = correction.tag === 'instead' ? intentOf(correction.text, isCut, list) : null
  return instead !== null && instead.kind !== 'unknown' ? instead : intentOf(said, isCut, list)
}

function intentOf(text: string, isCut: boolean, list: readonly Grammar[]): Intent {
  const asked = stripPoliteness(text.slice(0, MAX_REQUEST_LENGTH))
  if (asked === '') return { kind: 'unknown' }
  for (const { parse } of list) {
    const intent = parse(asked)
    // Never change or run the half of a request.
    if (intent) return isCut && CHANGES_SOMETHING.has(intent.kind) ? { kind: 'unknown' } : intent
  }
  return { kind: 'unknown' }
}

const CHANGES_SOMETHING: ReadonlySet<Intent['kind']> = new Set([
  'replace',
  'rename',
  'create',
  'command',
  'run_again',
  'script',
  'server',
  'git',
])

// People say what they did not mean, and then what they do: "open index, no sorry, open app dot ts".
const TAKEN_BACK =
  'no,? wait|wait,? no|no,? sorry|sorry,? no|no,? actually|actually,? no|scratch that|strike that|no no'
const REPHRASED = 'i mean(?:t)?(?: to say)?|or rather|correction|let me rephrase|oops'
const BEFORE = '(?:^|[\\s,.;:-]+)'
const CORRECTION = new RegExp(`${BEFORE}(?:${TAKEN_BACK}|${REPHRASED})[\\s,.;:!-]+(?=\\S)`, 'gi')
const TAKEN_BACK_AT_END = new RegExp(`\\S${BEFORE}(?:${TAKEN_BACK})[\\s,.;:!-]*$`, 'i')

type SelfCorrection =
  | { tag: 'none' }
  /** The user took the request back and asked for nothing else. */
  | { tag: 'nothing' }
  | { tag: 'instead'; text: string }

function selfCorrection(said: string): SelfCorrection {
  // What is between quotes is meant as it stands.
  if (/["“”`]/.test(said)) return { tag: 'none' }
  if (TAKEN_BACK_AT_END.test(said)) return { tag: 'nothing' }
  let at = -1
  for (const found of said.matchAll(CORRECTION)) at = found.index + found[0].length
  return at < 0 ? { tag: 'none' } : { tag: 'instead', text: said.slice(at) }
}
