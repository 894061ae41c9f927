// A whole conversation from a phone: the page that Parley serves, a microphone that plays a recording, the shipped
// speech engines and the built-in brain.
import type { Page } from '@playwright/test'
import { expect, collectPageErrors, test } from './parley-fixture.ts'
import {
  microphoneOf,
  recordsWhole,
  speechReady,
  replies,
  SPEECH_TIMEOUT,
  untilSaid,
} from './spoken-conversation.ts'
import { tab, viewer } from './user-actions.ts'

test.slow()

const session = (page: Page, text: string): Promise<void> =>
  expect(page.locator('#session')).toHaveText(text, SPEECH_TIMEOUT)

test('push-to-talk on a phone: transcript and reply appear on its page, artifacts on the desktop', async ({
  launch,
  profile,
}) => {
  const { page: desktop, gateway } = await launch({
    microphone: microphoneOf('show me the working changes'),
    env: { GATEWAY_TOKEN: 'spoken from afar' },
  })
  await speechReady(desktop)
  const phone = await desktop
    .context()
    .browser()!
    .newPage({ viewport: { width: 375, height: 700 } })
  const pageErrors = collectPageErrors(phone)
  await phone.goto(`${gateway!.replace('ws:', 'http:')}/vela#token=spoken%20from%20afar`)
  await session(phone, 'Idle')
  const whole = await recordsWhole(profile, untilSaid('show me the working changes'))
  await phone.keyboard.down(' ')
  await session(phone, 'Listening')
  await expect(phone.locator('#partial')).toContainText(/working changes/i, SPEECH_TIMEOUT)
  await whole()
  await phone.keyboard.up(' ')
  await expect(phone.locator('#final')).toContainText(/show me the working changes/i, SPEECH_TIMEOUT)
  await expect(phone.locator('#partial')).toBeHidden()
  await expect(phone.locator('#reply')).toContainText('files changed', SPEECH_TIMEOUT)
  await session(phone, 'Idle')

  await expect(tab(desktop, /changes/i)).toBeVisible(SPEECH_TIMEOUT)
  await expect(viewer(desktop)).toContainText('(hour + 1) % 12')
  // It was not part of the desktop's conversation.
  await expect(replies(desktop)).toHaveCount(0)

  await phone.getByRole('button', { name: 'Mocked turn' }).click()
  await expect(phone.locator('#reply')).toContainText('deterministic mocked response', SPEECH_TIMEOUT)
  await session(phone, 'Idle')
  expect(pageErrors).toEqual([])
})
