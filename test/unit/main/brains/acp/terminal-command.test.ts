import { describe, expect, it } from 'vitest'
import { terminalCommand } from '../../../../../src/main/brains/acp/terminal-command.ts'

const base = { sessionId: 's' }
const wrong = expect.objectContaining({ code: -32602, data: { reason: 'bad_request' } })

describe('The command line of a terminal', () => {
  it('is the command itself if there are no arguments', () => {
    expect(terminalCommand({ ...base, command: 'npm test && echo "done"' }, 'sh')).toEqual({
      line: 'npm test && echo "done"',
      folder: undefined,
      environment: {},
    })
  })

  it('quotes a program and its arguments, so that none of them becomes another command', () => {
    const args = ['-n', "it's", '$(touch evil)', '; rm -rf /', '']
    expect(terminalCommand({ ...base, command: 'grep', args }, 'sh').line).toBe(
      `grep -n 'it'\\''s' '$(touch evil)' '; rm -rf /' ''`,
    )
    expect(() => terminalCommand({ ...base, command: 'echo', args: ['%PATH%"'] }, 'cmd')).toThrow(wrong)
  })

  it('has the folder and the variables of the request', () => {
    const env = [{ name: 'PORT', value: '0' }]
    expect(terminalCommand({ ...base, command: 'make', cwd: '/p/src', env }, 'sh')).toMatchObject({
      folder: '/p/src',
      environment: { PORT: '0' },
    })
  })

  it('is refused if it is empty, too long to show, or not printable', () => {
    for (const command of ['', '  ', 'a\0b', 'x'.repeat(20_001)])
      expect(() => terminalCommand({ ...base, command }, 'sh')).toThrow(wrong)
  })

  it('is refused with variables that no shell would set', () => {
    for (const variable of [
      { name: '', value: '' },
      { name: 'A=B', value: '' },
      { name: '__proto__', value: 'x' },
      { name: 'A', value: 'a\0b' },
      { name: 'A', value: 'x'.repeat(32_769) },
    ])
      expect(() => terminalCommand({ ...base, command: 'ls', env: [variable] }, 'sh')).toThrow(wrong)
    const many = Array.from({ length: 101 }, (_, at) => ({ name: `A${at}`, value: '' }))
    expect(() => terminalCommand({ ...base, command: 'ls', env: many }, 'sh')).toThrow(wrong)
  })
})
