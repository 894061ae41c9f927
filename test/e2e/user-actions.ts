// Common user actions in the window, and its main parts.
import type { Locator, Page } from '@playwright/test'

export async function ask(page: Page, text: string): Promise<void> {
  const box = page.getByLabel('Ask the agent')
  await box.fill(text)
  await box.press('Enter')
}

/** Taps Space. The events carry their own timestamps, so that a busy machine does not turn the tap into a hold. */
export async function tapSpace(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const space = { key: ' ', code: 'Space', windowsVirtualKeyCode: 32 }
  const at = Date.now() / 1000
  await devtools.send('Input.dispatchKeyEvent', { ...space, type: 'keyDown', text: ' ', timestamp: at })
  await devtools.send('Input.dispatchKeyEvent', { ...space, type: 'keyUp', timestamp: at + 0.05 })
  await devtools.detach()
}

/** Taps a button with the pointer, with timestamps as in `tapSpace`. */
export async function tapButton(page: Page, button: Locator): Promise<void> {
  await button.hover()
  const { x, y, width, height } = (await button.boundingBox())!
  const devtools = await page.context().newCDPSession(page)
  const left = { x: x + width / 2, y: y + height / 2, button: 'left', clickCount: 1 } as const
  const at = Date.now() / 1000
  await devtools.send('Input.dispatchMouseEvent', { ...left, type: 'mousePressed', timestamp: at })
  await devtools.send('Input.dispatchMouseEvent', { ...left, type: 'mouseReleased', timestamp: at + 0.05 })
  await devtools.detach()
}

/** The content of the active tab. */
export const viewer = (page: Page): Locator => page.getByRole('tabpanel')
export const transcript = (page: Page): Locator => page.getByLabel('Transcript')
export const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name })
export const statusBar = (page: Page): Locator => page.getByLabel('Status', { exact: true })

/** Opens the About page with the palette. */
export async function openAbout(page: Page): Promise<Locator> {
  // Shortcuts work once the window is loaded.
  await page.getByLabel('Ask the agent').waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('About Parley')
  await page.keyboard.press('Enter')
  return page.getByRole('dialog', { name: 'About Parley' })
}

export const roomPage = (page: Page): Locator => page.getByRole('dialog', { name: 'Room' })

export async function openRoomPage(page: Page): Promise<Locator> {
  await statusBar(page)
    .getByRole('button', { name: /^Room:/ })
    .click()
  await page.getByRole('button', { name: /^(Room|Talk from other places)$/ }).click()
  await roomPage(page).waitFor()
  return roomPage(page)
}
