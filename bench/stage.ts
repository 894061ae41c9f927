// The setup for measuring the window: the real room, agent and page in a real Chromium, with a scripted brain.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { repository } from '../build/repository.ts'
import { findChromium } from '../build/system-packages.ts'
import type { Brain, BrainEvent } from '../src/core/ports/brain.ts'
import type { Toolbox } from '../src/core/tools/toolbox.ts'
import { readyBrain } from '../src/shared/brain-status.ts'
import { createPlainAgent } from '../test/fakes/plain-agent.ts'
import { startBrowserServer } from '../src/main/browser/browser-server.ts'
import { answerSocket } from '../src/main/ipc/socket-ipc.ts'
import type { IpcHandlers } from '../src/main/ipc/answer-request.ts'
import { createLocalRoom } from '../src/main/rooms/local/local-room.ts'
import { createSocketTransport } from '../src/main/rooms/local/socket-transport.ts'
import { defaultSettings } from '../src/shared/settings.ts'

export interface Stage {
  page: Page
  /** Starts a turn that stays open; the answer emits the brain's events in it. */
  openTurn(): Promise<{ runId: string; emit(event: BrainEvent): void }>
  /** Types this and sends it. */
  say(text: string): Promise<void>
  close(): Promise<void>
}

export const VIEWPORT = { width: 1280, height: 800 }

export function chromiumOptions() {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium to measure with.')
  const args = [
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--enable-precise-memory-info',
  ]
  return { executablePath, chromiumSandbox: process.getuid?.() !== 0, args }
}

export const launchChromium = (): Promise<Browser> => chromium.launch(chromiumOptions())

/** `other` answers instead of the scripted brain; `openTurn` then never resolves. `tools` work on a real folder. */
export async function openStage(browser: Browser, other?: Brain, tools?: Toolbox): Promise<Stage> {
  const listeners = new Set<(event: BrainEvent) => void>()
  let asked: (runId: string) => void = () => {}
  const brain: Brain = {
    name: 'Stage',
    ask: ({ runId }) => asked(runId),
    abort() {},
    answerApproval() {},
    status: () => readyBrain('Stage'),
    onStatus: () => () => {},
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {},
  }
  const room = createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: () => {} })
  const agent = createPlainAgent({
    room,
    brain: other ?? brain,
    ...(tools && { tools }),
    onError: (what, error) => process.stderr.write(`${what}: ${String(error)}\n`),
  })
  const workspace = { path: '/bench', name: 'bench', branch: null }
  const handlers = {
    'app.describe': () => ({ version: '0', host: 'browser', home: '/' }),
    'workspace.current': () => workspace,
    'workspace.recent': () => [],
    'settings.read': () => defaultSettings,
  } as unknown as IpcHandlers
  const server = await startBrowserServer({
    port: 0,
    token: 'bench',
    rendererRoot: join(repository, 'out/renderer'),
    onRoom: (socket) => room.attach(createSocketTransport(socket), randomUUID()),
    onIpc: (socket) => answerSocket(socket, handlers),
    servers: () => [],
    onRefused: (reason) => process.stderr.write(`${reason}\n`),
  })
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Room: Local room' }).waitFor()
  const say = async (text: string): Promise<void> => {
    await page.getByLabel('Ask the agent').fill(text)
    await page.getByLabel('Ask the agent').press('Enter')
  }
  return {
    page,
    say,
    async openTurn() {
      const started = new Promise<string>((resolve) => (asked = resolve))
      await say('go')
      const runId = await started
      return { runId, emit: (event) => listeners.forEach((listener) => listener(event)) }
    },
    async close() {
      await page.close()
      await agent.close()
      room.close()
      await server.close()
    },
  }
}
