// Kokoro's alphabet: each sign of sound and each pause has a number. Signs it does not have are left out.

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

/** The model reads no more at once. */
export const MAX_KOKORO_TOKENS = 510

export const kokoroTokens = (signs: string): number[] =>
  Array.from(signs, (sign) => (sign === ' ' ? SPACE : NUMBERS.get(sign)))
    .filter((number) => number !== undefined)
    .slice(0, MAX_KOKORO_TOKENS)
