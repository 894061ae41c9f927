// What a person sees of a spoken conversation, and what they can do about it.
import type { Page } from '@playwright/test'
import { joined } from '../../src/core/ears/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { writeDown } from './passing-words.ts'
import { showTurn, words } from './spoken-turn.ts'
import { expect, test, type RemoteAgent } from './talk-fixture.ts'
import { transcript } from './what-a-person-does.ts'

const microphone = joined([recordings('commands')[3]!.samples, silence(1)])

const callsOf = async (agent: RemoteAgent, method: string) =>
  (await agent.calls()).filter((call) => call.method === method).map(({ payload }) => payload)

async function connected(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
}

test('words appear as they are made out, and look unfinished until they are', async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await connected(page)
  await agent.write({ ...words, text: 'open parse', final: false })
  const entry = transcript(page).locator('.entry-user')
  await expect(entry).toContainText('open parse')
  await expect(entry).toHaveClass(/entry-growing/)
  await agent.write({ ...words, text: 'open parseConfig', final: true })
  await expect(entry).toContainText('open parseConfig')
  await expect(entry).not.toHaveClass(/entry-growing/)
  // Words that were none after all are taken back.
  await agent.write({ ...words, segmentId: 't2:user', turnId: 't2', text: 'mm', final: false })
  await expect(transcript(page)).toContainText('mm')
  await agent.write({ ...words, segmentId: 't2:user', turnId: 't2', text: '', final: true })
  await expect(transcript(page)).not.toContainText('mm')
})

test('a name can be taken back, the rest can be heard, and the times can be copied', async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await connected(page)
  await showTurn(agent)

  const name = page.getByRole('button', { name: 'parseConfig, heard as parse config' })
  await name.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Use what I said' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => callsOf(agent, 'parley.restore_words')).toEqual([{ turnId: 't1', at: 5 }])
  await name.click()
  await page.getByRole('button', { name: 'parseConfigs' }).click()
  await expect(page.getByLabel('Ask the agent')).toHaveValue('open parseConfigs')

  await expect(page.locator('.unheard')).toContainText('It is used in four places.')
  await page.getByRole('button', { name: 'Hear the rest' }).click()
  await expect.poll(() => callsOf(agent, 'parley.repeat')).toEqual([{ turnId: 't1', from: 11 }])

  await page.getByRole('button', { name: 'Answered after 530 ms: where the time went' }).click()
  const times = page.getByRole('dialog', { name: 'Where the time went' })
  await expect(times.getByRole('row', { name: /Words made out/ })).toContainText('180 ms')
  const copied = await writeDown(page, '[aria-label="Copied"]')
  await times.getByRole('button', { name: 'Copy all turns as JSON' }).click()
  await expect.poll(copied).toEqual(['Copied'])
})

test('a spoken command says what it did, and kept speech is offered', async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await connected(page)
  const toasts = await writeDown(page, '.control-toast')
  await agent.publish({ type: 'control', phrase: 'next hunk', done: 'Next hunk' })
  await expect.poll(toasts).toContainEqual(expect.stringContaining('Next hunk'))
  await expect(page.locator('.control-toast')).toHaveText('')

  const offered = { type: 'take_offered', started_at: Date.now() - 60_000, duration_ms: 2100 }
  await agent.publish({ ...offered, take_id: 'k1', text: 'run the tests' })
  await agent.publish({ ...offered, take_id: 'k2', text: null })
  const kept = page.getByRole('list', { name: 'Speech that was kept' }).getByRole('listitem')
  await expect(kept).toHaveCount(2)
  await kept.first().getByRole('button', { name: 'Send' }).click()
  await kept.last().getByRole('button', { name: 'Let go' }).click()
  await expect
    .poll(() => callsOf(agent, 'parley.take'))
    .toEqual([
      { takeId: 'k1', decision: 'send' },
      { takeId: 'k2', decision: 'discard' },
    ])
  await agent.publish({ type: 'take_settled', take_id: 'k1' })
  await agent.publish({ type: 'take_settled', take_id: 'k2' })
  await expect(kept).toHaveCount(0)
})
