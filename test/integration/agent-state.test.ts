// What is told of the agent by the whole app, before a folder is open, with one, and on the way to another.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApp, type App } from '../../src/main/app.ts'
import type { RoomListener } from '../../src/renderer/room/room-link.ts'
import { openLocalLink } from '../../src/renderer/room/local-link.ts'
import { createCarrierPair } from '../fakes/carrier-pair.ts'
import { createFakeProcess } from '../fakes/fake-process.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let profile: TempFolder
let workspace: TempFolder
let app: App
let busy: boolean[]
beforeEach(async () => {
  profile = createTempFolder()
  workspace = createTempFolder()
  busy = []
  app = await createApp({
    profile: profile.path,
    commandLine: {
      launch: { workspace: null, profile: null, port: 0, named: null },
      flags: { gateway: 'off', brain: 'builtin' },
      environment: {},
    },
    version: '0.0.0',
    resources: profile.path,
    host: 'browser',
    openLink: async () => {},
    gatewayToken: null,
    guestToken: null,
    guestPage: async () => null,
    livekitKeys: null,
    speechKeys: { ears: null, voice: null },
    spawnSpeech: () => () => createFakeProcess().port,
    packageSource: null,
    about: {},
    onBusy: (now) => busy.push(now),
  })
})
afterEach(async () => {
  await app.close()
  profile.remove()
  workspace.remove()
})

const deaf: RoomListener = {
  data: () => {},
  textOpened: () => {},
  textAppended: () => {},
  textClosed: () => {},
  attributesChanged: () => {},
  audio: () => {},
  mended: () => {},
  weakened: () => {},
  closed: () => {},
}

it('the agent is starting until a folder is open, idle then, and starting again on the way to another', async () => {
  const states: string[] = []
  const [ours, theirs] = createCarrierPair()
  app.join(ours)
  await openLocalLink(theirs, {
    ...deaf,
    attributesChanged: (attributes) => {
      const state = attributes['lk.agent.state']
      if (state !== undefined && state !== states.at(-1)) states.push(state)
    },
  })
  expect(states).toEqual(['initializing'])
  await app.openWorkspace(workspace.path)
  await expect.poll(() => states).toEqual(['initializing', 'idle'])
  await app.openWorkspace(profile.path)
  await expect.poll(() => states).toEqual(['initializing', 'idle', 'initializing', 'idle'])
  // An agent that has nothing to do keeps nobody waiting.
  expect(busy).toEqual([])
})

it('a folder that is opened again goes on with its conversation, and windows are told that another agent answers', async () => {
  const told: Record<string, string>[] = []
  const [ours, theirs] = createCarrierPair()
  app.join(ours)
  await openLocalLink(theirs, { ...deaf, attributesChanged: (attributes) => void told.push(attributes) })
  const all = (name: string): Set<string> => new Set(told.flatMap((attributes) => attributes[name] ?? []))
  await app.openWorkspace(workspace.path)
  await app.openWorkspace(workspace.path)
  expect(all('parley.session').size).toBe(1)
  expect(all('parley.answers_since').size).toBe(2)
})
