// Decides which chunks of a diff are on the page: those near the visible part, one more per frame, and those far
// from it are taken off again, so that the page stays small however long the diff is.
import { buildTable } from './diff-rows.ts'

export interface ChunkPlace {
  file: number
  chunk: number
  continued: boolean
}

export interface ChunkLoader {
  /** Watches an element and fills it with its chunk when it comes near; returns how to stop. */
  watch(element: HTMLElement, place: ChunkPlace): () => void
  close(): void
}

interface Watched extends ChunkPlace {
  near: boolean
  state: 'empty' | 'loading' | 'drawn'
}

const NEAR = '900px 0px'
/** A few in flight keep the worker busy; more would make it draw what was scrolled past. */
const IN_FLIGHT = 3

function holdsSelection(element: HTMLElement): boolean {
  const selection = document.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}

export function createChunkLoader(
  root: HTMLElement,
  draw: (file: number, chunk: number) => Promise<string>,
): ChunkLoader {
  const watched = new Map<Element, Watched>()
  const drawn: { element: HTMLElement; html: string }[] = []
  let inFlight = 0
  let frame = 0

  const showNext = (): void => {
    frame = 0
    const next = drawn.shift()
    if (!next) return
    const entry = watched.get(next.element)
    if (entry?.near) {
      next.element.replaceChildren(buildTable(next.html, entry.continued))
      next.element.style.minHeight = '0'
      entry.state = 'drawn'
    } else if (entry) {
      entry.state = 'empty'
    }
    if (drawn.length > 0) frame = requestAnimationFrame(showNext)
  }

  const pump = (): void => {
    for (const [element, entry] of watched) {
      if (inFlight >= IN_FLIGHT) return
      if (!entry.near || entry.state !== 'empty') continue
      entry.state = 'loading'
      inFlight += 1
      draw(entry.file, entry.chunk).then(
        (html) => {
          inFlight -= 1
          drawn.push({ element: element as HTMLElement, html })
          frame ||= requestAnimationFrame(showNext)
          pump()
        },
        () => {
          // Only a closed diff refuses; there is nobody left to tell.
          inFlight -= 1
          entry.state = 'empty'
        },
      )
    }
  }

  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting, boundingClientRect } of changes) {
        const entry = watched.get(target)
        if (!entry) continue
        // A hidden tab reports everything as gone; what it shows is kept for when it comes back.
        if (!isIntersecting && boundingClientRect.width === 0) continue
        entry.near = isIntersecting
        const element = target as HTMLElement
        if (!isIntersecting && entry.state === 'drawn' && !holdsSelection(element)) {
          element.style.minHeight = `${boundingClientRect.height}px`
          element.replaceChildren()
          entry.state = 'empty'
        }
      }
      pump()
    },
    { root, rootMargin: NEAR },
  )

  return {
    watch(element, place) {
      watched.set(element, { ...place, near: false, state: 'empty' })
      observer.observe(element)
      return () => {
        observer.unobserve(element)
        watched.delete(element)
      }
    },
    close() {
      observer.disconnect()
      watched.clear()
      cancelAnimationFrame(frame)
    },
  }
}
