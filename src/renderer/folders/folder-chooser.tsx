// Chooses a folder inside the page, for a browser, which cannot see the disk: the app lists the folders.
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { faultOf, type Fault } from '../../shared/errors.ts'
import type { FolderListing } from '../../shared/ipc.ts'
import { useApp } from '../store/use-room.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { FaultText } from '../ui/fault-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { isModified } from '../ui/keyboard.ts'
import { VisibleText } from '../ui/visible-text.ts'
import { splitPath } from '../viewer/tab-labels.ts'
import { childPath } from './folder-path.ts'

interface Props {
  onChoose: (path: string) => void
  onCancel: () => void
}

export function FolderChooser({ onChoose, onCancel }: Props) {
  const { bridge } = useApp()
  const [listing, setListing] = useState<FolderListing | null>(null)
  const [path, setPath] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  /** Another folder is being listed, so the one shown cannot be opened. */
  const [onTheWay, setOnTheWay] = useState(true)
  const list = useRef<HTMLUListElement>(null)
  const lastAsked = useRef(0)
  /** The user is typing a path, which a late answer must not overwrite. */
  const typing = useRef(false)

  const look = useCallback(
    (to: string | null) => {
      const asked = (lastAsked.current += 1)
      typing.current = false
      bridge.request('folders.list', { path: to }).then(
        (found) => {
          if (asked !== lastAsked.current) return
          setOnTheWay(false)
          setListing(found)
          if (!typing.current) setPath(found.path)
          setFault(null)
        },
        (error: unknown) => {
          if (asked !== lastAsked.current) return
          setOnTheWay(false)
          setFault(faultOf(error))
        },
      )
    },
    [bridge],
  )
  useEffect(() => look(null), [look])
  function visit(to: string | null): void {
    setOnTheWay(true)
    look(to)
  }

  const parent = listing?.parent ?? null
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isModified(event)) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    if (event.key === 'ArrowDown') buttons[Math.min(at + 1, buttons.length - 1)]?.focus()
    else if (event.key === 'ArrowUp') buttons[Math.max(at - 1, 0)]?.focus()
    else if ((event.key === 'Backspace' || event.key === 'ArrowLeft') && parent !== null) visit(parent)
    else return
    event.preventDefault()
  }

  return (
    <div className="chooser">
      <form
        className="chooser-path"
        onSubmit={(event) => {
          event.preventDefault()
          if (path.trim() !== '') visit(path.trim())
        }}
      >
        <IconButton
          icon="up"
          label="Up one folder"
          disabled={parent === null}
          onClick={() => visit(parent)}
        />
        <input
          type="text"
          aria-label="Path"
          value={path}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            typing.current = true
            setPath(event.target.value)
          }}
        />
        <Button type="submit">Go</Button>
      </form>
      {fault ? <FaultText fault={fault} /> : null}
      <ul ref={list} className="chooser-list" aria-label="Folders">
        {listing?.folders.map((entry) => (
          <li key={entry}>
            <button type="button" onClick={() => visit(childPath(listing.path, entry))} onKeyDown={onKeyDown}>
              <Icon name="folder" size={14} />
              <span>
                <VisibleText text={splitPath(entry).name} kind="line" />
              </span>
            </button>
          </li>
        ))}
        {listing?.folders.length === 0 ? <li className="chooser-none">No folders inside this one.</li> : null}
      </ul>
      <div className="chooser-actions">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          look="primary"
          disabled={!listing || onTheWay}
          onClick={() => listing && onChoose(listing.path)}
        >
          Open {listing ? `“${splitPath(listing.path).name || listing.path}”` : 'this folder'}
        </Button>
      </div>
    </div>
  )
}
