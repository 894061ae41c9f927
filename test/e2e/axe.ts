// Runs axe on the page in its current state.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

interface Found {
  id: string
  help: string
  nodes: { target: unknown; failureSummary?: string }[]
}

// AxeBuilder opens another page, which Electron cannot do, so the source is injected into this one.
const require = createRequire(import.meta.url)
const source = readFileSync(
  createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

const appearances = [
  ['light', 'normal'],
  ['dark', 'normal'],
  ['light', 'high'],
  ['dark', 'high'],
] as const

/** These rules depend on the appearance; all others give the same result in each. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** In every theme and contrast, which the window takes from the system while it runs. */
export async function violationsInAllAppearances(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const [at, [theme, contrast]] of appearances.entries()) {
    await page.emulateMedia({
      colorScheme: theme,
      contrast: contrast === 'high' ? 'more' : 'no-preference',
    })
    await page
      .locator(`html[data-theme=${theme}][data-contrast=${contrast}]`)
      .waitFor({ state: 'attached', timeout: 60_000 })
    const rules = at === 0 ? undefined : COLOUR_RULES
    found.push(...(await violations(page, `${where} (${theme}, ${contrast} contrast)`, rules)))
  }
  return found
}

/** All rules, or only those that are named. */
export async function violations(page: Page, where: string, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(source)
  const found = await page.evaluate(async (only) => {
    // An element that fades in would be measured half transparent. Infinite and scroll-driven animations never finish.
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
    // The editor's internals are not ours; its name and focus handling are tested in keyboard.spec.ts.
    const result = await axe.run({ exclude: [['.monaco-editor']] } as unknown as Document, {
      resultTypes: ['violations'],
      ...(only && { runOnly: only }),
    })
    return result.violations
  }, rules)
  return found.map(
    ({ id, help, nodes }) =>
      `${where}: ${id}, ${help}: ${nodes.map(({ target }) => JSON.stringify(target)).join(' ')} ${nodes[0]?.failureSummary ?? ''}`,
  )
}
