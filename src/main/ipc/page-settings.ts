// Which settings the page may write. The page shows content from strangers, so it must not choose a program to start.
import { settingRules } from '../../shared/authorization.ts'
import { FaultError } from '../../shared/errors.ts'
import { defaultSettings, settingKeys, settingsTable, type Settings } from '../../shared/settings.ts'

export function checkPageSettings(changed: Partial<Settings>): void {
  for (const key of settingKeys) {
    const isWritten = key in changed && changed[key] !== defaultSettings[key]
    if (!isWritten || settingRules[key].page === 'may write') continue
    const { name, flag, env } = settingsTable[key]
    throw new FaultError(
      'not_allowed',
      `“${name}” cannot be set in the window.`,
      `Start Parley with ${flag} or ${env}, or choose the file in the desktop app.`,
    )
  }
}
