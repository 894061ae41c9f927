// Describes a hunk of code: what it does to declarations, and to what is in them.
import { numberWord, spokenCount } from '../../understanding/replies/spoken-count.ts'
import type { CodeSymbol } from '../../tools/codebase.ts'
import {
  type ChangedDeclarations,
  changedDeclarations,
  isPartOf,
  noDeclarations,
  squeezed,
  symbolsNear,
} from './changed-declarations.ts'
import { codeClauses } from './code-clauses.ts'
import { codeFacts } from './code-facts.ts'
import type { Fact } from './fact.ts'
import {
  blockEnd,
  type CodeHunk,
  innermost,
  isMarkedTest,
  isTestName,
  linesWithout,
  openBefore,
  type Side,
  sideOf,
} from './code-sides.ts'
import { clausesApart } from './clauses-apart.ts'
import { commentClauses, fieldBelow, symbolBelow } from './comment-clauses.ts'
import { declarationClauses } from './declaration-clauses.ts'
import type { HunkLine } from './hunk-lines.ts'
import { hunkSentence, saidName, saidNames } from './hunk-sentence.ts'
import { importMemberClauses } from './import-members.ts'
import { isEqual, isPart, onlyDifference } from './only-difference.ts'
import { placeInFile, nameInHeading, placeInSymbols, testAround } from './place-of-change.ts'
import { quotedString, textChange } from './text-change.ts'

export function describeCode(hunk: CodeHunk): string {
  const { lines, before, after, isTest } = hunk
  const open = openBefore(hunk)
  const old = sideOf(hunk, '+', before, open)
  const now = sideOf(hunk, '-', after, open)
  const declared =
    before !== null && after !== null ? changedDeclarations(lines, before, after) : noDeclarations()
  const tests = new Set([
    ...declared.added.filter((symbol) => isMarkedTest(symbol, now, 'after')),
    ...declared.removed.filter((symbol) => isMarkedTest(symbol, old, 'before')),
  ])
  if (isTest) {
    // What is declared in a new test is a part of it.
    declared.added = outsideTests(declared.added, now, 'after', hunk)
    declared.removed = outsideTests(declared.removed, old, 'before', hunk)
  }
  const clauses = declarationClauses(
    declared,
    (symbol) => tests.has(symbol) || (isTest && isTestName(symbol)),
  )
  const { place, isNamed: placeIsNamed } = placeOf(hunk, declared)

  const comments = commentClauses(old, now, declared)
  if (isEqual(old.tokens, now.tokens)) {
    // What was moved has the same code on both sides of its hunk.
    const only = [...clauses, ...comments]
    const above =
      clauses.length === 0 &&
      !placeIsNamed &&
      comments.every((clause) => clause.endsWith('comment') || clause.endsWith('the documentation'))
        ? symbolBelow(hunk)
        : ''
    if (above !== '' && comments.length > 0) {
      const isDoc = now.comments.length > 0 && now.comments.every((one) => one.isDoc)
      return isDoc
        ? hunkSentence('', [
            comments[0]!.startsWith('adds') ? `documents ${above}` : `changes the documentation of ${above}`,
          ])
        : hunkSentence(`above ${above}`, comments)
    }
    if (clauses.length === 0 && declared.documented.length > 0) return hunkSentence('', comments)
    const field = only.length === 1 && comments.length === 1 ? fieldBelow(now, lines) : ''
    if (field !== '' && /\bcomments?$|documentation$/.test(only[0]!))
      return hunkSentence(place, [`${only[0]} of the field ${field}`])
    return only.length > 0
      ? hunkSentence(clauses.length > 0 ? '' : place, only)
      : hunkSentence(place, ['only changes the layout of the code'])
  }
  const members = clauses.length === 0 ? importMemberClauses(hunk) : null
  if (members !== null) return hunkSentence('', [...members, ...comments])
  const oneKind = clauses.length === 0 ? onlyDifference(old.tokens, now.tokens) : null
  if (oneKind !== null) return hunkSentence(place, [oneKind, ...comments])

  const [gone, come] = [
    [...declared.removed, ...movedSymbols(declared, false)],
    [...declared.added, ...movedSymbols(declared, true)],
  ]
  // A line that stayed, but is in a new function now, neither went nor came.
  const leftOf = (side: Side, without: readonly CodeSymbol[], number: 'before' | 'after'): Set<HunkLine> => {
    const left = linesWithout(side, without, number)
    return new Set(side.lines.filter((_, at) => left.has(at)))
  }
  const [leftOld, leftNow] = [leftOf(old, gone, 'before'), leftOf(now, come, 'after')]
  const isLeft = (line: HunkLine): boolean =>
    line.mark === ' ' ? leftOld.has(line) && leftNow.has(line) : leftOld.has(line) || leftNow.has(line)
  const facts = (side: Side, number: 'before' | 'after'): Fact[] => {
    const signatures = declared.altered.map(({ from, to }) => (number === 'before' ? from : to).signature)
    // A parameter on a line of its own is said with the signature.
    const isParameter = ({ kind, at }: Fact): boolean =>
      /^(?:entry|argument|field|variable)$/.test(kind) &&
      signatures.some((signature) => isPartOf(signature, side.lines[at]!.text))
    return codeFacts(side.tokens, { language: hunk.language, isTest, symbolAt: side.symbolAt })
      .filter((fact) => isLeft(side.lines[fact.at]!) && !isParameter(fact))
      .map((fact) => (fact.kind === 'test' ? { ...fact, until: blockEnd(side.lines, fact.at) } : fact))
  }
  const [was, is] = [facts(old, 'before'), facts(now, 'after')]
  const inside = codeClauses(was, is, hunk.language)
  const [left] = declared.removed
  // What has its name now is no other place.
  const isValue = is.some(
    ({ kind, name }) => /^(?:assignment|variable|constant|field)$/.test(kind) && name === left?.name,
  )
  if (left && isValue && clauses.length === 1)
    return hunkSentence('', [`replaces the ${left.kind} ${saidName(left.name)} with another value`])

  if (clauses.length === 0) {
    const isOnlyMarks =
      /of code/.test(comments[0] ?? '') && (isPart(now.tokens, old.tokens) || isPart(old.tokens, now.tokens))
    if (isOnlyMarks) return hunkSentence(place, comments)
    const isImports =
      inside.length > 0 && inside.every((clause) => /^(?:no longer )?(?:im|ex)ports /.test(clause))
    if (isImports && !placeIsNamed) return hunkSentence('', [...inside, ...comments])
    const apart = /^in (?!and ).* and /.test(place) ? clausesApart(old, now, was, is, hunk) : null
    if (apart !== null) return hunkSentence(apart.place, [...apart.clauses, ...comments])
    if (inside.length > 0) return hunkSentence(place, [...inside, ...comments])
    return hunkSentence(place, [...fallback(old, now, hunk.language), ...comments])
  }
  if (declared.added.length === 1 && clauses.length === 1 && inside.length === 0) {
    return hunkSentence('', [`${clauses[0]}${whatItCalls(now, declared.added[0]!, hunk)}`])
  }
  const isNamed = declared.altered.length === 1 && place === `in ${saidName(declared.altered[0]!.to.name)}`
  const [first, ...rest] = inside
  const changedIn = (side: Side, symbols: readonly CodeSymbol[]): boolean =>
    side.lines.every(
      ({ mark, text }, at) =>
        mark === ' ' || !/\w/.test(text) || symbols.some((symbol) => symbol === side.symbolAt(at)),
    )
  const isInside =
    changedIn(
      old,
      declared.altered.map(({ from }) => from),
    ) &&
    changedIn(
      now,
      declared.altered.map(({ to }) => to),
    )
  if (first === undefined || isNamed || isInside || OF_ITS_OWN.test(first))
    return hunkSentence('', [...clauses, ...inside])
  // What is in another declaration must not be heard as a part of these.
  const elsewhere = `${placeIsNamed ? place : 'elsewhere'} ${first}`
  const said = hunkSentence('', [...clauses, elsewhere, ...rest])
  return said.includes(first)
    ? said
    : hunkSentence('', [...clauses, `makes other changes ${placeIsNamed ? place : 'elsewhere'}`])
}

/** It is said of the whole file. */
const OF_ITS_OWN =
  /^(?:no longer )?(?:im|ex)ports |^(?:adds|removes) (?:the tests?|a test|\w+ (?:groups of )?tests)\b/

function outsideTests(
  symbols: readonly CodeSymbol[],
  side: Side,
  number: 'before' | 'after',
  { language }: CodeHunk,
): CodeSymbol[] {
  if (symbols.length === 0) return []
  const blocks = codeFacts(side.tokens, { language, isTest: true, symbolAt: side.symbolAt })
    .filter(({ kind, at }) => kind === 'test' && side.lines[at]!.mark !== ' ')
    .map(({ at }) => ({
      from: side.lines[at]![number],
      to: side.lines[blockEnd(side.lines, at)]![number],
    }))
  return symbols.filter(
    ({ startLine }) => !blocks.some(({ from, to }) => startLine > from && startLine <= to),
  )
}

const movedSymbols = ({ moved }: ChangedDeclarations, here: boolean): CodeSymbol[] =>
  moved.flatMap((one) => (one.here === here ? [one.symbol] : !here && one.old !== null ? [one.old] : []))

/** They say nothing of what a function is for. */
const COMMON =
  /^(?:append|push|pop|get|set|map|filter|forEach|join|split|slice|format|print\w*|hasattr|getattr|setattr|isinstance|len|range|list|dict|tuple|isset|unwrap|clone|into|iter|collect|to_string|toString|String|Number|Boolean|make|new|add|put|equals|hasOwnProperty|require|next|then|call|apply|bind|keys|values|items|expect|unwrap_or|as_ref|is_some|is_none|from|replace|trim|strip|use|end|send|log|describe|it|size|length)$/

/** The two calls of a new function that say the most. */
function whatItCalls(side: Side, symbol: CodeSymbol, hunk: CodeHunk): string {
  const length = symbol.endLine - symbol.startLine + 1
  const counted = length > 2 ? `, ${length} lines long` : ''
  if (!/^(?:function|method)$/.test(symbol.kind)) return counted
  const facts = codeFacts(side.tokens, {
    language: hunk.language,
    isTest: hunk.isTest,
    symbolAt: side.symbolAt,
  }).filter(({ at, kind, name }) => {
    const line = side.lines[at]!.after
    return (
      kind === 'call' &&
      name !== symbol.name &&
      line >= symbol.startLine &&
      line <= symbol.endLine &&
      saidName(name).length > 2 &&
      !COMMON.test(name)
    )
  })
  const calls = [...new Set(facts.map(({ name }) => name))]
  return calls.length === 0 ? counted : `${counted}, which calls ${saidNames(calls)}`
}

/** A place is named if something there has a name. */
function placeOf(hunk: CodeHunk, declared: ChangedDeclarations): { place: string; isNamed: boolean } {
  const { lines, before, after, isTest, text, heading } = hunk
  const first = lines.find(({ mark, text: one }) => mark !== ' ' && one.trim() !== '')
  const isNew = (symbol: CodeSymbol): boolean =>
    declared.added.includes(symbol) || declared.removed.includes(symbol)
  // A changed signature is said with the name of its function.
  const signatures = declared.altered.flatMap(({ from, to }) => [from.signature, to.signature])
  const isSaid = (line: string): boolean =>
    signatures.some((one) => isPartOf(one, line.replace(/\{\s*$/, '')))
  if (before !== null && after !== null && before.length + after.length > 0) {
    const near = {
      '+': symbolsNear(after, lines[0]!.after, lines.at(-1)!.after),
      '-': symbolsNear(before, lines[0]!.before, lines.at(-1)!.before),
    }
    const around = lines
      .filter(({ mark, text: one }) => mark !== ' ' && /\w/.test(one) && !isSaid(one))
      .map((line) => innermost(near[line.mark as '+' | '-'], line.mark === '+' ? line.after : line.before))
      .filter((symbol) => symbol === null || !isNew(symbol))
    const place = placeInSymbols(around, isTest)
    if (place !== '') return { place, isNamed: true }
  }
  if (isTest && first) {
    const around = new Set(firstOfPlaces(lines).map((line) => testAroundLine(line, lines, text)))
    const [test = ''] = around
    if (around.size > 1)
      return { place: around.has('') ? '' : 'across several tests', isNamed: !around.has('') }
    if (test !== '') return { place: test, isNamed: true }
  }
  const isRead = before !== null && after !== null && before.length + after.length > 0
  const below = symbolBelow(hunk)
  if (below !== '') return { place: `above ${below}`, isNamed: false }
  const heard = nameInHeading(heading, lines)
  // A symbol that is known would have been around the change if it were.
  const isKnown = isRead && heard !== '' && [...before, ...after].some(({ name }) => name === heard)
  const isValue = /\b(?:const|let|var|static)\b|^@@[^@]*@@ [A-Z_]+ *=/.test(heading)
  const isOutside = isValue && !/^\s/.test(first?.text ?? '')
  const isNowhere = heard === '' || saidName(heard) === '' || isKnown || isOutside || (isRead && !isValue)
  const named = isNowhere ? '' : `in ${saidName(heard)}`
  return { place: named || placeInFile(lines, text?.length ?? null), isNamed: named !== '' && !isValue }
}

const MAX_PLACES = 20

/** The first changed line of each place. */
function firstOfPlaces(lines: readonly HunkLine[]): HunkLine[] {
  const written = lines.filter(({ mark, text }) => mark === ' ' || text.trim() !== '')
  return written
    .filter(({ mark }, at) => mark !== ' ' && (written[at - 1]?.mark ?? ' ') === ' ')
    .slice(0, MAX_PLACES)
}

function testAroundLine(line: HunkLine, lines: readonly HunkLine[], text: readonly string[] | null): string {
  const shown = lines
    .slice(0, lines.indexOf(line))
    .filter(({ mark }) => mark !== '-')
    .map((one) => one.text)
  const above =
    text === null ? shown : [...text.slice(Math.max(0, lines[0]!.after - 300), lines[0]!.after - 1), ...shown]
  return testAround(above, above.length - 1, Math.max(1, line.text.search(/\S/)))
}

/** They say nothing of what a line is for. */
const PLAIN =
  /^(?:if|else|elif|for|while|return|function|func|def|end|let|var|const|type|self|this|true|false|null|None|nil|True|False|undefined|string|number|boolean|int|bool|void|and|not|import|from|public|private|static|final|new|else|then|done|class|struct|pass|err|error|.{1,2})$/

function fallback(old: Side, now: Side, language: string): string[] {
  // Comments are said elsewhere.
  const of = (side: Side, mark: '+' | '-'): string[] => {
    const withCode = new Set(side.tokens.map(({ at }) => at))
    return side.lines
      .filter((line, at) => line.mark === mark && withCode.has(at))
      .map(({ text }) => text.trim())
  }
  const [removed, added] = [of(old, '-'), of(now, '+')]
  if (removed.length + added.length === 0) return ['changes the layout of the code']
  const said =
    removed.length === 1 && added.length === 1 ? textChange(removed[0]!, added[0]!, 'a line') : null
  if (said !== null) return [said]
  if (removed.map(squeezed).sort().join('\n') === added.map(squeezed).sort().join('\n'))
    return [`moves ${spokenCount(added.length, 'line')}`]
  const names = namesOnlyIn(now, old)
  const [only] = removed.length === 0 ? added : removed
  if (removed.length + added.length === 1) {
    const words = quotedString(only!)
    const isNamed = (removed.length === 0 ? names : namesOnlyIn(old, now)) !== ''
    if ((!isNamed || language === 'shell') && words.includes(' '))
      return [`${removed.length === 0 ? 'adds' : 'removes'} the line ${words}`]
  }
  const about = names === '' ? '' : `, which now ${added.length === 1 ? 'mentions' : 'mention'} ${names}`
  if (removed.length === 0) return [`adds ${spokenCount(added.length, 'line')}${about.replace(' now', '')}`]
  if (added.length === 0) {
    const gone = namesOnlyIn(old, now)
    return [`removes ${spokenCount(removed.length, 'line')}${gone === '' ? '' : `, which mentioned ${gone}`}`]
  }
  return [
    added.length === removed.length
      ? `changes ${spokenCount(added.length, 'line')}${about}`
      : `replaces ${spokenCount(removed.length, 'line')} with ${numberWord(added.length)}${about}`,
  ]
}

/** The names in the code of one side that the other has not. */
function namesOnlyIn({ tokens }: Side, other: Side): string {
  const known = new Set(other.tokens.map(({ text }) => text))
  const own = tokens.filter(({ kind, text }) => kind === 'word' && !known.has(text) && !PLAIN.test(text))
  return saidNames(own.slice(0, 12).map(({ text }) => text))
}
