// The pronunciation of text in the phonemes that Kokoro reads. A dictionary has most words; others are split into known
// words or read by rules.
import { guessedSounds } from './letter-sounds.ts'

/** The pronunciation of a word in lower case, in ARPABET such as "HH AH0 L OW1". */
export type Dictionary = (word: string) => string | undefined

const SIGNS: Readonly<Record<string, string>> = {
  AA: 'ɑ',
  AE: 'æ',
  AH: 'ʌ',
  AO: 'ɔ',
  AW: 'W',
  AY: 'I',
  B: 'b',
  CH: 'ʧ',
  D: 'd',
  DH: 'ð',
  EH: 'ɛ',
  ER: 'ɜɹ',
  EY: 'A',
  F: 'f',
  G: 'ɡ',
  HH: 'h',
  IH: 'ɪ',
  IY: 'i',
  JH: 'ʤ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  OW: 'O',
  OY: 'Y',
  P: 'p',
  R: 'ɹ',
  S: 's',
  SH: 'ʃ',
  T: 't',
  TH: 'θ',
  UH: 'ʊ',
  UW: 'u',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'ʒ',
}
const UNSTRESSED: Readonly<Record<string, string>> = { AH: 'ə', ER: 'əɹ', IH: 'ɪ' }

/** Unstressed words inside a sentence, different from the dictionary. */
const WEAK: Readonly<Record<string, string>> = {
  a: 'ɐ',
  an: 'ɐn',
  and: 'ænd',
  the: 'ðə',
  of: 'ʌv',
  to: 'tə',
  in: 'ɪn',
  is: 'ɪz',
  for: 'fɔɹ',
  at: 'æt',
  by: 'bI',
  it: 'ɪt',
  or: 'ɔɹ',
}
/** The names of letters. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'a ˈA,b bˈi,c sˈi,d dˈi,e ˈi,f ˈɛf,g ʤˈi,h ˈAʧ,i ˈI,j ʤˈA,k kˈA,l ˈɛl,m ˈɛm,n ˈɛn,o ˈO,p pˈi,q kjˈu,r ˈɑɹ,s ˈɛs,t tˈi,u jˈu,v vˈi,w dˈʌbᵊlju,x ˈɛks,y wˈI,z zˈi'
    .split(',')
    .map((pair) => pair.split(' ')),
)

/** ARPABET as Kokoro's phonemes, with the stress before the vowel. */
export function signsOf(sounds: string): string {
  return sounds
    .split(' ')
    .map((sound) => {
      const [, name = '', stress] = /^([A-Z]+)([012])?$/.exec(sound) ?? []
      const sign = stress === '0' ? (UNSTRESSED[name] ?? SIGNS[name]) : SIGNS[name]
      return `${stress === '1' ? 'ˈ' : stress === '2' ? 'ˌ' : ''}${sign ?? ''}`
    })
    .join('')
}

/** The pronunciations of the endings S and ED. */
function withEnding(stem: string, ending: 's' | 'ed' | 'ing'): string {
  const last = stem.split(' ').at(-1)?.replace(/\d/, '') ?? ''
  if (ending === 'ing') return `${stem} IH0 NG`
  if (ending === 's') {
    if (/^(?:S|Z|SH|ZH|CH|JH)$/.test(last)) return `${stem} IH0 Z`
    return `${stem} ${/^(?:P|T|K|F|TH)$/.test(last) ? 'S' : 'Z'}`
  }
  if (/^[TD]$/.test(last)) return `${stem} IH0 D`
  return `${stem} ${/^(?:P|K|F|TH|S|SH|CH)$/.test(last) ? 'T' : 'D'}`
}

function inflected(word: string, look: Dictionary): string | undefined {
  const endings: readonly (readonly [RegExp, 's' | 'ed' | 'ing', readonly string[]])[] = [
    [/^(.{2,})'s$/, 's', ['']],
    [/^(.{2,}?)(?:es|s)$/, 's', ['', 'e']],
    [/^(.{2,})ed$/, 'ed', ['', 'e']],
    [/^(.{2,})ing$/, 'ing', ['', 'e']],
  ]
  for (const [form, ending, stems] of endings) {
    const base = form.exec(word)?.[1]
    if (base === undefined) continue
    const doubled = /(.)\1$/.test(base) ? [base.slice(0, -1)] : []
    for (const stem of [...stems.map((tail) => base + tail), ...doubled]) {
      const found = look(stem)
      if (found !== undefined) return withEnding(found, ending)
    }
  }
  return undefined
}

/** Two known words written as one. */
function compound(word: string, look: Dictionary): string | undefined {
  for (let at = word.length - 3; at >= 3; at--) {
    const [first, second] = [look(word.slice(0, at)), look(word.slice(at))]
    if (first !== undefined && second !== undefined) return `${first} ${second.replaceAll('1', '2')}`
  }
  return undefined
}

function wordSigns(word: string, look: Dictionary, between: boolean): string {
  const lower = word.toLowerCase()
  const weak = between ? WEAK[lower] : undefined
  // A single capital is the name of a letter; "a" and "I" are words.
  if (word.length === 1 && word !== 'a' && word !== 'i') return LETTERS[lower] ?? ''
  if (weak !== undefined) return weak
  const letter = /^([A-Z])'s$/.exec(word)?.[1]
  if (letter !== undefined) return `${LETTERS[letter.toLowerCase()] ?? ''}z`
  return signsOf(look(lower) ?? inflected(lower, look) ?? compound(lower, look) ?? guessedSounds(lower))
}

/** Speakable text, in words and pauses, as Kokoro's phonemes. */
export function kokoroSounds(text: string, look: Dictionary): string {
  const tokens = text.match(/[A-Za-z][A-Za-z']*|[,.;:!?]/g) ?? []
  let signs = ''
  tokens.forEach((token, at) => {
    if (/[A-Za-z]/.test(token)) {
      const last = !/[A-Za-z]/.test(tokens[at + 1] ?? '.')
      signs += `${signs === '' ? '' : ' '}${wordSigns(token, look, !last)}`
    } else signs += token
  })
  return signs
}

// Kokoro's alphabet: the number of each phoneme and pause. Unknown ones are left out.
const NUMBERS: ReadonlyMap<string, number> = new Map(
  (
    '; 1|: 2|, 3|. 4|! 5|? 6|— 9|… 10|A 24|I 25|O 31|W 39|Y 41|ᵊ 42|b 44|d 46|f 48|h 50|i 51|j 52|k 53|l 54|m 55|n 56|' +
    'p 58|s 61|t 62|u 63|v 64|w 65|z 68|ɑ 69|ɐ 70|æ 72|ɔ 76|ð 81|ʤ 82|ə 83|ɛ 86|ɜ 87|ɡ 92|ɪ 102|ŋ 112|θ 119|ɹ 123|' +
    'ʃ 131|ʧ 133|ʊ 135|ʌ 138|ʒ 147|ˈ 156|ˌ 157'
  )
    .split('|')
    .map((pair): [string, number] => [pair.charAt(0), Number(pair.slice(2))]),
)
const SPACE = 16

/** The model's limit. */
export const MAX_KOKORO_TOKENS = 510

export const kokoroTokens = (signs: string): number[] =>
  Array.from(signs, (sign) => (sign === ' ' ? SPACE : NUMBERS.get(sign)))
    .filter((number) => number !== undefined)
    .slice(0, MAX_KOKORO_TOKENS)
