// Checks every state of talking with axe, in every theme and contrast.
import { joined } from '../../src/core/speech/hearing/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { violationsInAllAppearances } from './axe.ts'
import { showTurn, utterance } from './spoken-turn.ts'
import { expect, test } from './talk-fixture.ts'
import { tapSpace } from './user-actions.ts'

const microphone = joined([recordings('commands')[3]!.samples, silence(1)])

test('talking has no violations', async ({ startTalk }) => {
  test.slow()
  const { page, agent } = await startTalk({ microphone })
  await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
  const found: string[] = []
  const check = async (where: string): Promise<void> => {
    found.push(...(await violationsInAllAppearances(page, where)))
  }
  await showTurn(agent)
  await agent.write({ ...utterance, segmentId: 't2:user', turnId: 't2', text: 'and now', final: false })
  await agent.publish({
    type: 'take_offered',
    take_id: 'k1',
    started_at: Date.now() - 60_000,
    duration_ms: 2100,
    text: 'run the tests',
  })
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
  await check('a spoken turn')
  await page.getByRole('button', { name: /recognized as/ }).click()
  await check('a name')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /where the time went/ }).click()
  await check('times')
  await page.keyboard.press('Escape')
  await page.getByLabel('Ask the agent').focus()
  await tapSpace(page)
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
    await expect(page.locator('.talk-line strong')).toHaveText(state === 'thinking' ? /Thinking/ : 'Speaking')
    await check(state)
  }
  await agent.state('idle')
  await page.keyboard.press('Alt+m')
  await expect(page.locator('.talk-line strong')).toHaveText('Microphone muted')
  await check('muted')
  await page.getByLabel('Ask the agent').focus()
  await tapSpace(page)
  await expect(page.getByRole('button', { name: 'Unmute', exact: true })).toBeVisible()
  await check('trouble')
  expect(found).toEqual([])
})
