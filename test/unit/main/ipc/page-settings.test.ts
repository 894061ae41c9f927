import { describe, expect, it } from 'vitest'
import { checkPageSettings } from '../../../../src/main/ipc/page-settings.ts'
import { settingRules } from '../../../../src/shared/authorization.ts'
import { defaultSettings, settingKeys } from '../../../../src/shared/settings.ts'

const refused = (changed: object): unknown => {
  try {
    checkPageSettings(changed)
    return null
  } catch (error) {
    return (error as { fault: { code: string } }).fault.code
  }
}

describe('The page', () => {
  it('cannot choose a program to start, but can reset it', () => {
    expect(refused({ livekitProgram: '/tmp/evil' })).toBe('not_allowed')
    expect(refused({ theme: 'dark', livekitProgram: '/tmp/evil' })).toBe('not_allowed')
    expect(refused({ livekitProgram: '' })).toBeNull()
  })

  it('may write every other setting', () => {
    for (const key of settingKeys) {
      const value = typeof defaultSettings[key] === 'number' ? 77 : 'other'
      const code = settingRules[key].page === 'may write' ? null : 'not_allowed'
      expect([key, refused({ [key]: value })]).toEqual([key, code])
    }
  })
})
