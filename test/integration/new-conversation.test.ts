// "New conversation" in the whole app: an empty one about the same folder, and the earlier one stays on disk.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApp, type App } from '../../src/main/app/app.ts'
import { createFakeProcess } from '../fakes/fake-process.ts'
import { isConnected, openRoomWindow } from '../fakes/room-window.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let profile: TempFolder
let folder: TempFolder
const cleanUps: (() => unknown)[] = []
beforeEach(() => {
  profile = createTempFolder()
  folder = createTempFolder({ 'tide.ts': 'export const tide = 1\n' })
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  profile.remove()
  folder.remove()
})

async function start(): Promise<App> {
  const app = await createApp({
    profile: profile.path,
    commandLine: {
      launch: { workspace: null, profile: null, port: 0, gatewayOpen: false, trust: false, named: null },
      flags: { gateway: 'off', recognizer: 'off', voice: 'off' },
      environment: {},
    },
    trustAtStart: [],
    version: '0.0.0',
    resources: profile.path,
    host: 'browser',
    openLink: async () => {},
    environment: {},
    guestPage: async () => null,
    spawnSpeech: () => () => createFakeProcess().port,
    about: {},
  })
  cleanUps.push(() => app.close())
  return app
}

async function openWindow(app: App) {
  const window = openRoomWindow({ attach: (transport) => app.join(transport) })
  cleanUps.push(() => window.client.close())
  await window.until(isConnected)
  return window
}

it('is empty, keeps the earlier one on disk, and is the one that a restart continues', async () => {
  const app = await start()
  await app.openWorkspace(folder.path)
  const { client, until } = await openWindow(app)
  await client.ask('open tide.ts')
  await until(({ artifacts, agentState }) => artifacts.length === 1 && agentState === 'idle')
  await app.handlers['conversation.new'](null)
  await until(({ artifacts, transcript }) => artifacts.length === 0 && transcript.length === 0)
  await until(isConnected)
  await client.ask('where am I')
  await until(({ transcript }) => transcript.some(({ role, isFinal }) => role === 'agent' && isFinal))

  const journals = readdirSync(join(profile.path, 'sessions')).filter((name) => name.endsWith('.jsonl'))
  const [first, second] = journals.toSorted((a, b) => a.length - b.length)
  expect(journals).toHaveLength(2)
  const text = (name: string): string => readFileSync(join(profile.path, 'sessions', name), 'utf8')
  expect([text(first!).includes('open tide.ts'), text(second!).includes('open tide.ts')]).toEqual([
    true,
    false,
  ])

  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  const again = await start()
  await again.openWorkspace(folder.path)
  const later = await openWindow(again)
  const shown = await later.until(({ transcript }) => transcript.length > 0)
  expect(shown.transcript.map(({ text: said }) => said)).toContain('where am I')
  expect(shown.artifacts).toEqual([])
})

it('does nothing where no folder is open', async () => {
  const app = await start()
  expect(await app.handlers['conversation.new'](null)).toBeNull()
  expect(existsSync(join(profile.path, 'sessions'))).toBe(false)
})
