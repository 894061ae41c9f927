// Keeps a scrolling box at its end as it grows, until the person scrolls away from there. A box also scrolls by itself, as
// when what is above it changes its height; that is no wish of anybody's, and it is taken to its end again.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** This close to the end counts as being at the end. */
const NEAR_END_PX = 48
/** How long a turn of the wheel or a key goes on moving the box. */
const MOVES_MS = 600

interface Following<Box, Content> {
  /** For the box, and for what grows in it. */
  box: RefObject<Box | null>
  content: RefObject<Content | null>
  /** The person is reading further up. */
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

  // After every drawing: it is only drawn again when something was said or shown.
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
    // The bar is dragged for as long as the button is held, which may end anywhere.
    scroller.addEventListener('pointerdown', held, options)
    window.addEventListener('pointerup', moving, options)
    // The list also grows when the column is made narrower, and the room for it shrinks when the box below grows.
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
