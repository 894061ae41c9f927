// What the window shows of a coding agent, in the gallery: the page is real, the app behind it is made up.
import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, test } from './gallery-fixture.ts'
import { transcript, viewer } from './user-actions.ts'

const agentButton = (page: Page) => page.getByRole('button', { name: /^Agent: / })

test('the popover shows the agent’s options, usage and rules, and switches to another agent', async ({
  gallery,
}) => {
  const page = await gallery.open('scene=agent&agent=ready')
  await agentButton(page).focus()
  await page.keyboard.press('Enter')
  const popover = page.getByRole('dialog', { name: 'Claude Code 2.1.185' })
  const mode = popover.getByRole('combobox', { name: 'Mode', exact: true })
  const model = popover.getByRole('combobox', { name: 'Model', exact: true })
  await expect(mode).toBeFocused()
  await expect(popover).toContainText('12k of 200k tokens · $0.04')
  expect(await violations(page, 'popover')).toEqual([])

  await mode.selectOption('Accept Edits')
  await expect(popover).toContainText('may change files or run commands without asking you')
  await expect(agentButton(page)).toHaveText(/Accept Edits mode/)

  // A long list is searched.
  await popover.getByRole('button', { name: /^Provider/ }).click()
  await popover.getByRole('combobox', { name: 'Search: Provider' }).fill('number 42')
  await page.keyboard.press('Enter')
  await expect(popover.getByRole('button', { name: /^Provider: Provider number 42/ })).toBeVisible()

  // A refused choice shows what is still chosen.
  await model.selectOption('Haiku')
  await expect(page.getByText('Your plan has no Haiku.')).toBeVisible()
  await expect(model).toHaveValue('sonnet')

  await popover.getByRole('button', { name: 'Revoke: Running npm test' }).click()
  await expect(popover.getByText('Running npm test')).toHaveCount(0)

  await popover.getByText('Not installed (3)').click()
  await expect(popover.getByText('npm install -g opencode-ai')).toBeVisible()
  await expect(popover.getByRole('button', { name: 'Use Codex' })).toHaveCount(0)
  expect(await violations(page, 'popover, everything open')).toEqual([])

  await popover.getByRole('button', { name: 'Use goose' }).click()
  await expect(popover).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Agent: goose', exact: true })).toBeVisible()
  // The conversation stays on screen.
  await expect(transcript(page)).toContainText('refuse files over a megabyte')
})

test('the text box completes the agent’s commands, and the palette offers modes and agents', async ({
  gallery,
}) => {
  const page = await gallery.open('scene=agent&agent=ready')
  const box = page.getByLabel('Ask the agent')
  const options = page.getByRole('listbox', { name: 'Commands of the agent' }).getByRole('option')
  await box.fill('/')
  await expect(options).toHaveCount(4)
  expect(await violations(page, 'commands')).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id'))!)
  await box.pressSequentially('com')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(box).toHaveValue('/compact ')
  await expect(box).toBeFocused()
  await expect(options).toHaveCount(0)

  await box.fill('/rev')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(box).toHaveValue('/rev')
  await box.pressSequentially('i')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('/review')
  await page.keyboard.press('Enter')
  await expect(transcript(page)).toContainText('You asked: /review')

  await page.keyboard.press('ControlOrMeta+Shift+p')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await palette.getByRole('combobox').fill('mode plan')
  await expect(palette.getByRole('option').first()).toContainText('Mode: Plan')
  await page.keyboard.press('Enter')
  await expect(agentButton(page)).toHaveText(/Plan mode/)
})

test('the transcript says who answered, shows the thought while the agent works, and warns', async ({
  gallery,
}) => {
  const page = await gallery.open('scene=agent&agent=ready&talk=thinking')
  await expect(transcript(page)).toContainText('Built-in, while Claude Code works')
  await expect(page.locator('.notice-warning')).toContainText('without asking')
  const thought = page.getByRole('button', { name: /^The agent thinks/ })
  await expect(thought).not.toContainText('The limit is read')
  await thought.click()
  await expect(thought).toContainText('The limit is read')
  await thought.click()
  await page.evaluate(`gallery.store.dispatch({ type: 'agent.state.changed', state: 'idle' })`)
  await expect(thought).toHaveCount(0)
})

test('a plan updates in place, and lines the agent points at come to the front until the user clicks', async ({
  gallery,
}) => {
  const page = await gallery.open('scene=agent&agent=ready&talk=thinking')
  await expect(viewer(page).getByText('2 of 5 done').first()).toBeVisible()
  expect(await violations(page, 'plan')).toEqual([])
  await page.evaluate(
    `gallery.store.dispatch({ type: 'lines.pointed', pointed: { file: 'src/main/workspace/a/very/long/path/which/does/not/fit/read-all.ts', line: 104, endLine: 106 } })`,
  )
  const lines = viewer(page).locator('.code-pointed-line')
  await expect(lines).toHaveCount(3)
  // The plan goes on behind the file.
  await page.evaluate(
    `(() => {
      const shown = gallery.store.get().conversation.artifacts.find(({ artifact }) => artifact.id === 'plan')
      const entries = shown.artifact.entries.map((step) => ({ ...step, state: 'completed' }))
      gallery.store.dispatch({ type: 'artifact.arrived', shown: { ...shown, artifact: { ...shown.artifact, entries } } })
    })()`,
  )
  await expect(page.getByRole('tab', { name: /read-all/ }).first()).toHaveAttribute('aria-selected', 'true')
  await viewer(page).locator('.view-lines').click()
  await expect(lines).toHaveCount(0)
  await page.getByRole('tab', { name: /Plan/ }).click()
  await expect(viewer(page).getByText('All 5 done').first()).toBeVisible()
})

test('in a small window a long sign-in card scrolls, and the text box stays in sight', async ({
  gallery,
}) => {
  const page = await gallery.open('scene=agent&agent=signin')
  await page.setViewportSize({ width: 640, height: 400 })
  const card = page.getByRole('region', { name: /^Sign in to/ })
  await expect(card).toBeVisible()
  await expect(page.getByLabel('Ask the agent')).toBeInViewport({ ratio: 1 })
  await card.getByRole('button', { name: /^Use the built-in/ }).focus()
  await expect(card.getByRole('button', { name: /^Use the built-in/ })).toBeInViewport({ ratio: 1 })
})
