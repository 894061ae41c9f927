// Numbers on everything the user can press: shown, said, typed, and hidden, in the window and in dialogs.
import type { Locator, Page } from '@playwright/test'
import { violationsInAllAppearances } from './axe.ts'
import { guestToken } from '../../src/main/rooms/livekit/tokens.ts'
import { openForeignFrontend } from './foreign-frontend.ts'
import { withLiveKitServer } from './livekit-fixture.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, statusBar, tab, transcript, viewer } from './user-actions.ts'

const shots = process.env['PARLEY_SHOTS']

const badges = (page: Page): Locator => page.locator('.number-badge')
const hint = (page: Page): Locator => page.locator('.numbers-hint')
const announced = (page: Page): Locator => page.locator('.numbers').getByRole('status')

/** How far a badge may be from the start of its element. */
const NEAR_PX = 24

/** The number on an element; null if it has none. */
async function numberOn(page: Page, element: Locator): Promise<number | null> {
  const box = (await element.boundingBox())!
  return page.evaluate(
    ({ x, y, near }) => {
      const found = [...document.querySelectorAll('.number-badge')].map((badge) => {
        const at = badge.getBoundingClientRect()
        return { number: Number(badge.textContent), away: Math.hypot(at.left - x, at.top - y) }
      })
      const [nearest] = found.toSorted((one, other) => one.away - other.away)
      return nearest && nearest.away <= near ? nearest.number : null
    },
    { ...box, near: NEAR_PX },
  )
}

/** Waits until the element has a number: what was just scrolled gets its number with the next frame. */
async function numberOf(page: Page, element: Locator): Promise<number> {
  await expect.poll(() => numberOn(page, element)).not.toBeNull()
  return (await numberOn(page, element))!
}

async function typeNumber(page: Page, number: number): Promise<void> {
  for (const digit of String(number)) await page.keyboard.press(digit)
  // A longer number may begin like this one.
  if ((await badges(page).count()) > 0) await page.keyboard.press('Enter')
}

async function searchWithNumbers(page: Page): Promise<void> {
  await ask(page, 'find berth4')
  await expect(viewer(page)).toContainText('11 results in 1 file')
  await ask(page, 'show numbers')
  await expect(announced(page)).toHaveText('Numbers shown: say one')
}

test('a number opens a search result, and a number that is typed into the text box does too', async ({
  launch,
}) => {
  const { page, pageErrors } = await launch()
  await searchWithNumbers(page)
  if (shots) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
      await page.screenshot({ path: `${shots}/numbers-search-${colorScheme}.png` })
    }
    await page.emulateMedia({ colorScheme: 'light', contrast: 'more' })
    await page.locator('html[data-contrast=high]').waitFor({ state: 'attached' })
    await page.screenshot({ path: `${shots}/numbers-search-contrast.png` })
    await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' })
    await page.locator('html[data-contrast=normal]').waitFor({ state: 'attached' })
  }
  expect(await violationsInAllAppearances(page, 'numbers over a search')).toEqual([])
  const result = viewer(page).getByRole('option', { name: /berth42/ })
  await ask(page, `click ${await numberOf(page, result)}`)
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
  await expect(badges(page)).toHaveCount(0)
  // Neither is a request.
  await expect(transcript(page).getByText(/show numbers|click/)).toHaveCount(0)

  await page.keyboard.press('Alt+n')
  await typeNumber(page, await numberOf(page, tab(page, /berth4/)))
  await expect(tab(page, /berth4/)).toHaveAttribute('aria-selected', 'true')
  await expect(badges(page)).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

test('numbers follow scrolling, keep their meaning, and move nothing', async ({ launch }) => {
  const { page } = await launch()
  await ask(page, 'find berth')
  await expect(viewer(page)).toContainText('120 results in 1 file')
  const strip = tab(page, /berth/)
  const before = await strip.boundingBox()
  await page.keyboard.press('Alt+n')
  const number = await numberOf(page, strip)
  expect(await strip.boundingBox()).toEqual(before)
  const first = await badges(page).last().textContent()
  await viewer(page)
    .getByRole('listbox')
    .evaluate((list) => list.scrollBy(0, 1500))
  await expect.poll(() => badges(page).last().textContent()).not.toBe(first)
  expect(await numberOf(page, strip)).toBe(number)
})

test('Escape, “hide numbers”, the key and a number that focuses a text field hide them', async ({
  launch,
}) => {
  const { page } = await launch()
  await page.getByLabel('Ask the agent').waitFor()
  await page.keyboard.press('Alt+n')
  await expect(hint(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hint(page)).toHaveCount(0)
  await page.keyboard.press('Alt+n')
  await expect(hint(page)).toBeVisible()
  await page.keyboard.press('Alt+n')
  await expect(hint(page)).toHaveCount(0)
  await ask(page, 'show numbers')
  await expect(hint(page)).toBeVisible()
  await ask(page, 'hide numbers')
  await expect(hint(page)).toHaveCount(0)

  await statusBar(page).getByRole('button').first().focus()
  await page.keyboard.press('Alt+n')
  await typeNumber(page, await numberOf(page, page.getByLabel('Ask the agent')))
  await expect(page.getByLabel('Ask the agent')).toBeFocused()
  await expect(hint(page)).toHaveCount(0)

  await page.keyboard.press('Alt+n')
  await ask(page, 'number ninety nine')
  await expect(hint(page)).toContainText('There is no 99')
})

test('in a dialog only its own controls have numbers, and Escape leaves it open', async ({ launch }) => {
  const { page, pageErrors } = await launch()
  await ask(page, 'open the settings')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings).toBeVisible()
  await page.keyboard.press('Alt+n')
  await expect(badges(page).first()).toBeVisible()
  for (const badge of await badges(page).all()) {
    const [at, around] = [(await badge.boundingBox())!, (await settings.boundingBox())!]
    expect(at.x).toBeGreaterThan(around.x - 20)
    expect(at.x).toBeLessThan(around.x + around.width)
  }
  if (shots) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
      await page.screenshot({ path: `${shots}/numbers-dialog-${colorScheme}.png` })
    }
  }
  // Before a theme is chosen, which would no longer follow the system.
  expect(await violationsInAllAppearances(page, 'numbers in a dialog')).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.keyboard.press('Escape')
  await expect(hint(page)).toHaveCount(0)
  await expect(settings).toBeVisible()

  await page.keyboard.press('Alt+n')
  const theme = settings.getByRole('group', { name: 'Theme', exact: true })
  const dark = theme.locator('label').filter({ hasText: 'Dark' })
  await dark.scrollIntoViewIfNeeded()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await typeNumber(page, await numberOf(page, dark))
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Alt+n')
  await typeNumber(page, await numberOf(page, settings.getByRole('button', { name: 'Close' })))
  await expect(settings).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

test('a number presses a hunk’s button, also where it only appears under the pointer', async ({ launch }) => {
  const { page } = await launch()
  await ask(page, 'show the changes')
  const keep = viewer(page).getByRole('button', { name: 'Keep' }).first()
  await expect(viewer(page).getByText('return (hour + 1) % 12')).toBeVisible()
  await page.keyboard.press('Alt+n')
  if (shots) await page.screenshot({ path: `${shots}/numbers-diff.png` })
  await typeNumber(page, await numberOf(page, keep))
  await expect(viewer(page).getByText('Kept').first()).toBeVisible()
})

test('a number allows a command that the user could allow, and none that carries a warning', async ({
  launch,
}) => {
  const { page } = await launch()
  await ask(page, 'run echo at the desktop')
  const harmless = page.locator('.approval').filter({ hasText: 'echo at the desktop' })
  const allow = harmless.getByRole('button', { name: 'Run it' })
  await expect(allow).toBeEnabled()
  await page.keyboard.press('Alt+n')
  const number = await numberOf(page, allow)
  // The number of a card counts only once it was there to be read.
  await expect
    .poll(async () => {
      if ((await badges(page).count()) === 0) return 'pressed'
      await typeNumber(page, number)
      return (await badges(page).count()) === 0 ? 'pressed' : 'too early'
    })
    .toBe('pressed')
  await expect(harmless).toHaveCount(0)
  await expect(viewer(page)).toContainText('at the desktop')

  await ask(page, 'run rm -rf build')
  const card = page.locator('.approval').filter({ hasText: 'rm -rf build' })
  await expect(card.getByRole('button', { name: 'Run it' })).toBeEnabled()
  await page.keyboard.press('Alt+n')
  if (shots) await page.screenshot({ path: `${shots}/numbers-approval.png` })
  const no = await numberOf(page, card.getByRole('button', { name: /^No/ }))
  expect(await numberOn(page, card.getByRole('button', { name: 'Run it' }))).toBeNull()
  expect(await numberOn(page, card.getByRole('button', { name: /^Always/ }))).toBeNull()
  await expect
    .poll(async () => {
      if ((await badges(page).count()) > 0) await typeNumber(page, no)
      return card.count()
    })
    .toBe(0)
})

test.describe('with another participant in the room', () => {
  const { server, roomEnvironment } = withLiveKitServer()

  test('their numbers press nothing, and theirs are not shown', async ({ launch, profile }) => {
    const { page } = await launch({ env: roomEnvironment('numbers') })
    await expect(statusBar(page).getByRole('button', { name: 'Room: Room numbers · 1 person' })).toBeVisible()
    const token = await guestToken(server(), 'numbers', { identity: 'eve', name: 'Eve' })
    const eve = await openForeignFrontend(
      { url: server().url, token },
      { microphone: new Int16Array(16_000), folder: profile },
    )
    try {
      const refusals = transcript(page).getByText('Only the owner can change that, in their own window.')
      await eve.type('show numbers')
      await expect(refusals).toHaveCount(1)
      await expect(badges(page)).toHaveCount(0)

      await searchWithNumbers(page)
      const result = viewer(page).getByRole('option', { name: /berth42/ })
      const number = await numberOf(page, result)
      await eve.type(`click ${number}`)
      await expect(refusals).toHaveCount(2)
      await eve.type('hide numbers')
      await expect(refusals).toHaveCount(3)
      await expect(badges(page).first()).toBeVisible()
      await expect(page.getByRole('tab')).toHaveCount(1)
      // The same number of the owner presses it.
      await ask(page, String(number))
      await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
    } finally {
      await eve.close()
    }
  })
})
