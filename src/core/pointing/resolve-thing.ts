// "The loop", "the second result", "the function above": which of the things on screen is meant.
import type { LineRange, ScreenThing } from '../../shared/screen.ts'
import { wordsOfName } from '../understanding/spoken-forms.ts'
import { isBlock, kindsCalled, pluralOf } from './nouns.ts'
import type { Reference, Which } from './reference.ts'
import { canHave, isText, type Looking, type Pointed } from './looking.ts'

/** Those of the things that a noun names, in the order of the view. */
interface Named extends Looking {
  noun: string
  list: readonly ScreenThing[]
}

type Ordered = Extract<Which, { by: 'order' }>

/** Of a list that was cut, only so many from the start are known for certain. */
export const FIRST_KNOWN = 20

export function resolveThing(
  { noun, which }: Extract<Reference, { of: 'thing' }>,
  looking: Looking,
): Pointed {
  const kinds = kindsCalled(noun)
  if (!canHave(kinds, looking.view)) return { tag: 'elsewhere' }
  const list = looking.things.filter(({ kind }) => kinds.includes(kind))
  const named: Named = { ...looking, noun, list }
  if (list.length === 0) return { tag: 'none', why: `I see no ${noun} here.` }
  switch (which.by) {
    case 'this':
      return around(named).length > 0 ? one(around(named).at(-1)) : currentOrNear(named)
    case 'the':
      if (around(named).length > 0) return among(named, around(named))
      // A list marks one of its results, but all of them are results.
      return looking.view.kind === 'search_results' ? among(named, list) : currentOrNear(named)
    case 'step':
      return isText(looking) ? stepInText(named, which.step) : stepInList(named, which.step)
    case 'order':
      return ordered(named, which)
    case 'depth':
      return which.depth === 'outer' ? among(named, around(named).slice(0, 1)) : inside(named)
    case 'name':
      return called(named, which.name)
    case 'file':
      return inFile(named, which.file, which.number)
  }
}

const one = (target: ScreenThing | undefined, noun = 'such thing'): Pointed =>
  target ? { tag: 'one', target } : { tag: 'none', why: `I see no ${noun} here.` }

function among({ noun, at }: Named, targets: readonly ScreenThing[]): Pointed {
  if (targets.length === 0) return { tag: 'none', why: `Line ${at.line} is in no ${noun}.` }
  return targets.length === 1 ? one(targets[0]) : { tag: 'several', noun, targets }
}

const contains = (outer: LineRange, inner: LineRange): boolean =>
  outer.line <= inner.line && outer.endLine >= inner.endLine

/** Those around the user's position, the outermost first. */
const around = (named: Named): ScreenThing[] =>
  isText(named)
    ? named.list
        .filter((thing) => contains(thing, named.at))
        .toSorted((a, b) => b.endLine - b.line - (a.endLine - a.line))
    : []

/** The current one of a list; in a text, whatever is near. */
function currentOrNear(named: Named): Pointed {
  if (isText(named)) return among(named, nearOnes(named))
  const current = indexOfCurrent(named)
  return current < 0 ? among(named, named.list) : one(named.list[current])
}

/** Those in the selection, else in the function around, else in sight. */
function nearOnes({ list, at, things, screen }: Named): readonly ScreenThing[] {
  const selected = list.filter((thing) => contains(at, thing))
  if (selected.length > 0) return selected
  const within = functionAround(things, at)
  const inFunction = within ? list.filter((thing) => contains(within, thing)) : []
  if (inFunction.length > 0) return inFunction
  const { seen } = screen
  return seen ? list.filter(({ line }) => line >= seen.line && line <= seen.endLine) : list
}

const functionAround = (things: readonly ScreenThing[], at: LineRange): ScreenThing | undefined =>
  things.findLast((thing) => (thing.kind === 'function' || thing.kind === 'method') && contains(thing, at))

function stepInText(named: Named, step: number): Pointed {
  const { list, at, noun, screen } = named
  const found =
    step > 0
      ? outermost(list.filter(({ line }) => line > at.endLine))[step - 1]
      : outermost(list.filter(({ endLine }) => endLine < at.line)).at(step)
  if (found) return one(found)
  // Only a part of the file is shown.
  if (screen.all && screen.all.line > 1 && step < 0) return { tag: 'elsewhere' }
  return { tag: 'none', why: `There is no ${noun} ${step > 0 ? 'below' : 'above'} line ${at.line}.` }
}

/** Those that are in no other one. */
const outermost = (list: readonly ScreenThing[]): ScreenThing[] =>
  list.filter((thing) => !list.some((other) => other !== thing && contains(other, thing)))

function indexOfCurrent({ list, view, at }: Named): number {
  const isHere = ({ file = view.file, line, endLine, kind }: ScreenThing): boolean =>
    file === view.file &&
    (kind === 'file' || kind === 'heading' ? line <= at.line && endLine >= at.line : line === at.line)
  // The innermost section around the user's heading.
  return view.line === undefined ? -1 : list.findLastIndex(isHere)
}

function stepInList(named: Named, step: number): Pointed {
  const current = indexOfCurrent(named)
  const to = current < 0 && step > 0 ? step - 1 : current + step
  const found = to < 0 ? undefined : named.list[to]
  const end = step > 0 ? 'last' : 'first'
  return found ? one(found) : { tag: 'none', why: `This is the ${end} ${named.noun}.` }
}

function ordered(named: Named, { number, of }: Ordered): Pointed {
  const { noun, screen } = named
  const list = countedIn(named, of)
  if (screen.cut && number > FIRST_KNOWN) return { tag: 'elsewhere' }
  const found = list.at(number > 0 ? number - 1 : number)
  if (found) return one(found)
  const count = list.length
  if (count === 0) return { tag: 'none', why: `I see no ${noun} here.` }
  const why =
    count === 1 ? `There is only one ${noun} here.` : `There are only ${count} ${pluralOf(noun)} here.`
  return { tag: 'none', why }
}

function countedIn(named: Named, of: Ordered['of']): readonly ScreenThing[] {
  const { list, things, at, screen } = named
  const seen = screen.seen
    ? list.filter(({ line }) => line >= screen.seen!.line && line <= screen.seen!.endLine)
    : list
  if (of === 'seen') return seen
  const isOfBlocks = list.every(({ kind }) => isBlock(kind))
  if (of === 'all' && !isOfBlocks) return list
  const within = functionAround(things, at)
  const inFunction = within ? list.filter((thing) => contains(within, thing)) : []
  // "The second loop" is counted where the user is; nobody counts the loops of a whole file.
  return inFunction.length > 0 || of === 'function' ? inFunction : seen
}

/** "The inner loop": those in the one around the user, or that one if it has none. */
function inside(named: Named): Pointed {
  const innermost = around(named).at(-1)
  if (!innermost) return among(named, [])
  const within = named.list.filter((thing) => thing !== innermost && contains(innermost, thing))
  return among(named, within.length > 0 ? within : [innermost])
}

function called(named: Named, name: string): Pointed {
  const { list, noun } = named
  const said = wordsOfName(name).filter((word) => word !== 'dot')
  const wordsOf = ({ name: own, file = '' }: ScreenThing): string[] => wordsOfName(own ?? file)
  const fits = list.filter((thing) => hasAll(wordsOf(thing), said))
  const exact = fits.filter((thing) => wordsOf(thing).join('') === said.join(''))
  if (fits.length > 0) return among(named, exact.length > 0 ? exact : fits)
  return { tag: 'none', why: `I see no ${noun} called ${name} here.` }
}

const hasAll = (words: readonly string[], said: readonly string[]): boolean =>
  said.length > 0 && (said.every((word) => words.includes(word)) || words.join('') === said.join(''))

function inFile(named: Named, file: string, number: number | null): Pointed {
  const { list, view, noun } = named
  const said = wordsOfName(file).filter((word) => word !== 'dot')
  const fits = list.filter((thing) => hasAll(wordsOfName(thing.file ?? view.file ?? ''), said))
  if (fits.length === 0) return { tag: 'none', why: `I see no ${noun} in ${file} here.` }
  if (number === null) return among(named, fits)
  const files = new Set(fits.map((thing) => thing.file ?? view.file))
  const found = fits.at(number > 0 ? number - 1 : number)
  // The second hunk of which of these files?
  return found && files.size === 1 ? one(found) : among(named, fits)
}
