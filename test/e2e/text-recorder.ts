// Records texts that the page shows only briefly. A test that polls may miss them on a busy machine, so the page itself
// records them.
import type { Page } from '@playwright/test'

type RecordedTexts = Record<string, string[]>

/** From now on, records each text of the elements that match the selector, once. Returns a function that reads them. */
export async function recordTexts(page: Page, selector: string): Promise<() => Promise<string[]>> {
  await page.evaluate((wanted) => {
    const here = window as unknown as { recordedTexts?: RecordedTexts }
    const texts: string[] = []
    here.recordedTexts = { ...here.recordedTexts, [wanted]: texts }
    const record = (): void => {
      for (const element of document.querySelectorAll(wanted)) {
        const text = element.getAttribute('aria-label') ?? element.textContent ?? ''
        if (!texts.includes(text)) texts.push(text)
      }
    }
    record()
    new MutationObserver(record).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  }, selector)
  return () =>
    page.evaluate(
      (wanted) => (window as unknown as { recordedTexts: RecordedTexts }).recordedTexts[wanted]!,
      selector,
    )
}
