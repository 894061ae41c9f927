// The smallest supported window, which is also an ordinary one at 200 % zoom.
import { expect, test } from './parley-fixture.ts'
import { ask, transcript } from './user-actions.ts'

test('at 640 by 400 an approval with a long diff can be read and answered', async ({ launch }) => {
  const { page } = await launch()
  await page.setViewportSize({ width: 640, height: 400 })
  await ask(page, 'replace berth with mooring in session-manager.ts')
  const card = page.getByRole('region', { name: /mooring/ })
  const answers = card.locator('.approval-answers').getByRole('button')
  await expect(answers).toHaveCount(3)
  for (const answer of await answers.all()) await expect(answer).toBeInViewport({ ratio: 1 })
  await expect(card.getByRole('heading')).toBeInViewport({ ratio: 1 })

  // The keyboard scrolls the change to its end, and the answers stay in place.
  const change = card.getByRole('group', { name: 'The requested action' })
  await expect(change).toBeInViewport()
  await change.focus()
  await page.keyboard.press('End')
  const rest = card.getByRole('button', { name: /\d+ more lines\. Show all/ })
  await expect(rest).toBeInViewport()
  for (const answer of await answers.all()) await expect(answer).toBeInViewport({ ratio: 1 })
  await card.getByRole('button', { name: /^No/ }).click()
  await expect(card).toBeHidden()
  await expect(transcript(page)).toContainText('All right')
})
