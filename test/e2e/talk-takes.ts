// What tests of talking share: a microphone, and the takes that the fake agent received.
import type { Locator, Page } from '@playwright/test'
import { joined } from '../../src/core/speech/hearing/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { expect, type RemoteAgent } from './talk-fixture.ts'
import { tapSpace } from './user-actions.ts'

export const utterance = recordings('commands').find(({ said }) => said === 'run the tests')!.samples
/** The fake microphone plays this file in a loop. */
export const microphone = joined([silence(0.6), utterance, silence(1)])

export const talkLine = (page: Page, text: string): Locator =>
  page.locator('.talk-line strong', { hasText: text })
/** The number of frames received of the current take. */
export const framesSoFar = async (agent: RemoteAgent): Promise<number> =>
  (await agent.takes()).find(({ end }) => end === 'open')?.frames ?? 0
export const lastTake = async (
  agent: RemoteAgent,
): Promise<Awaited<ReturnType<RemoteAgent['takes']>>[number] | undefined> => (await agent.takes()).at(-1)

export async function connected(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
}

/** Opens the microphone without a take. */
export async function arm(page: Page): Promise<void> {
  await connected(page)
  await tapSpace(page)
  await expect(talkLine(page, 'Listening')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Microphone: Ready' })).toBeVisible()
}
