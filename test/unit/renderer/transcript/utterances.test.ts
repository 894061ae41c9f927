import { describe, expect, it } from 'vitest'
import { barParts, msText, timeParts, timesAsJson } from '../../../../src/renderer/transcript/turn-times.ts'
import { wordPieces } from '../../../../src/renderer/transcript/word-pieces.ts'

const correction = (at: number, to: string) => ({ at, from: 'heard', to, alternatives: [] })

describe('corrections in a user’s text', () => {
  it('are marked at their positions', () => {
    expect(
      wordPieces('open parseConfig in main.ts now', [
        correction(20, 'main.ts'),
        correction(5, 'parseConfig'),
      ]),
    ).toMatchObject([
      { tag: 'text', text: 'open ' },
      { tag: 'name', correction: { to: 'parseConfig' } },
      { tag: 'text', text: ' in ' },
      { tag: 'name', correction: { to: 'main.ts' } },
      { tag: 'text', text: ' now' },
    ])
  })

  it('are ignored if the text differs or if two overlap', () => {
    expect(wordPieces('open parse config', [correction(5, 'parseConfig')])).toEqual([
      { tag: 'text', text: 'open parse config' },
    ])
    expect(wordPieces('abcdef', [correction(0, 'abcd'), correction(2, 'cd')])).toMatchObject([
      { tag: 'name', correction: { to: 'abcd' } },
      { tag: 'text', text: 'ef' },
    ])
    expect(wordPieces('abc', [correction(9, 'x'), correction(1, '')])).toEqual([{ tag: 'text', text: 'abc' }])
  })
})

describe('where the time of a turn went', () => {
  const spoken = { talked: 1900, recognised: 180, firstWord: 440, firstSound: 530, ended: 2900, tools: 120 }

  it('is split into spans without overlap', () => {
    expect(timeParts(spoken)).toEqual([
      { kind: 'talked', ms: 1900 },
      { kind: 'transcribed', ms: 180 },
      { kind: 'tools', ms: 120 },
      { kind: 'thought', ms: 140 },
      { kind: 'voiced', ms: 90 },
      { kind: 'rest', ms: 2370 },
    ])
    expect(timeParts(spoken).reduce((sum, { ms }) => sum + ms, 0)).toBe(1900 + 2900)
  })

  it('of a typed request without a voice has only the spans that exist', () => {
    expect(timeParts({ talked: 0, firstWord: 30, ended: 50, tools: 400 })).toEqual([
      { kind: 'tools', ms: 30 },
      { kind: 'rest', ms: 20 },
    ])
  })

  it('in the small bar shows the wait, and talking does not crowd it out', () => {
    expect(barParts(spoken)[0]).toEqual({ kind: 'talked', ms: 530 })
    expect(barParts(spoken).some(({ kind }) => kind === 'rest')).toBe(false)
  })

  it('can be copied as JSON with the text', () => {
    const transcript = [
      { id: 'u', role: 'user' as const, text: 'run the tests', isFinal: true, timestamp: 5, turnId: 't' },
    ]
    expect(JSON.parse(timesAsJson({ timings: { t: spoken }, transcript }))).toMatchObject({
      turns: [{ turnId: 't', text: 'run the tests', at: 5, firstSound: 530 }],
    })
  })

  it('has a short form', () => {
    expect([msText(84.4), msText(1240), msText(12_400)]).toEqual(['84 ms', '1.2 s', '12 s'])
  })
})
