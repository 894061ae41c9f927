// The smallest window that counts, which is also an ordinary one at twice the size.
import { expect, test } from './parley-fixture.ts'
import { ask, transcript } from './what-a-person-does.ts'

test('at 640 by 400 a question with a long change can be read and answered', async ({ launch }) => {
  const { page } = await launch()
  await page.setViewportSize({ width: 640, height: 400 })
  await ask(page, 'replace berth with mooring in session-manager.ts')
  const card = page.getByRole('region', { name: /mooring/ })
  const answers = card.getByRole('button')
  await expect(answers).toHaveCount(3)
  for (const answer of await answers.all()) await expect(answer).toBeInViewport({ ratio: 1 })
  await expect(card.getByRole('heading')).toBeInViewport({ ratio: 1 })

  // The change is read to its end with the keyboard, and the answers stay where they are.
  const change = card.getByRole('group', { name: 'What it would do' })
  await expect(change).toBeInViewport()
  await change.focus()
  await page.keyboard.press('End')
  await expect(card.getByText(/and \d+ more lines/)).toBeInViewport()
  for (const answer of await answers.all()) await expect(answer).toBeInViewport({ ratio: 1 })
  await card.getByRole('button', { name: /^No/ }).click()
  await expect(card).toBeHidden()
  await expect(transcript(page)).toContainText('All right')
})
