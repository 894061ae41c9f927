import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRecentFolders } from '../../../../src/main/storage/recent-folders.ts'
import { openSettings } from '../../../../src/main/storage/settings-store.ts'
import { defaultSettings } from '../../../../src/shared/settings.ts'

let profile: string
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'parley-profile-'))
})
afterEach(() => rm(profile, { recursive: true, force: true }))

describe('The settings', () => {
  it('are the defaults at first', async () => {
    expect((await openSettings(profile, { flags: {}, environment: {} })).get()).toEqual(defaultSettings)
  })

  it('prefer a flag to a saved value, and that to the environment', async () => {
    await writeFile(join(profile, 'settings.json'), JSON.stringify({ theme: 'light', whenBusy: 'followup' }))
    const settings = await openSettings(profile, {
      flags: { theme: 'dark' },
      environment: { whenBusy: 'interrupt', brain: 'openclaw' },
    })
    expect(settings.get()).toMatchObject({ theme: 'dark', whenBusy: 'followup', brain: 'openclaw' })
  })

  it('are saved, and a saved choice then wins over the flag of this start', async () => {
    const settings = await openSettings(profile, { flags: { theme: 'dark' }, environment: {} })
    expect(await settings.save({ theme: 'light' })).toMatchObject({ theme: 'light' })
    const again = await openSettings(profile, { flags: {}, environment: {} })
    expect(again.get().theme).toBe('light')
  })

  it.each(['not json', '[]', '{"theme":"pink","whenBusy":"followup","unknown":1}'])(
    'use the valid values of a damaged file: %s',
    async (text) => {
      await writeFile(join(profile, 'settings.json'), text)
      const settings = await openSettings(profile, { flags: {}, environment: {} })
      expect(settings.get().theme).toBe('system')
      expect(settings.get().whenBusy).toBe(text.includes('followup') ? 'followup' : 'interrupt')
    },
  )

  it('read the keys of earlier versions, and prefer the new key', async () => {
    await writeFile(join(profile, 'settings.json'), JSON.stringify({ ears: 'off', earsModel: 'tiny' }))
    const settings = await openSettings(profile, { flags: {}, environment: {} })
    expect(settings.get()).toMatchObject({ recognizer: 'off', recognizerModel: 'tiny' })
    expect(await settings.save({ recognizer: 'embedded' })).toMatchObject({ recognizer: 'embedded' })
    const again = await openSettings(profile, { flags: {}, environment: {} })
    expect(again.get()).toMatchObject({ recognizer: 'embedded', recognizerModel: 'tiny' })
  })

  it('tell their listeners about each change, with the settings before it', async () => {
    const settings = await openSettings(profile, { flags: {}, environment: {} })
    const changes: string[] = []
    settings.onChange((after, before) => void changes.push(`${before.theme} to ${after.theme}`))
    await settings.save({ theme: 'dark' })
    expect(changes).toEqual(['system to dark'])
  })

  it('are never half written, however many changes are made at once', async () => {
    const settings = await openSettings(profile, { flags: {}, environment: {} })
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => settings.save({ theme: n % 2 ? 'dark' : 'light' })),
    )
    expect(JSON.parse(await readFile(join(profile, 'settings.json'), 'utf8'))).toEqual({ theme: 'dark' })
  })
})

describe('The recent folders', () => {
  it('are stored newest first, each once, at most twelve', async () => {
    const recent = await openRecentFolders(profile)
    for (let n = 0; n < 15; n++) await recent.opened(`/code/p${n}`, n)
    await recent.opened('/code/p10', 99)
    const again = await openRecentFolders(profile)
    expect(again.list()).toHaveLength(12)
    expect(again.list()[0]).toEqual({ path: '/code/p10', name: 'p10', openedAt: 99 })
    expect(new Set(again.list().map(({ path }) => path)).size).toBe(12)
  })
})
