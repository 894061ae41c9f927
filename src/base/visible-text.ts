// Invisible characters can change what a text seems to say: they reverse the order of what follows, hide between letters,
// or carry hidden text. Only this file decides which of them are shown as marks.

/**
 * How a text is read. `prose` keeps line breaks, tabs and the spaces that typography uses. `code` also marks every space
 * that only looks like one. `line` is a name, a path or a title: it has no line break, so that is marked too.
 */
export type TextKind = 'prose' | 'code' | 'line'

export interface Mark {
  /** The characters as they are in the text. */
  hidden: string
  /** The mark shown instead, such as `U+202E`. */
  label: string
  /** What they are, such as `U+202E right-to-left override`. */
  name: string
}

/** Unicode's own list of what is drawn as nothing, controls, halves of characters, and separators that break lines. */
const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}\u180e\ufff9-\ufffc\u{e0000}-\u{e0fff}`
const CONTROL = String.raw`[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)`
const LINE_CONTROL = String.raw`[\0-\x1f\x7f-\x9f]`
const ODD_SPACE = String.raw`\xa0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000`

/** Scripts in which a joiner between two letters changes how they are drawn, and is part of spelling. */
const JOINED =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
    .split(' ')
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('')

const PICTURE = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`
/** The flags of England, Scotland and Wales are spelled with tag characters. */
const FLAG_TAGS = ['gbeng', 'gbsct', 'gbwls']
  .map((letters) =>
    Array.from(`${letters}\x7f`, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(''),
  )
  .join('|')

/** Invisible characters that are part of something visible, such as an emoji. */
const SPELLED = [
  String.raw`\u{1f3f4}(?:${FLAG_TAGS})`,
  String.raw`${PICTURE}(?:\u200d${PICTURE}){0,9}`,
  String.raw`[0-9#*]\ufe0f\u20e3`,
  String.raw`(?<=[${JOINED}])[\u200c\u200d](?=[${JOINED}])`,
].join('|')

const sets: Record<TextKind, string> = {
  prose: `${CONTROL}|[${INVISIBLE}]`,
  code: `${CONTROL}|[${INVISIBLE}${ODD_SPACE}]`,
  line: `${LINE_CONTROL}|[${INVISIBLE}${ODD_SPACE}]`,
}

const patterns = Object.fromEntries(
  Object.entries(sets).map(([kind, set]) => [
    kind,
    { any: new RegExp(set, 'u'), parts: new RegExp(`(?:${SPELLED})|(?<hidden>(?:${set})+)`, 'gu') },
  ]),
) as Record<TextKind, { any: RegExp; parts: RegExp }>

/** Up to this many in a row are shown one by one; a longer run is counted. */
const ONE_BY_ONE = 3
/** How many of a longer run are named. */
const NAMED = 5

const names: Record<number, string> = {
  0x00: 'null',
  0x07: 'bell',
  0x08: 'backspace',
  0x09: 'tab',
  0x0a: 'line break',
  0x0d: 'carriage return',
  0x1b: 'escape',
  0x7f: 'delete',
  0x85: 'next line',
  0xa0: 'no-break space',
  0xad: 'soft hyphen',
  0x34f: 'combining grapheme joiner',
  0x61c: 'Arabic letter mark',
  0x180e: 'Mongolian vowel separator',
  0x200b: 'zero-width space',
  0x200c: 'zero-width non-joiner',
  0x200d: 'zero-width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x202f: 'narrow no-break space',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
  0x2800: 'blank Braille pattern',
  0x3000: 'ideographic space',
  0x3164: 'Hangul filler',
  0xfeff: 'zero-width no-break space',
}

const ranges: readonly (readonly [from: number, to: number, name: string])[] = [
  [0x00, 0x1f, 'control character'],
  [0x7f, 0x9f, 'control character'],
  [0x2000, 0x200a, 'unusual space'],
  [0x180b, 0x180f, 'variation selector'],
  [0xd800, 0xdfff, 'half of a character'],
  [0xfe00, 0xfe0f, 'variation selector'],
  [0xe0000, 0xe007f, 'tag character'],
  [0xe0100, 0xe01ef, 'variation selector'],
]

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const known = names[code] ?? ranges.find(([from, to]) => code >= from && code <= to)?.[2]
  return `${codeOf(character)} ${known ?? 'invisible character'}`
}

function marksFor(run: string): Mark[] {
  const characters = Array.from(run)
  if (characters.length <= ONE_BY_ONE)
    return characters.map((one) => ({ hidden: one, label: codeOf(one), name: nameOf(one) }))
  const different = [...new Set(characters)]
  const more = different.length > NAMED ? ', and others' : ''
  return [
    {
      hidden: run,
      label: `${characters.length} hidden characters`,
      name: `${different.slice(0, NAMED).map(nameOf).join(', ')}${more}`,
    },
  ]
}

/** Quick: most texts have nothing to mark. */
export const mayHide = (text: string, kind: TextKind): boolean => patterns[kind].any.test(text)

/** Splits the text into readable parts and marks, in order. */
export function visibleParts(text: string, kind: TextKind): readonly (string | Mark)[] {
  if (!mayHide(text, kind)) return [text]
  const parts: (string | Mark)[] = []
  let at = 0
  for (const { index, groups } of text.matchAll(patterns[kind].parts)) {
    const run = groups?.['hidden']
    if (run === undefined) continue
    if (index > at) parts.push(text.slice(at, index))
    parts.push(...marksFor(run))
    at = index + run.length
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

/** The same as plain text, for tooltips and dialogs of the system. */
export function visibleText(text: string, kind: TextKind): string {
  if (!mayHide(text, kind)) return text
  return visibleParts(text, kind)
    .map((part) => (typeof part === 'string' ? part : `[${part.label}]`))
    .join('')
}

/** One line of at most `longest` characters. A longer text loses its middle, because both ends of a path identify it. */
export function visibleLine(text: string, longest: number): string {
  // A character may become a mark of many characters, so no more than this of either end is ever shown.
  const bounded = text.length > longest * 2 ? text.slice(0, longest) + text.slice(-longest) : text
  const shown = Array.from(visibleText(bounded, 'line'))
  if (shown.length <= longest) return shown.join('')
  const before = Math.ceil((longest - 1) / 2)
  return `${shown.slice(0, before).join('')}…${shown.slice(shown.length - (longest - 1 - before)).join('')}`
}
