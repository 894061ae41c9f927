// What tests with LiveKit's hooks share: who joins the room, and what a frontend shows.
import type { Locator, Page } from '@playwright/test'
import type { HooksFrontend } from './hooks-frontend.ts'
import { expect } from './parley-fixture.ts'
import { SPEECH_TIMEOUT } from './spoken-conversation.ts'
import { openRoomPage, statusBar } from './user-actions.ts'

/** Invites somebody to the room and allows them to approve. */
export async function invitedApprover(page: Page, name: string): Promise<{ url: string; token: string }> {
  const room = await openRoomPage(page)
  await room.getByLabel('Their name').fill(name)
  await room.getByRole('checkbox', { name: 'May approve commands and edits' }).check()
  await room.getByRole('button', { name: 'Make an invitation' }).click()
  const lines = room.locator('.line-to-copy code')
  const [url, token] = [await lines.nth(0).textContent(), await lines.nth(1).textContent()]
  await page.keyboard.press('Escape')
  return { url: url ?? '', token: token ?? '' }
}

export const inRoomWith = (page: Page, room: string, people: string): Promise<void> =>
  expect(statusBar(page).getByRole('button', { name: `Room: Room ${room} · ${people}` })).toBeVisible(
    SPEECH_TIMEOUT,
  )

/** The agent's message, shown as a transcription and as chat. */
export const shown = ({ messages, page }: HooksFrontend, text: RegExp): [Locator, Locator] => {
  const all = messages.filter({ hasText: text })
  return [
    all.and(page.locator('[data-type=agentTranscript]')),
    all.and(page.locator('[data-type=chatMessage]')),
  ]
}

export async function isAsked(frontend: HooksFrontend): Promise<void> {
  for (const one of shown(frontend, /May I run `touch approved\.txt`/)) await expect(one).toHaveCount(1)
}
