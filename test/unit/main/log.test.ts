import { describe, expect, it } from 'vitest'
import { createLog } from '../../../src/main/log.ts'

const setUp = (logPii: boolean, logLevel: 'debug' | 'info' | 'warn' | 'error' = 'info') => {
  const lines: string[] = []
  const log = createLog({
    settings: () => ({ logLevel, logPii }),
    write: (line) => lines.push(line),
    now: () => 0,
  })
  return { log, lines: () => lines.map((line) => JSON.parse(line) as unknown) }
}

describe('the log', () => {
  it('leaves spoken words, code and paths out unless somebody asked for them', () => {
    const quiet = setUp(false)
    quiet.log('info', 'heard', { turn: 't', pii: { words: 'secret' } })
    expect(quiet.lines()).toEqual([
      { at: '1970-01-01T00:00:00.000Z', level: 'info', message: 'heard', turn: 't' },
    ])
    const open = setUp(true)
    open.log('info', 'heard', { pii: { words: 'secret' } })
    expect(open.lines()).toMatchObject([{ pii: { words: 'secret' } }])
  })

  it('leaves out what is less important than was asked for', () => {
    const { log, lines } = setUp(false, 'warn')
    log('info', 'not this')
    log('error', 'this')
    expect(lines()).toMatchObject([{ message: 'this' }])
  })
})
