// The registry of brains, in the whole app: a brain that is only listed can be chosen, set up, asked and detected.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmitter } from '../../src/base/emitter.ts'
import type { BrainEvent } from '../../src/core/ports/brain.ts'
import { createApp, type App } from '../../src/main/app/app.ts'
import { brainDefinitions } from '../../src/main/app/brains.ts'
import type { BrainDefinition } from '../../src/main/brains/brain-definition.ts'
import { readyBrain, type BrainStatus } from '../../src/shared/brain-status.ts'
import { brainInfos } from '../../src/shared/brains.ts'
import type { Settings } from '../../src/shared/settings.ts'
import { createFakeProcess } from '../fakes/fake-process.ts'
import { isConnected, openRoomWindow } from '../fakes/room-window.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

/** Repeats what it is asked, as soon as it has its key. */
const parrot: BrainDefinition = {
  id: 'parrot:green',
  title: 'Parrot',
  choice: 'A parrot',
  summary: 'repeats what you say',
  explanation: 'The parrot repeats what you say.',
  setup: { group: 'Parrot', secret: { label: 'Key', env: 'PARROT_KEY' } },
  settings: ['theme'],
  needsTrust: true,
  secret: { name: 'parrot.key', address: () => 'parrot://cage' },
  open: ({ secret }) => ({
    detect: async () => 'the cage',
    create({ folderName }) {
      const events = createEmitter<[BrainEvent]>()
      const changes = createEmitter<[BrainStatus]>()
      const status = (): BrainStatus => {
        const ready = { ...readyBrain('Parrot'), place: `Parrot in ${folderName}` }
        if (secret() !== null) return ready
        const setup = {
          heading: 'The parrot is hungry',
          explanation: 'Give it its key.',
          command: null,
          secretLabel: 'Seed',
        }
        return { ...ready, state: 'refused', label: 'hungry', setup }
      }
      return {
        name: 'Parrot',
        ask({ runId, text }) {
          setImmediate(() => {
            events.emit({ type: 'text.appended', runId, delta: `${secret()} says: ${text}` })
            events.emit({ type: 'run.ended', runId, outcome: 'completed' })
          })
        },
        abort() {},
        answerApproval() {},
        status,
        onStatus: changes.on,
        onEvent: events.on,
        retry: () => changes.emit(status()),
        close: async () => {},
      }
    },
  }),
}

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

async function start(flags: Partial<Settings>, isTrusted = true): Promise<App> {
  const app = await createApp({
    profile: profile.path,
    commandLine: {
      launch: { workspace: null, profile: null, port: 0, gatewayOpen: false, trust: false, named: null },
      flags: { gateway: 'off', recognizer: 'off', voice: 'off', ...flags },
      environment: {},
    },
    environment: {},
    trustAtStart: isTrusted ? [folder.path] : [],
    version: '0.0.0',
    resources: profile.path,
    host: 'browser',
    openLink: async () => {},
    guestPage: async () => null,
    spawnSpeech: () => () => createFakeProcess().port,
    about: {},
    brains: [...brainDefinitions, parrot],
  })
  apps.push(app)
  await app.openWorkspace(folder.path)
  return app
}

const view = async (app: App) => (await app.handlers['brain.status'](null))!

async function ask(app: App, text: string): Promise<string> {
  const window = openRoomWindow({ attach: (transport) => app.join(transport) })
  await window.until(isConnected)
  await window.client.ask(text)
  const { transcript } = await window.until((state) =>
    state.transcript.some(({ role, isFinal }) => role === 'agent' && isFinal),
  )
  return transcript.find(({ role }) => role === 'agent')!.text
}

describe('A brain in the registry', () => {
  it('can be chosen in the settings, shows its setup card, takes its secret and answers', async () => {
    const app = await start({})
    expect(await view(app)).toMatchObject({ id: 'builtin', setup: null })
    await app.handlers['settings.write']({ brain: 'parrot:green' })
    expect(await view(app)).toMatchObject({
      id: 'parrot:green',
      name: 'Parrot',
      label: 'hungry',
      explanation: 'The parrot repeats what you say.',
      setup: { heading: 'The parrot is hungry', secretLabel: 'Seed' },
    })
    const views: unknown[] = []
    app.onEvent((name, value) => void (name === 'brain.changed' && views.push(value)))
    expect(await app.handlers['brain.secret']({ brain: 'parrot:green' })).toMatchObject({ from: 'nowhere' })
    await app.handlers['brain.secret.set']({ brain: 'parrot:green', secret: 'Polly' })
    expect(views).toMatchObject([{ id: 'parrot:green', state: 'ready', setup: null }])
    expect(await ask(app, 'Ahoy')).toBe('Polly says: Ahoy')
  })

  it('is built again if one of its settings changes, and not for others', async () => {
    const app = await start({ brain: 'parrot:green' })
    let views = 0
    app.onEvent((name) => void (name === 'brain.changed' && views++))
    await app.handlers['settings.write']({ contrast: 'high' })
    expect(views).toBe(0)
    await app.handlers['settings.write']({ theme: 'dark' })
    expect(views).toBe(1)
  })

  it('gives way to the built-in brain in a folder that is not trusted, if it needs trust', async () => {
    const app = await start({ brain: 'parrot:green' }, false)
    expect(await app.handlers['workspace.current'](null)).toMatchObject({ replacedBrain: 'Parrot' })
    expect(await view(app)).toMatchObject({ id: 'builtin' })
    expect(await ask(app, 'open a.ts')).toContain('instead of Parrot')
  })

  it('is detected while another one is chosen', async () => {
    const app = await start({ openclawHost: 'elsewhere.example' })
    expect(await app.handlers['brain.detect'](null)).toEqual({
      id: 'parrot:green',
      title: 'Parrot',
      place: 'the cage',
    })
    await app.handlers['settings.write']({ brain: 'parrot:green' })
    expect(await app.handlers['brain.detect'](null)).toBeNull()
  })

  it('gives way to the built-in brain with a fault if this version does not have it', async () => {
    const app = await start({ brain: 'dodo' })
    expect(await view(app)).toMatchObject({ id: 'builtin' })
    expect(app.takeMishap()?.message).toContain('“dodo”')
    expect(app.takeMishap()).toBeNull()
    await expect(async () => app.handlers['brain.test']({ brain: 'dodo' })).rejects.toMatchObject({
      fault: { code: 'bad_request' },
    })
  })

  it('is described in shared/brains.ts if it comes with Parley', () => {
    expect(brainDefinitions.map(({ id }) => id)).toEqual(Object.keys(brainInfos))
  })
})
