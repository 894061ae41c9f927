// Twelve hunks in four files are reviewed from start to end with a real coding agent: by keyboard only, by mouse only, and
// from a phone.
import { join } from 'node:path'
import { once } from 'node:events'
import type { Locator, Page } from '@playwright/test'
import { WebSocket } from 'ws'
import { repository } from '../../build/repository.ts'
import { violationsInAllAppearances } from './axe.ts'
import { expect, test } from './parley-fixture.ts'
import {
  AFTER,
  BEFORE,
  changeTwelveHunks,
  REPLACED,
  startReviewingAgent,
  type ReviewedFolder,
  type ReviewingAgent,
} from './review-workspace.ts'
import { ask, statusBar, transcript, viewer } from './user-actions.ts'

let agent: ReviewingAgent | string
let folder: ReviewedFolder
test.beforeEach(async ({ workspace }, info) => {
  folder = changeTwelveHunks(workspace)
  agent = await startReviewingAgent(folder)
  if (typeof agent !== 'string') return
  if (process.env['PARLEY_DEMAND_ALL']) throw new Error(agent)
  info.skip(true, agent)
})
test.afterEach(async () => {
  if (typeof agent !== 'string') await agent.stop()
})

const withAgent = (): { args: string[]; env: Record<string, string> } => {
  if (typeof agent === 'string') throw new Error(agent)
  return { args: agent.args, env: agent.env }
}

const position = (page: Page): Locator => viewer(page).locator('.diff-position')
const strip = (page: Page): Locator => page.getByRole('region', { name: 'Guided review' })
const commentBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Comment on this hunk' })
const picture = (name: string): string => join(repository, '.cache/e2e', `${name}.png`)

/** Gates 2 and pilots 1 reverted, locks 2 replaced, everything committed. */
async function isCommitted(): Promise<void> {
  await expect.poll(() => folder.git('log', '--format=%s').trim().split('\n').length).toBe(3)
  expect(folder.git('status', '--porcelain')).toBe('')
  expect(folder.answers('gates')).toEqual([AFTER[0], BEFORE[1], AFTER[2]])
  expect(folder.answers('locks')).toEqual([AFTER[0], REPLACED, AFTER[2]])
  expect(folder.answers('pilots')).toEqual([BEFORE[0], AFTER[1], AFTER[2]])
  expect(folder.answers('tugs')).toEqual(AFTER)
}

/** The card of the agent's edit, or of the commit. */
const card = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: /wants to|Run a command|Allow|commit/i }).filter({ hasText: text })

interface Hands {
  keep(): Promise<void>
  revert(): Promise<void>
  comment(text: string): Promise<void>
  askForChange(text: string): Promise<void>
  allow(): Promise<void>
  send(): Promise<void>
  commit(): Promise<void>
}

async function reviewAll(page: Page, hands: Hands, name: string): Promise<void> {
  const isAt = (at: number): Promise<void> => expect(strip(page)).toContainText(`Review · ${at} of 12`)
  await isAt(1)
  await hands.keep()
  await isAt(2)
  await hands.revert()
  await isAt(3)
  await hands.keep()
  await isAt(4)
  await hands.comment('Use a constant.')
  await expect(viewer(page)).toContainText('Use a constant.')
  await page.screenshot({ path: picture(`review-comment-${name}`) })
  await hands.keep()
  await isAt(5)
  await hands.askForChange('add four')
  await expect(card(page, REPLACED)).toBeVisible()
  await page.screenshot({ path: picture(`review-change-${name}`) })
  await hands.allow()
  await expect(transcript(page)).toContainText('Now:')
  await expect(viewer(page)).toContainText(REPLACED)
  await isAt(5)
  await hands.keep()
  await isAt(6)
  await hands.keep()
  await isAt(7)
  await hands.revert()
  for (const at of [8, 9, 10, 11, 12]) {
    await isAt(at)
    await hands.keep()
  }
  await expect(strip(page)).toContainText('Review ended')
  await page.screenshot({ path: picture(`review-ended-${name}`) })
  await hands.send()
  await expect(transcript(page)).toContainText('I will use a constant.')
  await expect(strip(page)).not.toContainText('send it')
  await expect(position(page)).toBeVisible()
  await hands.commit()
  await expect(card(page, 'git')).toBeVisible()
  await page.screenshot({ path: picture(`review-commit-${name}`) })
  await hands.allow()
  await isCommitted()
}

test('by keyboard only', async ({ launch }) => {
  const { page, pageErrors } = await launch(withAgent())
  await ask(page, 'review the changes')
  await expect(strip(page)).toContainText('Review · 1 of 12')
  // Out of the text box.
  await page.keyboard.press('F6')
  const press = (key: string) => () => page.keyboard.press(key)
  await reviewAll(
    page,
    {
      keep: press('y'),
      revert: press('r'),
      async comment(text) {
        await page.keyboard.press('c')
        await expect(commentBox(page)).toBeFocused()
        await page.keyboard.type(text)
        await page.keyboard.press('Enter')
      },
      async askForChange(text) {
        await page.keyboard.press('c')
        await expect(commentBox(page)).toBeFocused()
        await page.keyboard.type(text)
        await page.keyboard.press('ControlOrMeta+Enter')
      },
      allow: async () => {
        // Nobody reads a card the moment that it appears.
        await expect(page.locator('.approval-front .approval-allow')).toBeEnabled()
        await page.keyboard.press('ControlOrMeta+Enter')
      },
      send: press('Shift+V'),
      async commit() {
        await page.keyboard.press('ControlOrMeta+Shift+p')
        await page.keyboard.type('Commit the hunks')
        await page.keyboard.press('Enter')
      },
    },
    'keyboard',
  )
  expect(await violationsInAllAppearances(page, 'a review that has ended')).toEqual([])
  expect(pageErrors).toEqual([])
})

test('by mouse only', async ({ launch }) => {
  const { page, pageErrors } = await launch(withAgent())
  await page.getByRole('button', { name: /review the changes/ }).click()
  const bar = viewer(page).getByRole('toolbar', { name: 'Review' })
  const click = (name: string | RegExp) => () => bar.getByRole('button', { name }).click()
  const write = async (text: string): Promise<void> => {
    await click('Comment')()
    // Words need a keyboard, or a voice.
    await commentBox(page).fill(text)
  }
  const box = viewer(page)
  await reviewAll(
    page,
    {
      keep: click('Keep'),
      revert: click('Revert'),
      async comment(text) {
        await write(text)
        await box.getByRole('button', { name: /^Save/ }).click()
      },
      async askForChange(text) {
        await write(text)
        await box.getByRole('button', { name: /^Ask for this change/ }).click()
      },
      allow: () => page.locator('.approval-front .approval-allow').click(),
      send: () => strip(page).getByRole('button', { name: /^Send/ }).click(),
      commit: () => strip(page).getByRole('button', { name: 'Commit' }).click(),
    },
    'mouse',
  )
  expect(pageErrors).toEqual([])
})

/** Messages of a phone, and the replies of the agent to it. */
async function connectPhone(page: Page): Promise<{ say(text: string): Promise<string>; close(): void }> {
  await statusBar(page)
    .getByRole('button', { name: /^Devices:/ })
    .click()
  await page.getByRole('button', { name: /^(Devices|Pair a device)$/ }).click()
  const devices = page.getByRole('dialog', { name: 'Devices', exact: true })
  await devices.getByRole('radio', { name: 'Glasses' }).check()
  await devices.getByRole('button', { name: 'Make a code' }).click()
  const link = (await devices.locator('.line-to-copy code').textContent()) ?? ''
  const phone = new WebSocket(link)
  await once(phone, 'open')
  await devices.getByRole('checkbox', { name: 'Glasses may approve' }).check()
  await page.keyboard.press('Escape')
  let reply = ''
  let told: ((reply: string) => void) | null = null
  let isAsked = false
  phone.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as {
      type: string
      delta?: string
      text?: string
      status?: string
    }
    if (frame.type === 'assistant') reply += frame.delta ?? frame.text ?? ''
    if (frame.type !== 'status' || frame.status !== 'idle' || !isAsked) return
    isAsked = false
    told?.(reply)
  })
  return {
    say(text) {
      reply = ''
      isAsked = true
      return new Promise((resolve) => {
        told = resolve
        phone.send(JSON.stringify({ type: 'text', message: text }))
      })
    },
    close: () => phone.close(),
  }
}

test('from a phone through G2 text', async ({ launch }) => {
  const { page, pageErrors } = await launch(withAgent())
  await expect(page.getByLabel('Ask the agent')).toBeVisible()
  const phone = await connectPhone(page)
  expect(await phone.say('review the changes')).toContain('4 files, 12 hunks')
  expect(await phone.say('keep')).toMatch(/^Kept\./)
  expect(await phone.say('revert')).toMatch(/^Reverted\./)
  expect(await phone.say('keep')).toContain('locks.ts')
  expect(await phone.say('comment: use a constant')).toBe('Noted.')
  await phone.say('keep')
  expect(await phone.say('change it to add four')).toContain('goose wants to')
  expect(await phone.say('yes')).toContain('Now:')
  await phone.say('keep')
  await phone.say('keep')
  expect(await phone.say('revert')).toMatch(/^Reverted\./)
  expect(await phone.say('keep the rest')).toContain('you kept ten and reverted two')
  expect(await phone.say('send it')).toContain('I will use a constant.')
  expect(await phone.say('commit it')).toContain('git')
  await phone.say('yes')
  await isCommitted()
  phone.close()
  expect(pageErrors).toEqual([])
})
