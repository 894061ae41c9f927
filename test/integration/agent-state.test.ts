// The agent's state that the whole app shows: before a folder is open, with one, and on the way to another.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApp, type App } from '../../src/main/app/app.ts'
import type { RoomListener } from '../../src/renderer/room/room-link.ts'
import { openLocalLink } from '../../src/renderer/room/local-link.ts'
import { createCarrierPair } from '../fakes/transport-pair.ts'
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
      launch: { workspace: null, profile: null, port: 0, gatewayOpen: false, trust: false, named: null },
      flags: { gateway: 'off', brain: 'builtin' },
      environment: {},
    },
    trustAtStart: [workspace.path],
    version: '0.0.0',
    resources: profile.path,
    host: 'browser',
    openLink: async () => {},
    environment: {},
    guestPage: async () => null,
    spawnSpeech: () => () => createFakeProcess().port,
    about: {},
  })
  app.onBusy((now) => busy.push(now))
})
afterEach(async () => {
  await app.close()
  profile.remove()
  workspace.remove()
})

const ignoreAll: RoomListener = {
  data: () => {},
  textOpened: () => {},
  textAppended: () => {},
  textClosed: () => {},
  attributesChanged: () => {},
  audio: () => {},
  recovered: () => {},
  weakened: () => {},
  closed: () => {},
}

it('the agent is initializing until a folder is open, then idle, and initializing again on the way to another', async () => {
  const states: string[] = []
  const [ours, theirs] = createCarrierPair()
  app.join(ours)
  await openLocalLink(theirs, {
    ...ignoreAll,
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
  // An idle agent does not delay the exit.
  expect(busy).toEqual([])
})

it('a folder that is opened again continues its conversation, and windows learn that another agent answers', async () => {
  const changes: Record<string, string>[] = []
  const [ours, theirs] = createCarrierPair()
  app.join(ours)
  await openLocalLink(theirs, {
    ...ignoreAll,
    attributesChanged: (attributes) => void changes.push(attributes),
  })
  const all = (name: string): Set<string> => new Set(changes.flatMap((attributes) => attributes[name] ?? []))
  await app.openWorkspace(workspace.path)
  await app.openWorkspace(workspace.path)
  expect(all('parley.session').size).toBe(1)
  expect(all('parley.answers_since').size).toBe(2)
})
