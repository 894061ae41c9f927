import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPrinter, plainText, shortText } from '../../../src/client/printer.ts'

it('Text of a gateway cannot control a terminal', () => {
  expect(plainText('\u001b[2J\u0007\u009b31m\u007f')).toBe('\\u001b[2J\\u0007\\u009b31m\\u007f')
  expect(plainText('a\nb\r\tc')).toBe('a\\nb\\r\\tc')
  expect(plainText('\u202egnp.exe\u2066\u200b\u2028')).toBe('\\u202egnp.exe\\u2066\\u200b\\u2028')
  expect(plainText('\ud800!')).toBe('\\ud800!')
  expect(plainText('grüße, 世界 🙂')).toBe('grüße, 世界 🙂')
})

it('The output has no control characters, and JSON keeps its meaning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const printed: string[] = []
      for (const json of [true, false])
        createPrinter({ json, now: () => 0, write: (line) => void printed.push(line) }).frame(
          'received',
          text,
        )
      for (const line of printed) expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      const { text: raw, frame } = JSON.parse(printed[0]!) as { text?: string; frame?: unknown }
      expect(raw ?? frame).toEqual(raw === undefined ? JSON.parse(text) : text)
    }),
  )
})

it('Long frames are cut for people, and complete for programs', () => {
  expect(shortText('x'.repeat(12), 10)).toBe('xxxxxxxxxx… (2 more characters)')
  const printed: string[] = []
  const write = (line: string): void => void printed.push(line)
  createPrinter({ json: false, now: () => 0, write }).frame('received', 'x'.repeat(5_000))
  createPrinter({ json: true, now: () => 0, write }).frame('received', 'x'.repeat(5_000))
  expect(printed[0]).toContain('(3000 more characters)')
  expect(printed[1]).toContain('x'.repeat(5_000))
})

it('Frames are printed with their direction, their time and their faults', () => {
  let now = 1_000
  const printed: string[] = []
  const printer = createPrinter({ json: false, now: () => now, write: (line) => void printed.push(line) })
  printer.frame('sent', '{"type":"pong"}', ['garbled', 'doubled'])
  now = 2_250
  printer.frame('received', new Uint8Array(4096))
  printer.note('gone')
  expect(printed).toEqual([
    '   0.000 → {"type":"pong"}  (garbled, doubled)\n',
    '   1.250 ← 4096 bytes\n',
    '   1.250 · gone\n',
  ])
})
