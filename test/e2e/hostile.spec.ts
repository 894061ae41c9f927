// Everything in a workspace is shown as text: nothing in it runs, in any view.
import { expect, test } from './parley-fixture.ts'
import { ask, tab, transcript, viewer } from './user-actions.ts'
import { PAYLOAD } from './workspace-fixture.ts'

const pwned = 'window.pwned'

test('HTML and scripts in markdown, diffs, code, search results, file names and messages never run', async ({
  launch,
}) => {
  const { page, pageErrors } = await launch()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const view = viewer(page)

  await ask(page, 'open README.md')
  await expect(view.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await expect(view.getByText('<script>', { exact: false }).first()).toBeVisible()
  await view.getByText('a trap').click()

  await ask(page, 'show the changes')
  // The previous document contains the same text.
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
  // The page requests only its own origin.
  const own = new URL(page.url())
  expect(
    requests.filter(
      (url) => !url.startsWith('data:') && !url.startsWith('blob:') && new URL(url).host !== own.host,
    ),
  ).toEqual([])
  expect(pageErrors).toEqual([])
})

test('the page’s policy refuses HTML, scripts and styles built from strings, and every view still renders', async ({
  launch,
}) => {
  const { page, pageErrors } = await launch()
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { refused: seen })
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective))
  })
  const refused = (): Promise<unknown> => page.evaluate('window.refused')
  const view = viewer(page)

  await ask(page, 'open README.md')
  await expect(view.getByRole('heading', { name: 'Harbour' })).toBeVisible()
  await ask(page, 'open tide.py')
  const editor = view.locator('.monaco-editor')
  await expect(editor.locator('.view-line').first()).toBeVisible()
  // The editor has its theme's colours: its styles apply although style elements may have no text.
  await expect(editor.locator('.mtk1').first()).toBeVisible()
  const tokens = editor.locator('.view-line span[class^="mtk"]')
  const colours = (): Promise<number> =>
    tokens.evaluateAll((words) => new Set(words.map((word) => getComputedStyle(word).color)).size)
  // The editor draws plain text first and colours it once its tokenizer is ready.
  await expect.poll(colours).toBeGreaterThan(1)
  await ask(page, 'show the changes')
  await expect(view.locator('.diff-insert').first()).toBeVisible()
  await ask(page, 'find TODO')
  await expect(view.locator('.preview-found')).toBeVisible()
  await ask(page, 'open logo.png')
  await expect(view.locator('.file-card')).toBeVisible()
  await ask(page, 'open nothing-like-this.ts')
  await expect(transcript(page)).toContainText('nothing-like-this')
  expect(await refused()).toEqual([])
  expect(pageErrors).toEqual([])

  const outcome = await page.evaluate(() => {
    const attempt = (run: () => void): string => {
      try {
        run()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    const style = document.createElement('style')
    style.append('body { outline: 7px solid red }')
    document.head.append(style)
    return {
      html: attempt(() => (document.createElement('div').innerHTML = '<img src=x onerror="window.pwned=1">')),
      worker: attempt(() => new Worker('data:text/javascript,1')),
      policy: attempt(() => {
        const { trustedTypes } = window as unknown as {
          trustedTypes: { createPolicy(name: string): unknown }
        }
        trustedTypes.createPolicy('other')
      }),
      outline: getComputedStyle(document.body).outlineWidth === '7px',
    }
  })
  expect(outcome).toEqual({
    html: 'TypeError',
    worker: 'TypeError',
    policy: 'TypeError',
    outline: false,
  })
  expect(await page.evaluate(pwned)).toBeUndefined()
})
