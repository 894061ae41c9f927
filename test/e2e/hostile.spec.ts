// Whatever a workspace holds is text, and stays text: nothing in it runs, in any view.
import { expect, test } from './parley-fixture.ts'
import { ask, tab, transcript, viewer } from './what-a-person-does.ts'
import { PAYLOAD } from './workspace-fixture.ts'

const pwned = 'window.pwned'

test('HTML and scripts in markdown, diffs, code, search results, file names and words never run', async ({
  launch,
}) => {
  const { page, complaints } = await launch()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const view = viewer(page)

  await ask(page, 'open README.md')
  await expect(view.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await expect(view.getByText('<script>', { exact: false }).first()).toBeVisible()
  await view.getByText('a trap').click()

  await ask(page, 'show the changes')
  // The document that was there before has the same words in it.
  await expect(tab(page, /Working changes/)).toHaveAttribute('aria-selected', 'true')
  await expect(view.getByText('onerror=', { exact: false }).first()).toBeVisible()

  await ask(page, 'open hostile.html')
  await expect(tab(page, /hostile\.html/)).toHaveAttribute('aria-selected', 'true')
  await expect(view.getByText('onerror=', { exact: false }).first()).toBeVisible()

  await ask(page, 'find "with a hostile name"')
  await expect(view.getByRole('option').getByText('TODO a file with a hostile name')).toBeVisible()
  await expect(view.getByText('onerror=', { exact: false }).first()).toBeVisible()
  await view.getByRole('option').getByText('TODO a file with a hostile name', { exact: false }).dblclick()
  await expect(tab(page, /onerror/).first()).toBeVisible()

  await ask(page, PAYLOAD)
  await expect(transcript(page)).toContainText(PAYLOAD)

  expect(await page.evaluate(pwned)).toBeUndefined()
  // Nothing was fetched for it either: the page asks only its own origin.
  const own = new URL(page.url())
  expect(
    requests.filter(
      (url) => !url.startsWith('data:') && !url.startsWith('blob:') && new URL(url).host !== own.host,
    ),
  ).toEqual([])
  expect(complaints).toEqual([])
})
