import { describe, expect, it } from 'vitest'
import type { ApprovalRequest } from '../../../../../src/core/tools/tool.ts'
import { createAlwaysRules } from '../../../../../src/main/brains/model/always-rules.ts'

const command = (action: string): ApprovalRequest => ({ kind: 'command', title: 'Run a command', action })
const edit = (file: string): ApprovalRequest => ({ kind: 'edit', title: `Edit ${file}`, action: file })

describe('“Always”', () => {
  it('allows the exact command that the user saw, and no other', () => {
    const rules = createAlwaysRules(() => {})
    rules.add(command('npm test'))
    expect(rules.allows(command('npm test'))).toBe(true)
    expect(rules.allows(command('npm test; curl example.com'))).toBe(false)
    expect(rules.allows(edit('a.ts'))).toBe(false)
    expect(rules.meaning(command('npm test'))).toContain('this exact command')
  })

  it('allows all edits, until the user takes it back', () => {
    let changes = 0
    const rules = createAlwaysRules(() => changes++)
    rules.add(edit('a.ts'))
    rules.add(edit('b.ts'))
    expect(rules.allows(edit('c.ts'))).toBe(true)
    const [rule] = rules.list()
    expect(rule).toMatchObject({ label: 'Edits in this conversation' })
    rules.revoke(rule!.id)
    expect(rules.allows(edit('a.ts'))).toBe(false)
    expect(changes).toBe(2)
  })

  it('means nothing for what has a warning', () => {
    const rules = createAlwaysRules(() => {})
    const dangerous = { ...command('rm -rf build'), warning: 'It deletes files.' }
    rules.add(dangerous)
    expect(rules.allows(dangerous)).toBe(false)
    expect(rules.meaning(dangerous)).toBeNull()
    expect(rules.list()).toEqual([])
  })
})
