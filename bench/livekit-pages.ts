// From a tool's result in the agent to its artifact painted in Chromium: in a window in the LiveKit room and in a window in
// the local room, with the same agent.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { repository } from '../build/repository.ts'
import { startBrowserServer } from '../src/main/browser/browser-server.ts'
import type { IpcHandlers } from '../src/main/ipc/answer-request.ts'
import { answerSocket } from '../src/main/ipc/socket-ipc.ts'
import { guestToken } from '../src/main/rooms/livekit/tokens.ts'
import { createSocketTransport } from '../src/main/rooms/local/socket-transport.ts'
import type { RoomEntry } from '../src/shared/ipc.ts'
import { defaultSettings } from '../src/shared/settings.ts'
import { WINDOW_IDENTITY_PREFIX } from '../src/shared/wire/livekit.ts'
import { watchFor } from './event-to-pixel.ts'
import { ROOM, type RoomStage } from './livekit-stage.ts'
import { alternate, preciseNow } from './measure.ts'
import { VIEWPORT } from './stage.ts'
import { toolEnded } from '../test/fakes/tool-ended.ts'

const ROUNDS = 30

export async function paintedInPages(browser: Browser, stage: RoomStage) {
  const { url } = stage.server
  const livekit = await openPage(browser, stage, url, async () => {
    const participant = { identity: `${WINDOW_IDENTITY_PREFIX}${randomUUID()}`, name: 'Ada' }
    return { tag: 'livekit', url, token: await guestToken(stage.server, ROOM, participant) }
  })
  const local = await openPage(browser, stage, url, async () => ({ tag: 'local' }))
  const { runId, emit } = await stage.openTurn()
  let n = 0
  const painted = async (page: Page): Promise<number> => {
    const marker = `marker-${++n}-painted`
    const watched = watchFor(page, marker)
    const call = { callId: marker, name: 'Read', args: { path: 'note.md' } }
    emit({ type: 'tool.started', runId, call })
    const from = await watched.ready.then(preciseNow)
    emit(toolEnded(runId, call, { ok: true, output: { text: `${marker} words` } }))
    return (await watched.at) - from
  }
  // The first ones load lazy parts.
  for (let warm = 0; warm < 5; warm++) for (const { page } of [livekit, local]) await painted(page)
  const times = await alternate(
    ROUNDS,
    () => painted(livekit.page),
    () => painted(local.page),
  )
  emit({ type: 'run.ended', runId, outcome: 'completed' })
  await livekit.close()
  await local.close()
  return { livekit: times.ours, local: times.peer }
}

async function openPage(browser: Browser, stage: RoomStage, url: string, entry: () => Promise<RoomEntry>) {
  const servers = [new URL(url).origin, new URL(url.replace(/^ws/, 'http')).origin]
  const handlers = {
    'app.describe': () => ({ version: '0', host: 'browser', home: '/' }),
    'workspace.current': () => ({ path: '/bench', name: 'bench', branch: null }),
    'workspace.recent': () => [],
    'settings.read': () => defaultSettings,
    'room.entry': entry,
    'room.servers': () => servers,
  } as unknown as IpcHandlers
  const server = await startBrowserServer({
    port: 0,
    token: 'bench',
    rendererRoot: join(repository, 'out/renderer'),
    onRoom: (socket) => stage.localRoom.attach(createSocketTransport(socket), randomUUID()),
    onIpc: (socket) => answerSocket(socket, handlers),
    servers: () => servers,
    onRefused: (reason) => process.stderr.write(`${reason}\n`),
  })
  const page = await browser.newPage({ viewport: VIEWPORT })
  const overLiveKit = page.waitForEvent('websocket', {
    predicate: (socket) => socket.url().startsWith(url),
    timeout: 20_000,
  })
  await page.goto(server.url)
  if ((await entry()).tag === 'livekit') await overLiveKit
  else overLiveKit.catch(() => {})
  await page.getByLabel('Ask the agent').waitFor()
  return {
    page,
    async close() {
      await page.close()
      await server.close()
    },
  }
}
