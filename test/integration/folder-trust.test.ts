// A restricted folder in the whole app: Parley reads and searches it, and changes and runs nothing in it.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FolderTrust } from '../../src/shared/ipc.ts'
import type { Settings } from '../../src/shared/settings.ts'
import { createApp, type App } from '../../src/main/app/app.ts'
import type { WindowState } from '../fakes/room-window.ts'
import { createFakeProcess } from '../fakes/fake-process.ts'
import { isConnected, openRoomWindow } from '../fakes/room-window.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let profile: TempFolder
let folder: TempFolder
const apps: App[] = []
beforeEach(() => {
  profile = createTempFolder()
  folder = createTempFolder({ 'a.ts': 'export const tide = 1\n' })
})
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  profile.remove()
  folder.remove()
})

async function start(flags: Partial<Settings> = {}, trustAtStart: string[] = []): Promise<App> {
  const app = await createApp({
    profile: profile.path,
    commandLine: {
      launch: { workspace: null, profile: null, port: 0, gatewayOpen: false, trust: false, named: null },
      flags: { gateway: 'off', recognizer: 'off', voice: 'off', ...flags },
      environment: {},
    },
    trustAtStart,
    version: '0.0.0',
    resources: profile.path,
    host: 'browser',
    openLink: async () => {},
    environment: {},
    guestPage: async () => null,
    spawnSpeech: () => () => createFakeProcess().port,
    about: {},
  })
  apps.push(app)
  return app
}

async function talkTo(app: App) {
  const window = openRoomWindow({ attach: (transport) => app.join(transport) })
  await window.until(isConnected)
  /** The whole reply to a request. */
  async function ask(request: string): Promise<string> {
    const before = replies(window.store.get()).length
    await window.client.ask(request)
    const done = await window.until(
      (state) => replies(state).length > before && state.agentState === 'idle' && !state.approvals.length,
    )
    return replies(done).slice(before).join(' ')
  }
  return { ...window, ask }
}

const replies = ({ transcript }: WindowState): string[] =>
  transcript.filter(({ role, isFinal }) => role === 'agent' && isFinal).map(({ text }) => text)

const decide = (app: App, trust: 'trusted' | 'restricted', path = folder.path) =>
  app.handlers['workspace.trust']({ path, trust })

const RUN = 'run the command "node -e 0 > made.txt"'
const made = (): boolean => existsSync(join(folder.path, 'made.txt'))

describe('A folder opened for the first time', () => {
  it('can be read, and refuses commands, edits and hunks until it is trusted', async () => {
    const app = await start()
    expect((await app.openWorkspace(folder.path)).trust).toBe<FolderTrust>('undecided')
    const { ask, client, until, store } = await talkTo(app)
    await ask('open a.ts')
    expect(store.get().artifacts.map(({ artifact }) => artifact.kind)).toEqual(['code'])
    for (const request of [RUN, 'replace tide with ebb in a.ts', 'create a file called b.ts'])
      expect(await ask(request)).toMatch(/This folder is restricted.*Trust the folder in the window/)
    expect(store.get().approvals).toEqual([])
    expect([made(), readFileSync(join(folder.path, 'a.ts'), 'utf8')]).toEqual([
      false,
      'export const tide = 1\n',
    ])

    await decide(app, 'trusted')
    await client.ask(RUN)
    const asked = await until(({ approvals }) => approvals.length > 0)
    await client.answerApproval(asked.approvals[0]!.approval.id, 'allow')
    await until(({ agentState }) => agentState === 'idle')
    await expect.poll(made).toBe(true)

    // At once, with no restart.
    await decide(app, 'restricted')
    await until(isConnected)
    expect(await ask(RUN)).toContain('restricted')
  })

  it('is not trusted by a request, by opening it again or under another name, nor for another folder', async () => {
    const app = await start()
    await app.openWorkspace(folder.path)
    const { ask } = await talkTo(app)
    expect(await ask('trust this folder')).toContain('Decide in the window')
    const link = join(profile.path, 'link')
    symlinkSync(folder.path, link)
    expect((await app.openWorkspace(link)).trust).toBe('undecided')
    await expect(decide(app, 'trusted', profile.path)).rejects.toMatchObject({
      fault: { code: 'bad_request' },
    })
    await decide(app, 'trusted')
    // A symlink to a trusted folder is that folder.
    expect((await app.openWorkspace(link)).trust).toBe('trusted')
  })

  it('keeps the decision, and with --trust is trusted for that start only', async () => {
    const first = await start({}, [folder.path])
    expect((await first.openWorkspace(folder.path)).trust).toBe('trusted')
    await apps.pop()!.close()
    const second = await start()
    expect((await second.openWorkspace(folder.path)).trust).toBe('undecided')
    await decide(second, 'restricted')
    await apps.pop()!.close()
    expect((await (await start()).openWorkspace(folder.path)).trust).toBe('restricted')
  })

  it('gets answers from the built-in agent, which says why, until the folder is trusted', async () => {
    // Nothing listens there. The test only checks which brain answers.
    const app = await start({ brain: 'openclaw', openclawHost: '127.0.0.1', openclawPort: 1 })
    const opened = await app.openWorkspace(folder.path)
    expect(opened.replacedBrain).toBe('OpenClaw')
    const { ask } = await talkTo(app)
    expect((await app.handlers['brain.status'](null))?.name).toBe('Built-in')
    expect(await ask('open a.ts')).toContain('restricted, so the built-in agent answers instead of OpenClaw')
    expect((await decide(app, 'trusted')).replacedBrain).toBeNull()
    expect((await app.handlers['brain.status'](null))?.name).toBe('OpenClaw')
    expect((await decide(app, 'restricted')).replacedBrain).toBe('OpenClaw')
    expect((await app.handlers['brain.status'](null))?.name).toBe('Built-in')
  })
})

describe('The page of the window', () => {
  it('cannot choose the program of the LiveKit server', async () => {
    const app = await start()
    await expect(async () =>
      app.handlers['settings.write']({ livekitProgram: '/tmp/evil' }),
    ).rejects.toMatchObject({ fault: { code: 'not_allowed' } })
    expect(app.settings().livekitProgram).toBe('')
  })

  it('gets no token sent to an address it chose', async () => {
    const app = await start({ openclawHost: 'good.example' })
    await app.handlers['brain.secret.set']({ brain: 'openclaw', secret: 'a-real-secret' })
    expect(await app.handlers['brain.secret']({ brain: 'openclaw' })).toMatchObject({ from: 'set here' })
    await app.handlers['settings.write']({ openclawHost: 'evil.example' })
    expect(await app.handlers['brain.secret']({ brain: 'openclaw' })).toMatchObject({
      from: 'another address',
    })
  })
})
