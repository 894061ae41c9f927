// What a request points at on the screen in front: a selection to make, a question which of several is meant, a sentence
// why there is nothing, or a request whose words mean something on screen.
import type { ViewContext } from '../../shared/conversation.ts'
import { barePhrase, matchCommand } from '../commands/match-command.ts'
import { stripPoliteness } from '../understanding/strip-politeness.ts'
import { findReference } from './find-reference.ts'
import { canGrow, grown, shrunk } from './grow-selection.ts'
import { isBlock, kindsCalled } from './nouns.ts'
import type { Reference } from './reference.ts'
import { lookingAt, type Looking, type Pointed, type Target } from './looking.ts'
import { resolve } from './resolve.ts'
import { parseSelection, type Selection } from './selection.ts'
import { MAX_CHOICES, whichTarget } from './target-words.ts'

/** A request, and the part of it that points. */
export interface PointingRequest {
  text: string
  phrase: string
}

export type Pointing =
  | { tag: 'select'; target: Target }
  | { tag: 'clear' }
  | { tag: 'ask'; question: string; choices: readonly Target[]; request: PointingRequest | null }
  /** Nothing on screen is meant, or the command cannot be done. */
  | { tag: 'told'; text: string }
  /** A request for whoever answers; `phrase` is the part of it that points. */
  | { tag: 'meant'; phrase: string; target: Target }

/** Null for what points at nothing on screen. */
export function understandPointing(text: string, view: ViewContext | null): Pointing | null {
  const phrase = barePhrase(text)
  const selection = phrase === '' ? null : parseSelection(phrase)
  const isCommand = matchCommand(text, null) !== null
  if (selection && (!isCommand || selection.do === 'nothing' || selection.isSaid)) {
    const looking = lookingAt(view)
    const done = looking ? select(selection, looking) : withoutScreen(selection, view)
    if (done) return done
  }
  const looking = isCommand ? null : lookingAt(view)
  return looking && inRequest(text, looking)
}

/** Said in words that leave no other meaning, where nothing can be selected. */
function withoutScreen(selection: Selection, view: ViewContext | null): Pointing | null {
  if (selection.do !== 'select' || !selection.isSaid || !isOfCode(selection.what)) return null
  return told(view?.kind === undefined ? 'Nothing is open to select in.' : 'Nothing here can be selected.')
}

function isOfCode(what: Reference): boolean {
  if (what.of === 'thing') return what.which.by !== 'name' && !isListed(what.noun)
  return what.of !== 'all' && what.of !== 'seen' && what.of !== 'here'
}

/** Results are chosen, and files opened, by commands of their own. */
const isListed = (noun: string): boolean =>
  kindsCalled(noun).some((kind) => kind === 'result' || kind === 'file')

function select(selection: Selection, looking: Looking): Pointing | null {
  switch (selection.do) {
    case 'nothing':
      // A diff always has a current hunk.
      return looking.view.endLine === undefined || looking.view.kind === 'diff'
        ? told('Nothing is selected.')
        : { tag: 'clear' }
    case 'more':
    case 'less': {
      const { lines, isSaid } = selection
      // "More" alone may ask the agent for more.
      if (!canGrow(looking) || (!isSaid && !looking.screen.selecting)) return null
      const target = selection.do === 'more' ? grown(looking, lines) : shrunk(looking, lines)
      return typeof target === 'string' ? told(target) : { tag: 'select', target }
    }
    case 'extend':
      return extend(selection, looking)
    case 'select':
      return selectWhat(selection, looking)
  }
}

function extend(
  { from, to, isSaid }: Extract<Selection, { do: 'extend' }>,
  looking: Looking,
): Pointing | null {
  if (!canGrow(looking)) return null
  // "To line 60" goes there, unless a selection is being made.
  if (!isSaid && to.of !== 'edge' && !looking.screen.selecting) return null
  const start = from === null ? looking.at : resolve(from, looking)
  if ('tag' in start && start.tag !== 'one') return outcomeOf(start, null)
  const { line, endLine } = 'tag' in start ? start.target : start
  const reach = (target: Target): Target => ({
    line: Math.min(line, target.line),
    endLine:
      target.endLine >= line ? (from === null ? Math.max(target.endLine, line) : target.endLine) : endLine,
  })
  const end = resolve(to, looking)
  if (end.tag === 'one') return { tag: 'select', target: reach(end.target) }
  return outcomeOf(end.tag === 'several' ? { ...end, targets: end.targets.map(reach) } : end, null)
}

function selectWhat(
  { what, isSaid }: Extract<Selection, { do: 'select' }>,
  looking: Looking,
): Pointing | null {
  const isNamed = what.of === 'thing' && what.which.by === 'name'
  if (what.of === 'thing' && isListed(what.noun) && looking.view.kind !== 'diff') return null
  // "Show me the file" opens it.
  if (
    what.of === 'thing' &&
    what.noun.endsWith('file') &&
    !isSaid &&
    what.which.by !== 'step' &&
    what.which.by !== 'order'
  )
    return null
  const found = resolve(what, looking)
  if (found.tag === 'none' && isNamed && !isSaid) return null
  if (found.tag === 'elsewhere' && isSaid && isOfCode(what))
    return told('Nothing here can be selected like that.')
  return outcomeOf(found, null)
}

function inRequest(text: string, looking: Looking): Pointing | null {
  const found = findReference(stripPoliteness(text))
  // "This" alone may be the whole file, unless something is selected.
  const isVague = found !== null && /^(?:this|here)$/i.test(found.phrase)
  if (!found || (isVague && looking.view.endLine === undefined)) return null
  const pointed = resolve(found.reference, looking)
  if (mayBeOfConversation(found.reference, pointed)) return null
  return outcomeOf(pointed, { text, phrase: found.phrase })
}

/** "The class" may be the one that the agent has just talked about, unless it is where the user is. */
function mayBeOfConversation(reference: Reference, pointed: Pointed): boolean {
  if (reference.of !== 'thing') return false
  // "The result of the tests" names no file of the list.
  if (reference.which.by === 'file') return pointed.tag === 'none'
  if (reference.which.by !== 'the') return false
  const isDeclared = !isListed(reference.noun) && !kindsCalled(reference.noun).every(isBlock)
  return pointed.tag === 'none' || (pointed.tag === 'several' && isDeclared)
}

function outcomeOf(found: Pointed, request: PointingRequest | null): Pointing | null {
  switch (found.tag) {
    case 'one':
      return request === null
        ? { tag: 'select', target: found.target }
        : { tag: 'meant', phrase: request.phrase, target: found.target }
    case 'several': {
      const question = whichTarget(found.noun, found.targets)
      const choices = found.targets.length > MAX_CHOICES ? [] : found.targets
      return { tag: 'ask', question, choices, request }
    }
    case 'none':
      return told(found.why)
    case 'elsewhere':
      return null
  }
}

const told = (text: string): Pointing => ({ tag: 'told', text })
