// When a page has painted a text.
import type { Page } from '@playwright/test'

/** Looks for a text in every frame. `ready` says that the page is looking, `at` when the frame with it was painted. */
export async function watchForText(
  page: Page,
  text: string,
  within = 'body',
): Promise<{ at: Promise<number> }> {
  // A page behind another one paints once a second.
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
  // Whoever gives up waiting closes the page, which is nobody's fault.
  at.catch(() => {})
  return { at }
}
