// A whole conversation from a phone: the page that Parley serves, a real microphone that plays a recording, the engines
// that ship and the agent that is built in.
import type { Page } from '@playwright/test'
import { expect, listenToComplaints, test } from './parley-fixture.ts'
import { microphoneOf, ready, replies, WORDS } from './spoken-words.ts'
import { tab, viewer } from './what-a-person-does.ts'

test.slow()

const session = (page: Page, words: string): Promise<void> =>
  expect(page.locator('#session')).toHaveText(words, WORDS)

test('a phone: hold, speak, let go; the words and the reply are on the page, and what was shown is on the desktop', async ({
  launch,
}) => {
  const { page: desktop, gateway } = await launch({
    microphone: microphoneOf('show me the working changes'),
    env: { GATEWAY_TOKEN: 'spoken from afar' },
  })
  await ready(desktop)
  const phone = await desktop
    .context()
    .browser()!
    .newPage({ viewport: { width: 375, height: 700 } })
  const complaints = listenToComplaints(phone)
  await phone.goto(`${gateway!.replace('ws:', 'http:')}/vela#token=spoken%20from%20afar`)
  await session(phone, 'Idle')
  await phone.keyboard.down(' ')
  await session(phone, 'Listening')
  await expect(phone.locator('#partial')).toContainText(/working changes/i, WORDS)
  await phone.keyboard.up(' ')
  await expect(phone.locator('#final')).toContainText(/show me the working changes/i, WORDS)
  await expect(phone.locator('#partial')).toBeHidden()
  await expect(phone.locator('#reply')).toContainText('files changed', WORDS)
  await session(phone, 'Idle')

  await expect(tab(desktop, /changes/i)).toBeVisible(WORDS)
  await expect(viewer(desktop)).toContainText('(hour + 1) % 12')
  // It was not the desktop's conversation.
  await expect(replies(desktop)).toHaveCount(0)

  await phone.getByRole('button', { name: 'Mocked turn' }).click()
  await expect(phone.locator('#reply')).toContainText('deterministic mocked response', WORDS)
  await session(phone, 'Idle')
  expect(complaints).toEqual([])
})
