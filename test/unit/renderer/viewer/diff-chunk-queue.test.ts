import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createChunkQueue } from '../../../../src/renderer/viewer/diff-chunk-queue.ts'
import type { DiffRow } from '../../../../src/renderer/viewer/diff-rows.ts'

const rows: DiffRow[] = []
let frames: (() => void)[] = []
/** How long showing one chunk takes. */
let cost = 0
let now = 0

beforeEach(() => {
  frames = []
  cost = 10
  now = 0
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function frame(): void {
  for (const run of frames.splice(0)) run()
}

function stage(cached: number) {
  const asked: number[] = []
  const answers: (() => void)[] = []
  const shown: number[] = []
  const queue = createChunkQueue(
    (_, chunk) => {
      asked.push(chunk)
      return new Promise((resolve) => answers.push(() => resolve(rows)))
    },
    Array.from({ length: cached }, () => rows),
  )
  const want = (chunk: number, isBlank = true): (() => void) =>
    queue.want({
      file: 0,
      chunk,
      item: chunk + 1,
      isBlank,
      show() {
        shown.push(chunk)
        now += cost
      },
    })
  return { queue, want, asked, answers, shown }
}

describe('the chunk queue', () => {
  test('shows the first chunk at once and the others one per frame if there is no time for more', () => {
    const { want, shown } = stage(3)
    for (const chunk of [0, 1, 2]) want(chunk)
    expect(shown).toEqual([0])
    frame()
    expect(shown).toEqual([0, 1])
    frame()
    expect(shown).toEqual([0, 1, 2])
    expect(frames).toEqual([])
  })

  test('shows several chunks in one frame on a fast machine', () => {
    const { want, shown } = stage(4)
    cost = 0.1
    for (const chunk of [1, 2, 3]) want(chunk)
    frame()
    expect(shown).toEqual([1, 2, 3])
  })

  test('shows the chunk nearest to the view first', () => {
    const { queue, want, shown } = stage(9)
    queue.look({ from: 6, to: 7 })
    for (const chunk of [1, 2, 3, 4, 5, 6, 7, 8]) want(chunk)
    frame()
    frame()
    frame()
    expect(shown).toEqual([5, 6, 4])
  })

  test('neither requests nor shows chunks that the user scrolled past', async () => {
    const { queue, want, asked, answers, shown } = stage(0)
    const leave = [3, 4, 5, 6].map((chunk) => want(chunk))
    await setImmediate()
    expect(asked).toEqual([3, 4])
    for (const one of leave) one()
    queue.look({ from: 90, to: 91 })
    want(90)
    answers.splice(0).forEach((answer) => answer())
    await setImmediate()
    expect(asked).toEqual([3, 4, 90])
    frame()
    expect(shown).toEqual([])
    answers.splice(0).forEach((answer) => answer())
    await setImmediate()
    frame()
    expect(shown).toEqual([90])
  })

  test('of the chunks in view, requests first what shows nothing yet', async () => {
    const { queue, want, asked } = stage(0)
    queue.look({ from: 0, to: 9 })
    want(3, false)
    want(4, false)
    want(5)
    await setImmediate()
    expect(asked).toEqual([5, 3])
  })
})
