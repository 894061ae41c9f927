// The symbols of a file beside its text. The one the cursor is in is marked.
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../store/use-room.tsx'
import { outlinePlace, type OutlineSymbol } from './outline-place.ts'

/** The symbols of a file; none until they are known, and none where they cannot be. */
export function useOutline(file: string | undefined): OutlineSymbol[] {
  const { commands } = useApp()
  const [known, setKnown] = useState<{ file: string; symbols: OutlineSymbol[] } | null>(null)
  useEffect(() => {
    if (!file) return
    let gone = false
    commands.outline(file).then(
      (symbols) => {
        if (!gone) setKnown({ file, symbols })
      },
      // A file without an outline is read without one.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [commands, file])
  return known?.file === file ? (known?.symbols ?? []) : []
}

interface Props {
  symbols: readonly OutlineSymbol[]
  line: number
  onGo: (line: number) => void
}

/** More would be slow to draw and slower to read. */
const SHOWN = 1000

export function CodeOutline({ symbols, line, onGo }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const active = outlinePlace(symbols, line)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <nav className="outline" aria-label="Outline">
      <ul ref={list}>
        {symbols.slice(0, SHOWN).map((symbol, at) => (
          <li key={`${symbol.line} ${symbol.name}`}>
            <button
              type="button"
              className={`outline-symbol outline-${symbol.kind}`}
              style={{ paddingLeft: 12 + Math.min(symbol.depth, 4) * 14 }}
              aria-current={at === active ? 'location' : undefined}
              title={`${symbol.kind} ${symbol.name}, line ${symbol.line}`}
              onClick={() => onGo(symbol.line)}
            >
              <span className="outline-name">{symbol.name}</span>
              <span className="outline-kind">{symbol.kind}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
