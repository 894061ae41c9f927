import { describe, expect, it } from 'vitest'
import { createLog } from '../../../../src/main/app/log.ts'

const setUp = (logPii: boolean, logLevel: 'debug' | 'info' | 'warn' | 'error' = 'info') => {
  const lines: string[] = []
  const log = createLog({
    settings: () => ({ logLevel, logPii }),
    write: (line) => lines.push(line),
    now: () => 0,
  })
  return { log, lines: () => lines.map((line) => JSON.parse(line) as unknown) }
}

describe('The log', () => {
  it('leaves out spoken text, code and paths by default', () => {
    const quiet = setUp(false)
    quiet.log('info', 'heard', { turn: 't', pii: { text: 'secret' } })
    expect(quiet.lines()).toEqual([
      { at: '1970-01-01T00:00:00.000Z', level: 'info', message: 'heard', turn: 't' },
    ])
    const open = setUp(true)
    open.log('info', 'heard', { pii: { text: 'secret' } })
    expect(open.lines()).toMatchObject([{ pii: { text: 'secret' } }])
  })

  it('leaves out entries below the chosen level', () => {
    const { log, lines } = setUp(false, 'warn')
    log('info', 'not this')
    log('error', 'this')
    expect(lines()).toMatchObject([{ message: 'this' }])
  })
})
