import { describe, expect, it } from 'vitest'
import { createBoundedOutput } from '../../../../src/main/workspace/run-command.ts'

const KB = 1024

describe('The output of a command', () => {
  it('is complete up to half a megabyte', () => {
    const output = createBoundedOutput()
    for (let n = 0; n < 512; n++) output.write('x'.repeat(KB))
    expect(output.whole()).toEqual({ output: 'x'.repeat(512 * KB), truncated: false })
  })

  it('loses its middle beyond that', () => {
    const output = createBoundedOutput()
    output.write('begin')
    for (let n = 0; n < 5000; n++) output.write('x'.repeat(KB))
    output.write('end')
    const { output: kept, truncated } = output.whole()
    expect(truncated).toBe(true)
    expect(kept.startsWith('beginx')).toBe(true)
    expect(kept.endsWith('xend')).toBe(true)
    expect(kept.length).toBeLessThan(513 * KB)
  })

  it('is reported as it comes, up to a limit', () => {
    let heard = ''
    const output = createBoundedOutput((text) => (heard += text))
    output.write('one')
    output.write('')
    output.write('two')
    expect(heard).toBe('onetwo')
    output.write('x'.repeat(1000 * KB))
    output.write('more')
    expect(heard.length).toBe(256 * KB)
  })
})
