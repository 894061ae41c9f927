// The badges of what can be pressed now. They follow scrolling, resizing and every change of the page.
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { meantBy, noNumbers, renumbered, type Numbering } from '../../core/pointing/numbering.ts'
import { SETTLE_MS } from '../../core/conversation/approvals/judge-answer.ts'
import { badgePlaces, type BadgeBox } from './badge-places.ts'
import { findTargets, topLayer } from './find-targets.ts'

export interface Badge extends BadgeBox {
  number: number
}

interface Shown {
  /** The badges belong to this dialog, panel or window. */
  layer: HTMLElement
  badges: readonly Badge[]
}

/** Changes of the page come in bursts; scrolling is followed at once. */
const CHANGE_MS = 80

export function useBadges(isShown: boolean) {
  const numbering = useRef<Numbering<HTMLElement>>(noNumbers)
  const [shown, setShown] = useState<Shown | null>(null)

  const look = useCallback(() => {
    const layer = topLayer()
    const found = findTargets(layer)
    numbering.current = renumbered(
      numbering.current,
      found.map(({ element }) => element),
      performance.now(),
    )
    const places = new Map(found.map(({ element, ...place }) => [element, place]))
    const labelled = numbering.current.shown.map(({ number, target }) => ({ number, ...places.get(target)! }))
    const boxes = badgePlaces(labelled, { width: innerWidth, height: innerHeight })
    const badges = labelled.map(({ number }, at) => ({ number, ...boxes[at]! }))
    setShown((before) =>
      before?.layer === layer && JSON.stringify(before.badges) === JSON.stringify(badges)
        ? before
        : { layer, badges },
    )
  }, [])

  // Before the next key: the digits may be typed at once.
  useLayoutEffect(() => {
    if (!isShown) return
    // What is hidden until the pointer is there appears, and gets its number too.
    document.documentElement.dataset['numbers'] = ''
    look()
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | null = null
    const soon = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    const later = (): void => {
      timer ??= setTimeout(() => {
        timer = null
        soon()
      }, CHANGE_MS)
    }
    const changes = new MutationObserver((records) => {
      if (records.some(({ target }) => !(target instanceof Element && target.closest('.numbers')))) later()
    })
    changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    window.addEventListener('scroll', soon, true)
    window.addEventListener('resize', soon)
    window.addEventListener('transitionend', later, true)
    window.addEventListener('animationend', later, true)
    return () => {
      delete document.documentElement.dataset['numbers']
      cancelAnimationFrame(frame)
      if (timer !== null) clearTimeout(timer)
      changes.disconnect()
      window.removeEventListener('scroll', soon, true)
      window.removeEventListener('resize', soon)
      window.removeEventListener('transitionend', later, true)
      window.removeEventListener('animationend', later, true)
      numbering.current = noNumbers
      setShown(null)
    }
  }, [isShown, look])

  /** What a number means, if a click would reach it at this moment. */
  const targetOf = useCallback((number: number): HTMLElement | 'too early' | null => {
    const one = meantBy(numbering.current, number)
    if (!one || !findTargets(topLayer()).some(({ element }) => element === one.target)) return null
    // Nobody has read a card whose number has only just appeared.
    const isEarly = one.target.closest('.approval') && performance.now() - one.since < SETTLE_MS
    return isEarly ? 'too early' : one.target
  }, [])

  return { shown, targetOf }
}
