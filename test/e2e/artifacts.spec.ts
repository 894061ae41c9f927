// Every kind of artifact, whatever is in it, in the real window: something true is shown of it, and the window still answers.
import type { Page } from '@playwright/test'
import { artifactKinds, type ArtifactKind } from '../../src/shared/artifacts.ts'
import { empty, hostile, large, small, type EveryKind } from './artifact-sizes.ts'
import { expect, test } from './parley-fixture.ts'
import { shown, writeSession } from './session-fixture.ts'
import { ask, transcript, viewer } from './what-a-person-does.ts'

const sizes: readonly {
  name: string
  artifacts: EveryKind
  /** What is to be seen of each. */
  seen: Record<ArtifactKind, string | RegExp>
}[] = [
  {
    name: 'of an ordinary size',
    artifacts: small,
    seen: {
      diff: 'new words',
      code: 'small',
      markdown: 'Small heading',
      file: 'small text',
      search_results: 'a small hit',
      error: 'A small thing failed.',
    },
  },
  {
    name: 'far too large to be read',
    artifacts: large,
    seen: {
      diff: 'value0',
      code: 'value0',
      markdown: 'Large heading',
      file: 'xxxx',
      search_results: '100,000 results in 2,500 files, and there are more',
      error: 'A large thing failed.',
    },
  },
  {
    name: 'made to do harm',
    artifacts: hostile,
    seen: {
      diff: /onerror=|could not be read/,
      code: 'onerror=',
      markdown: 'Hostile heading',
      file: 'onerror=',
      search_results: 'onerror=',
      error: 'onerror=',
    },
  },
  {
    name: 'with nothing in it',
    artifacts: empty,
    seen: {
      diff: 'Changes',
      code: 'Code',
      markdown: 'This document is empty.',
      file: 'File',
      search_results: 'Nothing was found',
      error: 'Something failed without saying what.',
    },
  },
]

// The largest of them are tens of megabytes on their way to the window.
test.describe.configure({ timeout: 600_000 })

/** By its place: a hostile title cannot be looked for. */
async function showTab(page: Page, at: number): Promise<void> {
  await page.getByRole('tab').nth(at).click()
  await expect(page.getByRole('tab').nth(at)).toHaveAttribute('aria-selected', 'true')
}

for (const { name, artifacts, seen } of sizes) {
  test(`every kind of artifact ${name} is shown, and the window still answers`, async ({
    launch,
    workspace,
    profile,
  }) => {
    await writeSession(
      profile,
      workspace,
      artifactKinds.flatMap((kind) => shown(artifacts[kind])),
    )
    const { page, complaints } = await launch()
    await expect(page.getByRole('tab')).toHaveCount(artifactKinds.length)
    for (const [at, kind] of artifactKinds.entries()) {
      await test.step(kind, async () => {
        await showTab(page, at)
        await expect(viewer(page)).toContainText(seen[kind])
        await expect(viewer(page).getByText('could not be shown')).toHaveCount(0)
        // It can be scrolled through with the keyboard, and it can be typed meanwhile.
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
    expect(complaints).toEqual([])
  })
}
