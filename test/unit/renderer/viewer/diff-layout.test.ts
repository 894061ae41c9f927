import { describe, expect, test } from 'vitest'
import { chooseLayout, startsCollapsed } from '../../../../src/renderer/viewer/diff-layout.ts'
import { fileSummary } from '../../../fakes/file-summary.ts'
import type { FileSummary } from '../../../../src/renderer/viewer/diff-document.ts'

const fileOf = (rows: number): FileSummary =>
  fileSummary({ chunks: { rows: Uint16Array.of(rows, rows), hunks: Uint32Array.of(0, 0) } })

describe('choosing the layout of a diff', () => {
  test('the user’s choice is followed if there is space', () => {
    expect(chooseLayout('side-by-side', 900, 1000)).toEqual({ layout: 'side-by-side', forced: null })
    expect(chooseLayout('unified', 300, 9e6)).toEqual({ layout: 'unified', forced: null })
  })

  test('a narrow view gets one column, with the reason', () => {
    expect(chooseLayout('side-by-side', 500, 1000)).toMatchObject({
      layout: 'unified',
      forced: expect.stringContaining('too narrow') as string,
    })
  })

  test('a very large diff gets one column, with the reason', () => {
    expect(chooseLayout('side-by-side', 1600, 5e6)).toMatchObject({
      layout: 'unified',
      forced: expect.stringContaining('very large') as string,
    })
  })

  test('many files with very many rows start collapsed, a single file never does', () => {
    expect(startsCollapsed([fileOf(10_000), fileOf(10_000)])).toBe(true)
    expect(startsCollapsed([fileOf(10_000), fileOf(10)])).toBe(false)
    expect(startsCollapsed([fileOf(60_000)])).toBe(false)
  })
})
