import { dictionary } from 'cmu-pronouncing-dictionary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  kokoroSounds,
  kokoroTokens,
  MAX_KOKORO_TOKENS,
} from '../../../../../src/core/speech/speaking/kokoro-sounds.ts'
import { guessedSounds } from '../../../../../src/core/speech/speaking/letter-sounds.ts'
import { voiceSpeedVerdict } from '../../../../../src/core/speech/speaking/voice-speed.ts'

const look = (word: string): string | undefined =>
  Object.hasOwn(dictionary, word) ? dictionary[word] : undefined

describe('the phonemes of text', () => {
  it.each([
    ['The build passed.', 'ðə bˈɪld pˈæst.'],
    ['Open config dot T S.', 'ˈOpən kˈɑnfˌɪɡ dˈɑt tˈi ˈɛs.'],
    ['A P I, and U R L.', 'ˈA pˈi ˈI, ænd jˈu ˈɑɹ ˈɛl.'],
    ["The C P U's work.", 'ðə sˈi pˈi jˈuz wˈɜɹk.'],
    // Not in the dictionary: a known word with an ending, and two known words as one.
    ['deletes', 'dɪlˈits'],
    ['webpack', 'wˈɛbpˌæk'],
    // In no dictionary.
    ['frobnicate', 'fɹˈɑbnɪkAt'],
  ])('of %j are %j', (text, signs) => {
    expect(kokoroSounds(text, look)).toBe(signs)
  })

  it('are all in the alphabet of the network', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z' ,.;:!?]{0,60}$/), (text) => {
        const signs = kokoroSounds(text, look)
        expect(kokoroTokens(signs)).toHaveLength(Math.min(MAX_KOKORO_TOKENS, Array.from(signs).length))
      }),
    )
  })

  it('are limited in number, and looked up only among the dictionary’s own entries', () => {
    expect(kokoroTokens(kokoroSounds('many words '.repeat(500), look)).length).toBe(MAX_KOKORO_TOKENS)
    expect(kokoroSounds('constructor', look)).not.toContain('[')
  })

  it.each([
    ['vite', 'V AY1 T'],
    ['yarn', 'Y AA1 R N'],
    ['bash', 'B AE1 SH'],
    ['queue', 'K W EH1 UW0'],
  ])('are guessed for %s', (word, sounds) => {
    expect(guessedSounds(word)).toBe(sounds)
  })
})

describe('the verdict on the speed of a voice', () => {
  it('is a plain sentence', () => {
    expect(voiceSpeedVerdict('Kokoro', 1.32)).toEqual({
      fastEnough: false,
      message:
        'Kokoro needs 1.3 seconds of work on this computer for each second it speaks. It would fall behind, so the built-in voice is used; 0.7 or less is needed.',
    })
    expect(voiceSpeedVerdict('Kokoro', 0.4).fastEnough).toBe(true)
    expect(voiceSpeedVerdict('Kokoro', 0.7).fastEnough).toBe(false)
    expect(voiceSpeedVerdict('Kokoro', Number.POSITIVE_INFINITY).fastEnough).toBe(false)
  })
})
