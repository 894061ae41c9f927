// The pronunciation of a word that no dictionary has, by rules from longer to shorter spellings. Good enough to
// understand a name. In ARPABET.

/** A spelling, its pronunciation, and what must follow it. */
type Rule = readonly [spelling: string, sounds: string, before?: RegExp]

/** A consonant and a silent E follow, so the vowel is long. */
const LONG = /^[bcdfghjklmnpqrstvwz]e$/

const RULES: readonly Rule[] = [
  ['tion', 'SH AH0 N'],
  ['sion', 'ZH AH0 N'],
  ['ture', 'CH ER0'],
  ['ough', 'AO'],
  ['augh', 'AO'],
  ['eigh', 'EY'],
  ['igh', 'AY'],
  ['tch', 'CH'],
  ['dge', 'JH'],
  ['sch', 'S K'],
  ['que', 'K', /^$/],
  ['ch', 'CH'],
  ['sh', 'SH'],
  ['th', 'TH'],
  ['ph', 'F'],
  ['wh', 'W'],
  ['ck', 'K'],
  ['ng', 'NG', /^$/],
  ['qu', 'K W'],
  ['kn', 'N'],
  ['wr', 'R'],
  ['gh', 'G'],
  ['ee', 'IY'],
  ['ea', 'IY'],
  ['oo', 'UW'],
  ['ou', 'AW'],
  ['ow', 'OW', /^$/],
  ['ow', 'AW'],
  ['oa', 'OW'],
  ['oi', 'OY'],
  ['oy', 'OY'],
  ['ai', 'EY'],
  ['ay', 'EY'],
  ['au', 'AO'],
  ['aw', 'AO'],
  ['ew', 'UW'],
  ['ie', 'IY'],
  ['ei', 'EY'],
  ['ue', 'UW'],
  ['ar', 'AA R'],
  ['or', 'AO R'],
  ['er', 'ER0'],
  ['ir', 'ER'],
  ['ur', 'ER'],
  ['a', 'EY', LONG],
  ['e', 'IY', LONG],
  ['i', 'AY', LONG],
  ['o', 'OW', LONG],
  ['u', 'UW', LONG],
  ['o', 'OW', /^$/],
  ['a', 'AH0', /^$/],
  ['i', 'IY', /^$/],
  ['y', 'IY', /^$/],
  ['e', '', /^$/],
  ['a', 'AE'],
  ['e', 'EH'],
  ['i', 'IH'],
  ['o', 'AA'],
  ['u', 'AH'],
  ['y', 'Y', /^[aeiou]/],
  ['y', 'IH'],
  ['c', 'S', /^[eiy]/],
  ['g', 'JH', /^[ei]/],
  ['x', 'K S'],
  ['c', 'K'],
  ['j', 'JH'],
  ['q', 'K'],
  ['h', 'HH'],
]
const PLAIN: Readonly<Record<string, string>> = Object.fromEntries(
  'b B,d D,f F,g G,k K,l L,m M,n N,p P,r R,s S,t T,v V,w W,z Z'.split(',').map((pair) => pair.split(' ')),
)
const VOWEL = /^(?:AA|AE|AH|AO|AW|AY|EH|ER|EY|IH|IY|OW|OY|UH|UW)$/

/** The pronunciation of a word in lower case, with the first possible vowel stressed. */
export function guessedSounds(word: string): string {
  const sounds: string[] = []
  for (let at = 0; at < word.length;) {
    const rest = word.slice(at)
    // A double letter is said once.
    if (rest.length > 1 && rest[0] === rest[1] && PLAIN[rest[0] ?? ''] !== undefined) {
      at++
      continue
    }
    const rule = RULES.find(
      ([spelling, , before]) =>
        rest.startsWith(spelling) && (before?.test(rest.slice(spelling.length)) ?? true),
    )
    const said = rule ? rule[1] : (PLAIN[rest[0] ?? ''] ?? '')
    if (said !== '') sounds.push(...said.split(' '))
    at += rule ? rule[0].length : 1
  }
  let stressed = false
  return sounds
    .map((sound) => {
      if (!VOWEL.test(sound)) return sound
      const mark = stressed ? '0' : '1'
      stressed = true
      return `${sound}${mark}`
    })
    .join(' ')
}
