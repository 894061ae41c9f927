// Every look of talking, asked of axe: no violations.
import { joined } from '../../src/core/ears/samples.ts'
import { silence } from '../fakes/sound-likeness.ts'
import { recordings } from '../speech-fixtures.ts'
import { violations } from './axe.ts'
import { showTurn, words } from './spoken-turn.ts'
import { expect, test } from './talk-fixture.ts'
import { tapSpace } from './what-a-person-does.ts'

const microphone = joined([recordings('commands')[3]!.samples, silence(1)])

for (const [theme, contrast] of [
  ['light', 'normal'],
  ['dark', 'normal'],
  ['light', 'high'],
  ['dark', 'high'],
] as const) {
  test(`talking has no violations (${theme}, ${contrast} contrast)`, async ({ talking }) => {
    test.slow()
    const { page, agent } = await talking({ microphone, args: ['--theme', theme, '--contrast', contrast] })
    await expect(page.getByRole('button', { name: 'Room: Local room' })).toBeVisible()
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
    await tapSpace(page)
    await expect(page.getByRole('button', { name: 'Unmute', exact: true })).toBeVisible()
    await check('trouble')
    expect(found).toEqual([])
  })
}
