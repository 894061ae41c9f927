import { describe, expect, it } from 'vitest'
import { createStderrTail } from '../../../../../src/main/brains/acp/stderr-tail.ts'

const tailOf = (text: string, secrets: string[] = []): string => {
  const tail = createStderrTail(secrets)
  tail.write(Buffer.from(text))
  return tail.text()
}

describe('the end of standard error', () => {
  it('keeps the last lines and drops a first line that is not whole', () => {
    const tail = createStderrTail([])
    for (let n = 0; n < 2000; n++) tail.write(Buffer.from(`line ${n}\n`))
    expect(tail.text().length).toBeLessThanOrEqual(8 * 1024)
    expect(tail.text()).toMatch(/^line \d+\n/)
    expect(tail.text()).toMatch(/\nline 1999$/)
  })

  it('leaves out the values of the variables that the user lists, the longer ones first', () => {
    expect(tailOf('using hunter2-long and hunter2', ['hunter2', 'hunter2-long', 'us'])).toBe(
      'using [key] and [key]',
    )
  })

  it.each([
    'sk-ant-api03-abcdefghijklmnop',
    'ghp_abcdefghijklmnopqrst',
    'AIzaSyA1234567890abcdefghijkl',
    'Authorization: Bearer abcdefgh12345678',
    'api_key=abcd1234',
    '{"token": "abcd1234"}',
    'https://me:abcd1234@example.com',
    'eyJhbGciOiJIUzI1.eyJzdWIiOiIx.abcd1234',
  ])('leaves out what looks like a key: %s', (text) => {
    expect(tailOf(`Error: ${text}`)).toContain('[key]')
    expect(tailOf(`Error: ${text}`)).not.toMatch(/abcd|1234/)
  })

  it('leaves out the colours of a terminal, and reads a character that comes in two pieces', () => {
    const tail = createStderrTail([])
    const bytes = Buffer.from('\u001b[31mGrün\u001b[0m')
    tail.write(bytes.subarray(0, 8))
    tail.write(bytes.subarray(8))
    expect(tail.lastWords()).toBe('Grün')
  })
})
