import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sliceEnd } from '../../../../src/renderer/viewer/editor-text.ts'

function slices(content: string): string[] {
  const found: string[] = []
  for (let at = 0; at < content.length; at = sliceEnd(content, at)) {
    found.push(content.slice(at, sliceEnd(content, at)))
  }
  return found
}

test('a text is taken in slices that end with lines and together are the text', () => {
  const text = Array.from({ length: 20_000 }, (_, at) => `line ${at} of a long text\n`).join('')
  const found = slices(text)
  expect(found.length).toBeGreaterThan(3)
  expect(found.join('')).toBe(text)
  for (const slice of found) expect(slice.endsWith('\n')).toBe(true)
})

test('one endless line stays whole, and nothing is lost whatever the text', () => {
  expect(slices('x'.repeat(1_000_000))).toHaveLength(1)
  fc.assert(
    fc.property(fc.array(fc.nat(200_000), { maxLength: 5 }), (lengths) => {
      const text = lengths.map((length) => 'y'.repeat(length)).join('\n')
      expect(slices(text).join('')).toBe(text)
    }),
    { numRuns: 50 },
  )
})
