// The few things a person does in the window, in the words of the window.
import type { Locator, Page } from '@playwright/test'

export async function ask(page: Page, words: string): Promise<void> {
  const box = page.getByLabel('Ask the agent')
  await box.fill(words)
  await box.press('Enter')
}

/** Presses Space and lets go at once. The moments are given with the keys, so that a busy machine makes no long press of it. */
export async function tapSpace(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const space = { key: ' ', code: 'Space', windowsVirtualKeyCode: 32 }
  const at = Date.now() / 1000
  await devtools.send('Input.dispatchKeyEvent', { ...space, type: 'keyDown', text: ' ', timestamp: at })
  await devtools.send('Input.dispatchKeyEvent', { ...space, type: 'keyUp', timestamp: at + 0.05 })
  await devtools.detach()
}

/** Presses a button with the pointer and lets go at once, the moments given as with `tapSpace`. */
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

/** What is shown of the active tab. */
export const viewer = (page: Page): Locator => page.getByRole('tabpanel')
export const transcript = (page: Page): Locator => page.getByLabel('Transcript')
export const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name })
export const statusBar = (page: Page): Locator => page.getByLabel('Status', { exact: true })

/** By way of the palette, which has every command. */
export async function openAbout(page: Page): Promise<Locator> {
  // Keys mean something once the window stands.
  await page.getByLabel('Ask the agent').waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('About Parley')
  await page.keyboard.press('Enter')
  return page.getByRole('dialog', { name: 'About Parley' })
}
