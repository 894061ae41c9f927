import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { IndexState } from '../../../../src/core/tools/codebase.ts'
import { createVocabulary, type Vocabulary } from '../../../../src/main/agent/vocabulary.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

const READY: IndexState = {
  tag: 'ready',
  files: 1,
  symbols: 1,
  truncated: false,
  durationMs: 1,
  watchProblem: null,
}

let vocabulary: Vocabulary | null = null
afterEach(() => vocabulary?.close())

function vocabularyOf(symbols: string[]) {
  const clock = createFakeClock()
  let tell: (state: IndexState) => void = () => {}
  let onAsked = (): void => {}
  const made = createVocabulary(
    {
      listFiles: async () => ({ files: ['src/quay.ts'], truncated: false }),
      branchNames: async () => ['main'],
      async symbolNames() {
        onAsked()
        return [...symbols]
      },
      onIndexState(listener) {
        tell = listener
        return () => {}
      },
    },
    clock,
    (error) => {
      throw error
    },
  )
  vocabulary = made
  return {
    made,
    /** How many turns of the event loop passed before the index had so many names. */
    async turnsUntil(size: number): Promise<number> {
      let turns = 0
      for (; made.index().size !== size; turns++) await setImmediate()
      return turns
    },
    /** The workspace index was rebuilt, and the vocabulary has followed. */
    async changed(): Promise<void> {
      const again = new Promise<void>((resolve) => (onAsked = resolve))
      tell(READY)
      clock.advance(10_000)
      await again
      for (let turn = 0; turn < 10; turn++) await setImmediate()
    },
  }
}

describe('The names of a workspace', () => {
  it('are indexed a few at a time, so that other work gets its turn', async () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `berthNumber${at}`)
    const { turnsUntil, made } = vocabularyOf(names)
    expect(await turnsUntil(20_002)).toBeGreaterThanOrEqual(40)
    expect(made.index().bySpelling('berthnumber19999')).toHaveLength(1)
  })

  it('are not indexed again when they have not changed', async () => {
    const names = ['parseHeader']
    const { changed, turnsUntil, made } = vocabularyOf(names)
    await turnsUntil(3)
    const first = made.index()
    await changed()
    expect(made.index()).toBe(first)
    names.push('readHeader')
    await changed()
    expect(made.index()).not.toBe(first)
    expect(made.index().bySpelling('readheader')).toHaveLength(1)
  })
})
