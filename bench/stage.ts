// A stage for measuring: the real room, agent and page, with a brain that does what the measurement says, and a real
// Chromium to look at it.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { repository } from '../build/repository.ts'
import { findChromium } from '../build/system-packages.ts'
import type { Brain, BrainEvent } from '../src/core/ports.ts'
import { readyBrain } from '../src/shared/brain-status.ts'
import { createPlainAgent } from '../test/fakes/plain-agent.ts'
import { startBrowserServer } from '../src/main/browser/browser-server.ts'
import { answerSocket } from '../src/main/ipc/socket-ipc.ts'
import type { IpcHandlers } from '../src/main/ipc/answer-request.ts'
import { createLocalRoom } from '../src/main/rooms/local/local-room.ts'
import { createSocketCarrier } from '../src/main/rooms/local/socket-carrier.ts'
import { defaultSettings } from '../src/shared/settings.ts'

export interface Stage {
  page: Page
  /** Starts a turn that stays open, and gives what makes the brain's events in it. */
  openTurn(): Promise<{ runId: string; emit(event: BrainEvent): void }>
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

export async function openStage(browser: Browser): Promise<Stage> {
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
    brain,
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
    onRoom: (socket) => room.attach(createSocketCarrier(socket), randomUUID()),
    onIpc: (socket) => answerSocket(socket, handlers),
    servers: () => [],
    onRefused: (reason) => process.stderr.write(`${reason}\n`),
  })
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto(server.url)
  await page.getByText('Connected').waitFor()
  return {
    page,
    async openTurn() {
      const started = new Promise<string>((resolve) => (asked = resolve))
      await page.getByLabel('Ask the agent').fill('go')
      await page.getByLabel('Ask the agent').press('Enter')
      const runId = await started
      return { runId, emit: (event) => listeners.forEach((tell) => tell(event)) }
    },
    async close() {
      await page.close()
      await agent.close()
      room.close()
      await server.close()
    },
  }
}
