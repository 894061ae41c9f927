// A text box and a list to choose from, by keyboard: the palette and the history use it.
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import '../styles/pick-list.css'
import { isModified } from './keyboard.ts'

export interface PickItem {
  id: string
  content: ReactNode
  /** A heading above the first row of a group. */
  heading?: string | undefined
}

interface Props {
  label: string
  placeholder: string
  query: string
  onQuery: (query: string) => void
  items: readonly PickItem[]
  onPick: (id: string) => void
  nothing: string
}

const PAGE = 8

export function PickList({ label, placeholder, query, onQuery, items, onPick, nothing }: Props) {
  const ids = useId()
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const active = Math.min(chosen, items.length - 1)

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || isModified(event)) return
    const moves: Record<string, number> = {
      ArrowDown: active + 1 >= items.length ? 0 : active + 1,
      ArrowUp: active <= 0 ? items.length - 1 : active - 1,
      PageDown: Math.min(items.length - 1, active + PAGE),
      PageUp: Math.max(0, active - PAGE),
    }
    const to = moves[event.key]
    const item = items[active]
    if (to !== undefined) setChosen(Math.max(0, to))
    else if (event.key === 'Enter' && item) onPick(item.id)
    else return
    event.preventDefault()
  }

  return (
    <div className="pick-list">
      <input
        type="text"
        className="pick-query"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${ids}-list`}
        aria-activedescendant={active >= 0 ? `${ids}-${active}` : undefined}
        aria-autocomplete="list"
        placeholder={placeholder}
        value={query}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          onQuery(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={`${ids}-list`}
        className="pick-items"
        role="listbox"
        aria-label={label}
        tabIndex={-1}
      >
        {items.map((item, index) => (
          <div key={item.id} role="presentation">
            {item.heading ? (
              <div className="pick-heading" role="presentation">
                {item.heading}
              </div>
            ) : null}
            {/* The box above keeps the focus and handles the keys. */}
            <div
              id={`${ids}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className="pick-item"
              onPointerMove={() => setChosen(index)}
              onClick={() => onPick(item.id)}
              onKeyDown={onKeyDown}
            >
              {item.content}
            </div>
          </div>
        ))}
      </div>
      {items.length === 0 ? (
        <p className="pick-nothing" role="status">
          {nothing}
        </p>
      ) : null}
    </div>
  )
}
