// The whole app with a real OpenClaw gateway: requests reach it and its work is shown. Also what the user sees when the
// gateway is missing or needs a token.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { repository } from '../../build/repository.ts'
import { readyBrain, type BrainStatus } from '../../src/shared/brain-status.ts'
import { IPC_EVENT_CHANNEL } from '../../src/shared/ipc-channels.ts'
import { freePort } from '../free-port.ts'
import { startPeer, type StartedPeer } from '../peers/openclaw/peer.ts'
import { reply, startFakeGateway } from '../fakes/fake-gateway.ts'
import { expect, test } from './parley-fixture.ts'
import { createPictureHome } from './pictures-workspace.ts'
import { ask, statusBar, tab, transcript, viewer } from './user-actions.ts'

const REQUEST = 'A boat that was never here cannot leave. Let it say so, and stage the change'
const OLD = `  leave(boat: Boat): void {
    const berth = this.berths.find((one) => one.boat?.name === boat.name)
    if (berth) berth.boat = null
  }
`
const NEW = `  /** Frees the berth of a boat; one that was never here cannot leave. */
  leave(boat: Boat): Berth {
    const berth = this.berths.find((one) => one.boat?.name === boat.name)
    if (!berth) throw new NoBerthError(\`\${boat.name} is not in the harbour.\`)
    berth.boat = null
    return berth
  }
`

/** A gateway may take more than a minute to start, and another for its first turn. */
const TIMEOUT_MS = 600_000

/** The screenshot for the README goes to docs/ when PARLEY_PICTURES is set; the others help when a test fails. */
const picture = (name: string): string =>
  join(
    repository,
    name === 'openclaw' && process.env['PARLEY_PICTURES'] ? 'docs' : '.cache/e2e',
    `${name}.png`,
  )

test.describe('on a real gateway', () => {
  let started: StartedPeer | null = null
  test.beforeAll(async () => {
    test.setTimeout(TIMEOUT_MS)
    started = await startPeer({
      [REQUEST]: [
        { say: 'I look at how boats leave first.' },
        { tool: 'read', args: { path: 'src/berths.ts' } },
        { tool: 'edit', args: { path: 'src/berths.ts', edits: [{ oldText: OLD, newText: NEW }] } },
        { say: 'Now I stage it.' },
        { tool: 'exec', args: { command: 'git add src/berths.ts' } },
        { say: 'A boat that is not in the harbour is refused with its name, and the change is staged.' },
      ],
    })
  })
  test.afterAll(async () => {
    if (started?.tag === 'running') await started.stop()
  })

  test('a typed request is answered: an approval before the command, and the diff in a tab', async ({
    launch,
  }, info) => {
    test.setTimeout(TIMEOUT_MS)
    if (started?.tag !== 'running') {
      if (process.env['PARLEY_DEMAND_ALL']) throw new Error(started?.reason)
      return info.skip(true, started?.reason ?? '')
    }
    const { peer } = started
    const home = await createPictureHome()
    const { page, pageErrors } = await launch({
      workspace: home.project,
      args: ['--brain', 'openclaw', '--openclaw-host', '127.0.0.1', '--openclaw-port', String(peer.port)],
      env: { OPENCLAW_GATEWAY_TOKEN: peer.token },
    })
    await expect(statusBar(page).getByRole('button', { name: 'Agent: OpenClaw', exact: true })).toBeVisible({
      timeout: TIMEOUT_MS,
    })
    await ask(page, REQUEST)
    const card = page.getByRole('region', { name: 'OpenClaw wants to run a command' })
    await expect(card).toBeVisible({ timeout: TIMEOUT_MS })
    await expect(card).toContainText('git add src/berths.ts')
    await expect(card).toContainText(home.project)
    await expect(card).toContainText('min')
    await expect(tab(page, 'berths.ts').first()).toBeVisible()
    await page.screenshot({ path: picture('openclaw-approval') })
    await card.getByRole('button', { name: /Run it/ }).click()
    await expect(transcript(page)).toContainText('and the change is staged.', { timeout: TIMEOUT_MS })
    await expect(card).toBeHidden()

    await expect(viewer(page).getByText('is not in the harbour.')).toBeVisible()
    expect(readFileSync(join(home.project, 'src/berths.ts'), 'utf8')).toContain(NEW)
    await expect(page.getByRole('button', { name: /^Agent state: Ready/ })).toBeVisible()
    await page.mouse.move(0, 0)
    await page.screenshot({ path: picture('openclaw'), caret: 'hide', animations: 'disabled' })
    expect(pageErrors).toEqual([])
    await home.remove()
  })
})

/** Every OpenClaw state the window receives from now on; the window may show one only briefly. */
async function recordStates(page: Page): Promise<() => Promise<string[]>> {
  const states = await page.evaluateHandle(() => {
    const received: string[] = []
    window.parley!.onEvent((name, value) => {
      if (name === 'brain.changed') received.push((value as BrainStatus).state)
    })
    return received
  })
  return () => states.jsonValue()
}

test('a missing gateway shows a card that says how to start it, and connects once it runs', async ({
  launch,
}) => {
  const port = await freePort()
  const { page } = await launch({
    args: ['--brain', 'openclaw', '--openclaw-host', '127.0.0.1', '--openclaw-port', String(port)],
  })
  const card = page.getByRole('region', { name: 'OpenClaw is not running' })
  await expect(card).toContainText('openclaw gateway')
  await expect(statusBar(page).getByRole('button', { name: 'Agent: OpenClaw: not running' })).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: picture(`openclaw-setup-${colorScheme}`) })
  }
  await ask(page, 'hello')
  await expect(viewer(page)).toContainText('No OpenClaw gateway answers at 127.0.0.1')
  // Recorded before the gateway starts: Parley may find it automatically and remove the card with its button.
  const states = await recordStates(page)
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(states).toContain('connecting')
  const gateway = await startFakeGateway({ port })
  const works = statusBar(page).getByRole('button', { name: 'Agent: OpenClaw', exact: true })
  await expect(works).toBeVisible()
  await expect(card).toBeHidden()
  const connects = (): number => gateway.asked.filter(({ method }) => method === 'connect').length
  const before = connects()
  gateway.close(1012, 'service restart')
  await expect.poll(connects).toBeGreaterThan(before)
  await expect(works).toBeVisible()
  await gateway.stop()
})

test('a gateway on this machine is found, and answers once the user chooses it', async ({ launch }) => {
  const gateway = await startFakeGateway({ onTurn: (runId, _, on) => reply(on, runId, 'Here I am.') })
  const { page } = await launch({
    args: ['--openclaw-host', '127.0.0.1', '--openclaw-port', String(gateway.port)],
  })
  await statusBar(page).getByRole('button', { name: 'Agent: Built-in: OpenClaw found' }).click()
  await expect(page.getByText(`OpenClaw is running at 127.0.0.1:${gateway.port}.`)).toBeVisible()
  await page.screenshot({ path: picture('openclaw-found') })
  await page.getByRole('button', { name: 'Use OpenClaw' }).click()
  await expect(statusBar(page).getByRole('button', { name: 'Agent: OpenClaw', exact: true })).toBeVisible()
  await ask(page, 'hello')
  await expect(transcript(page)).toContainText('Here I am.')
  await gateway.stop()
})

test('a silent turn offers to wait or to stop, and never stops automatically', async ({ launch }) => {
  const gateway = await startFakeGateway()
  const { page, electron } = await launch({
    args: ['--brain', 'openclaw', '--openclaw-host', '127.0.0.1', '--openclaw-port', String(gateway.port)],
  })
  await ask(page, 'think hard')
  const { params } = await gateway.request('chat.send')
  /** What the gateway's client reports after two minutes of silence; the test does not wait that long. */
  const reportSilence = (quietSince: number | null) =>
    electron!.evaluate(
      ({ BrowserWindow }, { channel, status }) => {
        for (const { webContents } of BrowserWindow.getAllWindows())
          webContents.send(channel, 'brain.changed', status)
      },
      { channel: IPC_EVENT_CHANNEL, status: { ...readyBrain('OpenClaw'), quietSince } },
    )
  // The text counts the minutes, so it is checked within the first one.
  const card = page.getByRole('region', { name: /^No news for/ })
  const lastHeard = Date.now() - 120_000
  await reportSilence(lastHeard)
  await expect(card).toHaveAccessibleName(/^No news for 2 min/)
  await expect(card).toContainText('OpenClaw may still be working.')
  await card.getByRole('button', { name: 'Keep waiting' }).click()
  await expect(card).toBeHidden()
  // Something arrived, then nothing again: a new wait starts.
  await reportSilence(null)
  await reportSilence(lastHeard + 1_000)
  expect(gateway.asked.some(({ method }) => method === 'chat.abort')).toBe(false)
  await card.getByRole('button', { name: 'Stop it' }).click()
  expect((await gateway.request('chat.abort')).params).toMatchObject({ runId: params['idempotencyKey'] })
  await expect(page.getByRole('button', { name: /^Agent state: Ready/ })).toBeVisible()
  await reportSilence(null)
  await expect(card).toBeHidden()
  await gateway.stop()
})

test('a token entered in the card or the settings is used and never shown again', async ({
  launch,
  profile,
}) => {
  const gateway = await startFakeGateway({
    answer: ({ method, params }) =>
      method === 'connect' && (params['auth'] as { token?: string } | undefined)?.token !== 'the-right-one'
        ? {
            error: { code: 'INVALID_REQUEST', message: 'no', details: { code: 'AUTH_TOKEN_MISMATCH' } },
            close: 1008,
          }
        : undefined,
  })
  const { page } = await launch({
    args: ['--brain', 'openclaw', '--openclaw-host', '127.0.0.1', '--openclaw-port', String(gateway.port)],
    env: { OPENCLAW_GATEWAY_TOKEN: 'a-wrong-one' },
  })
  const card = page.getByRole('region', { name: 'The gateway needs its token' })
  await expect(card).toContainText('does not accept this token')
  await page.screenshot({ path: picture('openclaw-token') })
  await card.getByLabel('Gateway token').fill('the-right-one')
  await card.getByRole('button', { name: 'Save' }).click()
  // The card has such a button too and disappears once the token is accepted.
  await expect(statusBar(page).getByRole('button', { name: 'Agent: OpenClaw', exact: true })).toBeVisible()
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings).toContainText('A token is set.')
  await expect(settings.getByLabel('Port', { exact: true })).toHaveValue(String(gateway.port))
  await settings
    .getByRole('group', { name: 'Connection: OpenClaw' })
    .getByRole('button', { name: 'Test the connection' })
    .click()
  await expect(settings).toContainText('Connected to an OpenClaw gateway')
  await page.screenshot({ path: picture('openclaw-settings') })
  expect(await page.content()).not.toContain('the-right-one')
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  expect(stored).not.toContain('the-right-one')
  // No file of Parley's contains it: without a keychain it stays in memory.
  const files = readdirSync(profile).filter((name) => name.endsWith('.json'))
  for (const name of files) expect(readFileSync(join(profile, name), 'utf8')).not.toContain('the-right-one')
  await gateway.stop()
})
