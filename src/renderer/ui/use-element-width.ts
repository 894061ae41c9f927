import { useLayoutEffect, useState, type RefObject } from 'react'

/** The width of an element in whole pixels; null until measured, and unchanged while the element is hidden. */
export function useElementWidth(ref: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    // At once, because what depends on it would otherwise wait for a frame.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
