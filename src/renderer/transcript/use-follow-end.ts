// Keeps a scrolling box at its end as it grows, until the user scrolls away. The browser also scrolls the box when
// something above it changes its height; then the box returns to its end.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** This close to the end counts as the end. */
const NEAR_END_PX = 48
/** How long a wheel or key event keeps moving the box. */
const MOVES_MS = 600

interface Following<Box, Content> {
  /** Refs for the box and for the content that grows in it. */
  box: RefObject<Box | null>
  content: RefObject<Content | null>
  /** The user is reading further up. */
  away: boolean
  goToEnd: () => void
}

export function useFollowEnd<Box extends HTMLElement, Content extends HTMLElement>(): Following<
  Box,
  Content
> {
  const box = useRef<Box>(null)
  const content = useRef<Content>(null)
  const following = useRef(true)
  const movedUntil = useRef(0)
  const [away, setAway] = useState(false)

  const goToEnd = (): void => {
    following.current = true
    setAway(false)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }

  // After every render: the list renders only when something was said or shown.
  useLayoutEffect(() => {
    if (following.current && box.current) box.current.scrollTop = box.current.scrollHeight
  })

  useEffect(() => {
    const scroller = box.current
    if (!scroller) return
    const stayAtEnd = (): void => {
      if (following.current) scroller.scrollTop = scroller.scrollHeight
    }
    const onScroll = (): void => {
      const atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END_PX
      if (atEnd) following.current = true
      else if (performance.now() < movedUntil.current) following.current = false
      else stayAtEnd()
      setAway(!following.current)
    }
    const moving = (): void => {
      movedUntil.current = performance.now() + MOVES_MS
    }
    const held = (): void => {
      movedUntil.current = Infinity
    }
    const stop = new AbortController()
    const options = { passive: true, signal: stop.signal }
    scroller.addEventListener('scroll', onScroll, options)
    for (const by of ['wheel', 'touchmove', 'keydown'] as const)
      scroller.addEventListener(by, moving, options)
    // The user drags the scrollbar until the button is released, which may happen anywhere.
    scroller.addEventListener('pointerdown', held, options)
    window.addEventListener('pointerup', moving, options)
    // The list also grows when the column gets narrower, and its space shrinks when the box below grows.
    const observer = new ResizeObserver(stayAtEnd)
    observer.observe(scroller)
    if (content.current) observer.observe(content.current)
    return () => {
      stop.abort()
      observer.disconnect()
    }
  }, [])

  return { box, content, away, goToEnd }
}
