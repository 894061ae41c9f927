// The few things a person does in the window, in the words of the window.
import type { Locator, Page } from '@playwright/test'

export async function ask(page: Page, words: string): Promise<void> {
  const box = page.getByLabel('Ask the agent')
  await box.fill(words)
  await box.press('Enter')
}

/** What is shown of the active tab. */
export const viewer = (page: Page): Locator => page.getByRole('tabpanel')
export const transcript = (page: Page): Locator => page.getByLabel('Transcript')
export const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name })
export const statusBar = (page: Page): Locator => page.getByLabel('Status', { exact: true })
