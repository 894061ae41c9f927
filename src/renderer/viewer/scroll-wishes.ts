// "Scroll down", said or pressed, for every view that is an ordinary scrolling box. The editor has its own way.
import { panelDomId } from './tab-strip.tsx'
import { useViewWish } from './view-in-front.tsx'

/** A little of what was seen stays in sight, so that the eye finds its place. */
const SHARE = 0.85

export function useScrollWishes(active: string | null): void {
  useViewWish(({ action }) => {
    if (active === null || !action.startsWith('scroll.')) return
    const box = document.getElementById(panelDomId(active))?.querySelector('.view-scroll')
    if (!box) return
    const page = box.clientHeight * SHARE
    if (action === 'scroll.down') box.scrollBy({ top: page })
    else if (action === 'scroll.up') box.scrollBy({ top: -page })
    else box.scrollTop = action === 'scroll.top' ? 0 : box.scrollHeight
  })
}
