// The splitter between the conversation and the viewer, moved by dragging or with the arrow keys.
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { isModified } from './keyboard.ts'

export const SPLIT_DEFAULT = 36
export const SPLIT_MIN = 24
export const SPLIT_MAX = 60
const STORED_AS = 'parley.split'

export function clampSplit(percent: number): number {
  if (!Number.isFinite(percent)) return SPLIT_DEFAULT
  return Math.min(SPLIT_MAX, Math.max(SPLIT_MIN, Math.round(percent * 10) / 10))
}

/** The conversation's share of the width in percent, stored by the browser if it allows that. */
export function useSplit(): [number, (percent: number) => void] {
  const [percent, setPercent] = useState(() => {
    try {
      return clampSplit(Number.parseFloat(localStorage.getItem(STORED_AS) ?? String(SPLIT_DEFAULT)))
    } catch {
      return SPLIT_DEFAULT
    }
  })
  const change = (next: number): void => {
    const clamped = clampSplit(next)
    setPercent(clamped)
    try {
      localStorage.setItem(STORED_AS, String(clamped))
    } catch {
      // If the browser refuses storage, the width lasts until the window closes.
    }
  }
  return [percent, change]
}

export function Splitter({ percent, onChange }: { percent: number; onChange: (percent: number) => void }) {
  const follow = (event: PointerEvent<HTMLDivElement>): void => {
    const area = event.currentTarget.parentElement
    if (!area || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = area.getBoundingClientRect()
    onChange(((event.clientX - box.left) / box.width) * 100)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isModified(event)) return
    const step = event.shiftKey ? 10 : 2
    const moves: Record<string, number> = {
      ArrowLeft: percent - step,
      ArrowRight: percent + step,
      Home: SPLIT_MIN,
      End: SPLIT_MAX,
      Enter: SPLIT_DEFAULT,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    onChange(next)
  }
  return (
    <div
      className="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the conversation"
      aria-valuenow={Math.round(percent)}
      aria-valuemin={SPLIT_MIN}
      aria-valuemax={SPLIT_MAX}
      tabIndex={0}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={follow}
      onDoubleClick={() => onChange(SPLIT_DEFAULT)}
      onKeyDown={onKeyDown}
    />
  )
}
