// The symbols of a file beside its text, with the one at the cursor marked.
import { useEffect, useRef, useState } from 'react'
import type { OutlineAnswer } from '../../shared/wire/room-calls.ts'
import { useApp } from '../store/use-room.tsx'
import { VisibleText } from '../ui/visible-text.ts'

export type OutlineSymbol = OutlineAnswer['symbols'][number]

/** The index of the innermost symbol around a line; else of the last one before it; -1 if there is none. */
export function symbolAtLine(symbols: readonly OutlineSymbol[], line: number): number {
  const around = symbols.findLastIndex((symbol) => symbol.line <= line && line <= symbol.endLine)
  return around >= 0 ? around : symbols.findLastIndex((symbol) => symbol.line <= line)
}

/** The symbols of a file; empty until they are known, or if they cannot be found. */
export function useOutline(file: string | undefined): OutlineSymbol[] {
  const { commands } = useApp()
  const [known, setKnown] = useState<{ file: string; symbols: OutlineSymbol[] } | null>(null)
  useEffect(() => {
    if (!file) return
    let cancelled = false
    commands.outline(file).then(
      (symbols) => {
        if (!cancelled) setKnown({ file, symbols })
      },
      // Not every file has an outline.
      () => {},
    )
    return () => {
      cancelled = true
    }
  }, [commands, file])
  return known?.file === file ? (known?.symbols ?? []) : []
}

interface Props {
  symbols: readonly OutlineSymbol[]
  line: number
  onGo: (line: number) => void
}

/** More would be slow to render and to read. */
const SHOWN = 1000

export function CodeOutline({ symbols, line, onGo }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const active = symbolAtLine(symbols, line)
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
              <span className="outline-name">
                <VisibleText text={symbol.name} kind="line" />
              </span>
              <span className="outline-kind">{symbol.kind}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
