// What the user sees of a spoken conversation, and can do about it.
import type { Page } from '@playwright/test'
import { joined } from '../../src/core/speech/hearing/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { recordTexts } from './text-recorder.ts'
import { showTurn, utterance } from './spoken-turn.ts'
import { expect, test, type RemoteAgent } from './talk-fixture.ts'
import { transcript } from './user-actions.ts'

const microphone = joined([recordings('commands')[3]!.samples, silence(1)])

const callsOf = async (agent: RemoteAgent, method: string) =>
  (await agent.calls()).filter((call) => call.method === method).map(({ payload }) => payload)

async function connected(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
}

test('the transcript appears while the user speaks, and is styled as partial until final', async ({
  startTalk,
}) => {
  const { page, agent } = await startTalk({ microphone })
  await connected(page)
  await agent.write({ ...utterance, text: 'open parse', final: false })
  const entry = transcript(page).locator('.entry-user')
  await expect(entry).toContainText('open parse')
  await expect(entry).toHaveClass(/entry-growing/)
  await agent.write({ ...utterance, text: 'open parseConfig', final: true })
  await expect(entry).toContainText('open parseConfig')
  await expect(entry).not.toHaveClass(/entry-growing/)
  // A partial transcript that turned out to be noise is removed.
  await agent.write({ ...utterance, segmentId: 't2:user', turnId: 't2', text: 'mm', final: false })
  await expect(transcript(page)).toContainText('mm')
  await agent.write({ ...utterance, segmentId: 't2:user', turnId: 't2', text: '', final: true })
  await expect(transcript(page)).not.toContainText('mm')
})

test('a corrected name can be undone, the rest of a reply played, and the timings copied', async ({
  startTalk,
}) => {
  const { page, agent } = await startTalk({ microphone })
  await connected(page)
  await showTurn(agent)

  const name = page.getByRole('button', { name: 'parseConfig, recognized as parse config' })
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
  await expect(times.getByRole('row', { name: /Transcription/ })).toContainText('180 ms')
  const copied = await recordTexts(page, '[aria-label="Copied"]')
  await times.getByRole('button', { name: 'Copy all turns as JSON' }).click()
  await expect.poll(copied).toEqual(['Copied'])
})

test('a spoken command shows its confirmation, and stored speech is offered', async ({ startTalk }) => {
  const { page, agent } = await startTalk({ microphone })
  await connected(page)
  const toasts = await recordTexts(page, '.control-toast')
  await agent.publish({ type: 'control', phrase: 'next hunk', done: 'Next hunk' })
  await expect.poll(toasts).toContainEqual(expect.stringContaining('Next hunk'))
  await expect(page.locator('.control-toast')).toHaveText('')

  const offered = { type: 'take_offered', started_at: Date.now() - 60_000, duration_ms: 2100 }
  await agent.publish({ ...offered, take_id: 'k1', text: 'run the tests' })
  await agent.publish({ ...offered, take_id: 'k2', text: null })
  const storedTakes = page.getByRole('list', { name: 'Stored speech' }).getByRole('listitem')
  await expect(storedTakes).toHaveCount(2)
  await storedTakes.first().getByRole('button', { name: 'Send' }).click()
  await storedTakes.last().getByRole('button', { name: 'Discard' }).click()
  await expect
    .poll(() => callsOf(agent, 'parley.take'))
    .toEqual([
      { takeId: 'k1', decision: 'send' },
      { takeId: 'k2', decision: 'discard' },
    ])
  await agent.publish({ type: 'take_settled', take_id: 'k1' })
  await agent.publish({ type: 'take_settled', take_id: 'k2' })
  await expect(storedTakes).toHaveCount(0)
})
