// Detects when a page has painted a text.
import type { Page } from '@playwright/test'

/** Looks for a text in every frame. `ready` resolves when the page is watching, `at` when the frame was painted. */
export async function watchForText(
  page: Page,
  text: string,
  within = 'body',
): Promise<{ at: Promise<number> }> {
  // A page in the background paints once a second.
  await page.bringToFront()
  await page.evaluate(
    ([wanted, place]) => {
      const found = new Promise<number>((resolve) => {
        const look = (): void => {
          const there = [...document.querySelectorAll(place!)].some((one) =>
            one.textContent.includes(wanted!),
          )
          if (!there) requestAnimationFrame(look)
          else setTimeout(() => resolve(performance.timeOrigin + performance.now()))
        }
        requestAnimationFrame(look)
      })
      Object.assign(window, { found })
    },
    [text, within],
  )
  const at = page.evaluate(() => (window as unknown as { found: Promise<number> }).found)
  // A caller that gives up closes the page; that is not an error.
  at.catch(() => {})
  return { at }
}
