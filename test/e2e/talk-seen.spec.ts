// What a person sees of a spoken conversation, and what they can do about it.
import type { Page } from '@playwright/test'
import { joined } from '../../src/core/ears/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { violations } from './axe.ts'
import { expect, test, type RemoteAgent } from './talk-fixture.ts'
import { transcript } from './what-a-person-does.ts'

const microphone = joined([recordings('commands')[3]!.samples, silence(1)])

const callsOf = async (agent: RemoteAgent, method: string) =>
  (await agent.calls()).filter((call) => call.method === method).map(({ payload }) => payload)

async function connected(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Room: Connected' })).toBeVisible()
}

const words = { segmentId: 't1:user', turnId: 't1', role: 'user' as const }
const reply = { segmentId: 't1:agent', turnId: 't1', role: 'agent' as const }
const text = 'Here it is. It is used in four places.'

/** A turn with a name put in, a reply cut off, and its times. */
async function showTurn(agent: RemoteAgent): Promise<void> {
  await agent.write({ ...words, text: 'open parseConfig', final: true })
  await agent.publish({
    type: 'words_corrected',
    segment_id: words.segmentId,
    corrections: [{ at: 5, from: 'parse config', to: 'parseConfig', alternatives: ['parseConfigs'] }],
  })
  await agent.write({ ...reply, text, final: true })
  await agent.publish({ type: 'reply_voiced', segment_id: reply.segmentId, heard: 11, complete: false })
  await agent.publish({
    type: 'timing',
    talked: 1900,
    recognised: 180,
    first_word: 440,
    first_sound: 530,
    ended: 2900,
    tools: 120,
  })
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
  await times.getByRole('button', { name: 'Copy all turns as JSON' }).click()
  await expect(times.getByRole('button', { name: 'Copied' })).toBeVisible()
})

test('a spoken command says what it did, and kept speech is offered', async ({ talking }) => {
  const { page, agent } = await talking({ microphone })
  await connected(page)
  await agent.publish({ type: 'control', phrase: 'next hunk', done: 'Next hunk' })
  await expect(page.locator('.control-toast')).toContainText('Next hunk')
  await expect(page.locator('.control-toast')).toHaveText('', { timeout: 10_000 })

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

for (const [theme, contrast] of [
  ['light', 'normal'],
  ['dark', 'normal'],
  ['light', 'high'],
  ['dark', 'high'],
] as const) {
  test(`nothing of it has violations (${theme}, ${contrast} contrast)`, async ({ talking }) => {
    test.slow()
    const { page, agent } = await talking({ microphone, args: ['--theme', theme, '--contrast', contrast] })
    await connected(page)
    const found: string[] = []
    const check = async (where: string): Promise<void> => {
      found.push(...(await violations(page, where)))
    }
    await showTurn(agent)
    await agent.write({ ...words, segmentId: 't2:user', turnId: 't2', text: 'and now', final: false })
    await agent.publish({
      type: 'take_offered',
      take_id: 'k1',
      started_at: Date.now() - 60_000,
      duration_ms: 2100,
      text: 'run the tests',
    })
    await expect(page.getByRole('button', { name: 'Let go' })).toBeVisible()
    await check('a spoken turn')
    await page.getByRole('button', { name: /heard as/ }).click()
    await check('a name')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /where the time went/ }).click()
    await check('times')
    await page.keyboard.press('Escape')
    await page.getByLabel('Ask the agent').focus()
    await page.keyboard.press('Space')
    await expect(page.locator('.talk-line strong')).toHaveText('Listening')
    await check('listening')
    await page.getByRole('button', { name: /^Microphone/ }).click()
    await check('microphone')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Voice/ }).click()
    await check('voice')
    await page.keyboard.press('Escape')
    for (const state of ['thinking', 'speaking']) {
      await page.keyboard.press('Alt+m')
      await agent.state(state)
      await expect(page.locator('.talk-line strong')).toHaveText(
        state === 'thinking' ? /Thinking/ : 'Speaking',
      )
      await check(state)
    }
    await agent.state('idle')
    await page.keyboard.press('Alt+m')
    await expect(page.locator('.talk-line strong')).toHaveText('Microphone muted')
    await check('muted')
    await page.getByLabel('Ask the agent').focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Unmute', exact: true })).toBeVisible()
    await check('trouble')
    expect(found).toEqual([])
  })
}
