// Every kind of artifact, of every size, in the real window: its content is shown, and the window stays responsive.
import type { Page } from '@playwright/test'
import { artifactKinds, type ArtifactKind } from '../../src/shared/artifacts.ts'
import { empty, hostile, large, small, type EveryKind } from './artifact-sizes.ts'
import { expect, test } from './parley-fixture.ts'
import { turnShowing, writeJournal } from './journal-fixture.ts'
import { ask, transcript, viewer } from './user-actions.ts'

const sizes: readonly {
  name: string
  artifacts: EveryKind
  /** The text that must be visible for each kind. */
  visible: Record<ArtifactKind, string | RegExp>
}[] = [
  {
    name: 'of ordinary size',
    artifacts: small,
    visible: {
      diff: 'new words',
      code: 'small',
      markdown: 'Small heading',
      file: 'small text',
      search_results: 'a small hit',
      checklist: 'Write the small step',
      error: 'A small thing failed.',
    },
  },
  {
    name: 'of a very large size',
    artifacts: large,
    visible: {
      diff: 'value0',
      code: 'value0',
      markdown: 'Large heading',
      file: 'xxxx',
      search_results: '100,000 results in 2,500 files, and there are more',
      checklist: 'step 0',
      error: 'A large thing failed.',
    },
  },
  {
    name: 'with hostile content',
    artifacts: hostile,
    visible: {
      diff: /onerror=|could not be read/,
      code: 'onerror=',
      markdown: 'Hostile heading',
      file: 'onerror=',
      search_results: 'onerror=',
      checklist: 'onerror=',
      error: 'onerror=',
    },
  },
  {
    name: 'without content',
    artifacts: empty,
    visible: {
      diff: 'Changes',
      code: 'Code',
      markdown: 'This document is empty.',
      file: 'File',
      search_results: 'No results for',
      checklist: 'This plan is empty.',
      error: 'Something failed without an error message.',
    },
  },
]

// The largest artifacts are tens of megabytes.
test.describe.configure({ timeout: 600_000 })

/** Selects a tab by position, because a hostile title cannot be searched for. */
async function showTab(page: Page, at: number): Promise<void> {
  await page.getByRole('tab').nth(at).click()
  await expect(page.getByRole('tab').nth(at)).toHaveAttribute('aria-selected', 'true')
}

for (const { name, artifacts, visible } of sizes) {
  test(`every kind of artifact ${name} is shown, and the window still answers`, async ({
    launch,
    workspace,
    profile,
  }) => {
    await writeJournal(
      profile,
      workspace,
      artifactKinds.flatMap((kind) => turnShowing(artifacts[kind])),
    )
    const { page, pageErrors } = await launch()
    await expect(page.getByRole('tab')).toHaveCount(artifactKinds.length)
    for (const [at, kind] of artifactKinds.entries()) {
      await test.step(kind, async () => {
        await showTab(page, at)
        await expect(viewer(page)).toContainText(visible[kind])
        await expect(viewer(page).getByText('could not be shown')).toHaveCount(0)
        // The view scrolls with the keyboard, and the user can type meanwhile.
        await page.getByRole('tab').nth(at).press('Tab')
        await page.keyboard.press('PageDown')
        await page.keyboard.press('End')
        await page.getByLabel('Ask the agent').fill(`after ${kind}`)
        await expect(page.getByLabel('Ask the agent')).toHaveValue(`after ${kind}`)
      })
    }
    await ask(page, 'find berth42')
    await expect(transcript(page)).toContainText('I found')
    expect(await page.evaluate('window.pwned')).toBeUndefined()
    expect(pageErrors).toEqual([])
  })
}
