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
