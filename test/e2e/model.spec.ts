// A new user connects a model: its address and key, what it would receive, a model, and the first answer.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startModelEndpoint, type ModelEndpoint } from '../fakes/model-endpoint.ts'
import { violations } from './axe.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, statusBar, tab, transcript, viewer } from './user-actions.ts'

let endpoint: ModelEndpoint
test.beforeEach(async () => {
  endpoint = await startModelEndpoint({
    key: 'sk-the-right-key',
    models: [{ id: 'large-one' }, { id: 'small-one' }],
  })
})
test.afterEach(() => endpoint.close())

test('a model is connected in the window, answers with tools, and can be left again', async ({
  launch,
  profile,
}) => {
  const { page, pageErrors } = await launch()
  await ask(page, 'connect a model')
  const dialog = page.getByRole('dialog', { name: 'Who should answer?' })
  await expect(dialog).toContainText('api.anthropic.com receives your requests')
  await dialog.getByLabel('Provider', { exact: true }).selectOption('Another address')
  await dialog.getByLabel('Address').fill(endpoint.url)
  await dialog.getByLabel('Key', { exact: true }).fill('sk-a-wrong-key')
  await expect(dialog).toContainText('This address is on this computer: nothing leaves it')
  await dialog.getByRole('button', { name: 'Choose a model' }).click()
  await expect(dialog.getByRole('alert')).toContainText('does not accept the key')
  await dialog.getByLabel('Key', { exact: true }).fill('sk-the-right-key')
  await dialog.getByRole('button', { name: 'Choose a model' }).click()
  await dialog.getByLabel('Model', { exact: true }).selectOption('small-one')
  expect(await violations(page, 'connecting a model')).toEqual([])
  await page.screenshot({ path: '.cache/e2e/model-connect.png' })
  await dialog.getByRole('button', { name: 'Use this model' }).click()
  const agent = statusBar(page).getByRole('button', { name: /^Agent: small-one/ })
  await expect(agent).toBeVisible()

  endpoint.script([
    {
      text: 'Let me look.',
      calls: [
        { name: 'read_file', input: { path: 'README.md' } },
        { name: 'edit_file', input: { path: 'README.md', old_text: '# ', new_text: '# The ', all: true } },
      ],
      usage: { input: 2_400, output: 80 },
    },
    { text: 'The title is longer now.', usage: { input: 2_600, output: 30 } },
  ])
  await ask(page, 'Make the title of the readme longer')
  const card = page.getByRole('region', { name: /Edit README\.md/ })
  await expect(card).toContainText('# The ')
  await card.getByRole('button', { name: /^Make the change/ }).click()
  await expect(transcript(page)).toContainText('The title is longer now.')
  await expect(tab(page, /README\.md/)).not.toHaveCount(0)
  await page.screenshot({ path: '.cache/e2e/model-answer.png' })
  expect(endpoint.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer sk-the-right-key',
    'Bearer sk-the-right-key',
  ])

  await agent.click()
  const popover = page.getByRole('dialog', { name: /^small-one at / })
  await expect(popover).toContainText('2.6k of')
  await expect(popover).toContainText('Last request: 5.1k tokens')
  await page.screenshot({ path: '.cache/e2e/model-popover.png' })
  await popover.getByRole('combobox', { name: 'Model', exact: true }).selectOption('large-one')
  await expect(statusBar(page).getByRole('button', { name: /^Agent: large-one/ })).toBeVisible()
  await page.keyboard.press('Escape')

  endpoint.script([{ text: ['This goes on', new Promise(() => {})] }])
  await ask(page, 'Tell me everything')
  await expect(transcript(page)).toContainText('This goes on')
  await page.keyboard.press('Escape')
  await expect.poll(() => endpoint.requests.at(-1)!.ended).toBe('closed')

  endpoint.script([{ fault: 'no credit' }])
  await ask(page, 'And now?')
  await expect(viewer(page)).toContainText('has no credit left')
  await page.screenshot({ path: '.cache/e2e/model-no-credit.png' })
  expect(pageErrors).toEqual([])

  // The keys are in the store of secrets and nowhere else: no log, no journal, no page.
  expect(filesWith(profile, 'sk-the-right-key')).toEqual([])
  expect(filesWith(profile, 'sk-a-wrong-key')).toEqual([])
  expect(filesWith(profile, 'has no credit left')).not.toEqual([])
  expect(await page.content()).not.toMatch(/sk-(?:the-right|a-wrong)-key/)
})

/** The files of a profile that contain a text. */
function filesWith(profile: string, text: string): string[] {
  return readdirSync(profile, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))
}
