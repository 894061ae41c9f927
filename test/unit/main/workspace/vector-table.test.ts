import { describe, expect, it } from 'vitest'
import { createNearest, createVectorTable } from '../../../../src/main/workspace/vector-table.ts'
import { DIMENSIONS } from '../../../../src/main/workspace/word-vectors.ts'

/** Each points along one axis. */
function along(...axes: number[]): Int8Array {
  const vectors = new Int8Array(axes.length * DIMENSIONS)
  for (const [at, axis] of axes.entries()) vectors[at * DIMENSIONS + axis] = 127
  return vectors
}

describe('The vectors of a folder', () => {
  it('are found by the way they point, as long as their file is there', () => {
    const table = createVectorTable()
    const first = table.add(1, along(0, 1))
    table.add(3, along(2))
    const idsNear = (axis: number): number[] =>
      table
        .nearest(along(axis), 10)
        .filter(({ similarity }) => similarity > 0)
        .map(({ id }) => id)
    expect([idsNear(0), idsNear(1), idsNear(2)]).toEqual([[1], [2], [3]])
    table.remove(first)
    expect([idsNear(0), idsNear(1), idsNear(2)]).toEqual([[], [], [3]])
    table.add(4, along(1, 0))
    expect([idsNear(0), idsNear(1)]).toEqual([[5], [4]])
  })

  it('take no more room when a file is saved again and again', () => {
    const table = createVectorTable()
    let place = table.add(1, along(0, 1, 2))
    const before = { ...place }
    for (let id = 10; id < 1000; id += 3) {
      table.remove(place)
      place = table.add(id, along(0, 1, 2))
    }
    expect(place).toEqual(before)
  })

  it('may be more than one piece of memory holds, and a damaged rest counts for nothing', () => {
    const table = createVectorTable()
    table.add(1, new Int8Array(40_000 * DIMENSIONS))
    table.add(50_000, along(5))
    table.add(60_000, along(5).subarray(0, DIMENSIONS - 1))
    expect(table.nearest(along(5), 1)).toEqual([{ id: 50_000, similarity: 1 }])
  })
})

describe('The nearest of many', () => {
  it('are the most similar, best first, and no more than asked for', () => {
    const nearest = createNearest(3)
    for (let id = 0; id < 1000; id++) nearest.offer(id, ((id * 7919) % 1000) / 1000)
    expect(nearest.all().map(({ similarity }) => similarity)).toEqual([0.999, 0.998, 0.997])
  })

  it('are all there are if there are fewer', () => {
    const nearest = createNearest(3)
    nearest.offer(1, 0.2)
    expect(nearest.all()).toEqual([{ id: 1, similarity: 0.2 }])
  })
})
