// Asks axe what is wrong with the page as it stands.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

interface Found {
  id: string
  help: string
  nodes: { target: unknown; failureSummary?: string }[]
}

// The builder would open a page of its own, which Electron cannot; the source is put into the page instead.
const require = createRequire(import.meta.url)
const source = readFileSync(
  createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

export async function violations(page: Page, where: string): Promise<string[]> {
  await page.evaluate(source)
  const found = await page.evaluate(async () => {
    // What fades in would be measured half there. What moves for ever, or as one scrolls, has no end to wait for.
    const passing = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline instanceof DocumentTimeline && Number.isFinite(effect?.getComputedTiming().endTime),
      )
    await Promise.allSettled(passing.map(({ finished }) => finished))
    const { axe } = window as unknown as {
      axe: { run(root: Document, options: unknown): Promise<{ violations: Found[] }> }
    }
    // The editor's own parts are the editor's; how it is named and left is tested with the keyboard.
    const result = await axe.run({ exclude: [['.monaco-editor']] } as unknown as Document, {
      resultTypes: ['violations'],
    })
    return result.violations
  })
  return found.map(
    ({ id, help, nodes }) =>
      `${where}: ${id}, ${help}: ${nodes.map(({ target }) => JSON.stringify(target)).join(' ')} ${nodes[0]?.failureSummary ?? ''}`,
  )
}
