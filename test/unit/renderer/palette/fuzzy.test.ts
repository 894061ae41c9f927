import { describe, expect, test } from 'vitest'
import { fuzzyFilter, fuzzyScore } from '../../../../src/renderer/palette/fuzzy.ts'

describe('finding by a few letters', () => {
  test('all letters must be there, in order', () => {
    expect(fuzzyScore('tab', 'Next tab')).not.toBeNull()
    expect(fuzzyScore('xt', 'Next tab')).not.toBeNull()
    expect(fuzzyScore('tx', 'Next')).toBeNull()
  })

  test('what begins words and what stands together comes first', () => {
    const all = ['Settings', 'Close the tab', 'Show in tabs', 'Theatre box']
    expect(fuzzyFilter('tab', all, String)[0]).toMatch(/tab/)
    expect(fuzzyFilter('set', all, String)[0]).toBe('Settings')
    expect(fuzzyFilter('ct', all, String)[0]).toBe('Close the tab')
  })

  test('nothing typed leaves everything as it was', () => {
    expect(fuzzyFilter(' ', ['b', 'a'], String)).toEqual(['b', 'a'])
  })
})
