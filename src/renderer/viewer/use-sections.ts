// The sections of a document on the page: which one is in front, and the highlight of the one that words mean.
import { useEffect, useMemo, useState, type RefObject } from 'react'
import { nearestThings } from '../../core/pointing/nearest-things.ts'
import type { LineRange, Screen } from '../../shared/screen.ts'
import { useViewCommand } from './active-view.tsx'
import { markdownSections } from './markdown-screen.ts'
import { usePointedLines } from './pointed-lines.ts'

const HEADINGS = '.markdown > .markdown-block > :is(h1, h2, h3, h4, h5, h6)'
const BLOCKS = '.markdown > .markdown-block > *'
/** A heading this far below the top is the one that is read. */
const NEAR_TOP_PX = 80
const HIGHLIGHT = 'markdown-pointed'

interface Sections {
  screen: Screen
  /** The section in front. */
  here: LineRange | null
  isSelected: boolean
}

export function useSections(
  scroller: RefObject<HTMLElement | null>,
  { text, file }: { text: string; file: string | undefined },
): Sections {
  const sections = useMemo(() => markdownSections(text), [text])
  const [atTop, setAtTop] = useState(0)
  const [selected, setSelected] = useState<LineRange | null>(null)
  const pointed = usePointedLines(file)

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = (): void => {
      const limit = box.getBoundingClientRect().top + NEAR_TOP_PX
      const headings = [...box.querySelectorAll(HEADINGS)]
      const last = headings.findLastIndex((heading) => heading.getBoundingClientRect().top <= limit)
      setAtTop(Math.max(0, last))
    }
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [scroller])

  useViewCommand(({ action, line, endLine }) => {
    if (action === 'lines.select' && line !== null) setSelected({ line, endLine: endLine ?? line })
    else if (action === 'selection.clear') setSelected(null)
  })

  const shown = pointed ?? selected
  const at = shown ? sections.findIndex(({ line }) => line === shown.line) : -1
  useEffect(() => {
    const box = scroller.current
    return box && at >= 0 ? highlightSection(box, at) : undefined
  }, [scroller, at])

  const near = selected ? sections.findIndex(({ line }) => line === selected.line) : atTop
  const screen = useMemo(() => nearestThings(sections, near), [sections, near])
  return { screen, here: selected ?? sections[atTop] ?? null, isSelected: selected !== null }
}

/** Scrolls to a heading and marks everything up to the next one of its level. Returns a function that removes the marks. */
function highlightSection(box: HTMLElement, at: number): () => void {
  const heading = box.querySelectorAll<HTMLElement>(HEADINGS)[at]
  if (!heading) return () => {}
  const blocks = [...box.querySelectorAll<HTMLElement>(BLOCKS)]
  const from = blocks.indexOf(heading)
  const isNext = ({ tagName }: HTMLElement): boolean => /^H[1-6]$/.test(tagName) && tagName <= heading.tagName
  const next = blocks.findIndex((block, index) => index > from && isNext(block))
  const marked = wholeBlocks(blocks.slice(from, next < 0 ? undefined : next))
  for (const block of marked) block.classList.add(HIGHLIGHT)
  const { top, bottom } = box.getBoundingClientRect()
  const place = heading.getBoundingClientRect()
  if (place.top < top || place.bottom > bottom) heading.scrollIntoView({ block: 'start' })
  return () => {
    for (const block of marked) block.classList.remove(HIGHLIGHT)
  }
}

/** A block of the list where all of it is marked, so that the band has no gaps; else what is marked in it. */
function wholeBlocks(marked: readonly HTMLElement[]): readonly HTMLElement[] {
  const inside = new Set<Element>(marked)
  const isWhole = ({ children }: HTMLElement): boolean => [...children].every((child) => inside.has(child))
  return [
    ...new Set(
      marked.map((one) => (one.parentElement && isWhole(one.parentElement) ? one.parentElement : one)),
    ),
  ]
}
