// Words that are shown for a moment only. Whoever looks now and then, as a test does, may look past them on a busy machine;
// here the page itself writes them down as they come.
import type { Page } from '@playwright/test'

type Written = Record<string, string[]>

/** From now on, what each part of the page says that this selector finds, each once. Gives how to read it. */
export async function writeDown(page: Page, selector: string): Promise<() => Promise<string[]>> {
  await page.evaluate((wanted) => {
    const here = window as unknown as { passingWords?: Written }
    const written: string[] = []
    here.passingWords = { ...here.passingWords, [wanted]: written }
    const look = (): void => {
      for (const part of document.querySelectorAll(wanted)) {
        const words = part.getAttribute('aria-label') ?? part.textContent ?? ''
        if (!written.includes(words)) written.push(words)
      }
    }
    look()
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  }, selector)
  return () =>
    page.evaluate(
      (wanted) => (window as unknown as { passingWords: Written }).passingWords[wanted]!,
      selector,
    )
}
