// A menu with the files of a diff.
import { useState } from 'react'
import { Popover } from '../ui/popover.tsx'
import { Icon } from '../ui/icon.tsx'
import { DiffCounts } from './diff-file-header.tsx'
import type { FileSummary } from './diff-document.ts'
import { PathName } from './path-name.tsx'

/** With more files than this, the menu has a filter. */
const FILTER_FROM = 8
/** As many as render without a delay; users filter before they read more. */
const SHOWN = 100

interface Props {
  files: readonly FileSummary[]
  onGo: (file: number) => void
}

export function DiffFilesMenu({ files, onGo }: Props) {
  return (
    <Popover
      className="files-menu"
      label={`${files.length} files. Go to one`}
      title="Go to a file"
      trigger={
        <>
          {files.length} files <Icon name="chevron-down" size={11} />
        </>
      }
      triggerClass="text-button"
    >
      {(close) => (
        <FileChoice
          files={files}
          onGo={(file) => {
            onGo(file)
            close()
          }}
        />
      )}
    </Popover>
  )
}

function FileChoice({ files, onGo }: Props) {
  const [filter, setFilter] = useState('')
  const query = filter.trim().toLowerCase()
  const found = files.filter(({ name }) => name.toLowerCase().includes(query))
  return (
    <>
      {files.length >= FILTER_FROM ? (
        <input
          type="text"
          className="field"
          placeholder="Filter files"
          aria-label="Filter files"
          value={filter}
          autoComplete="off"
          onChange={(event) => setFilter(event.target.value)}
        />
      ) : null}
      <ul className="files-menu-list">
        {found.slice(0, SHOWN).map((file) => (
          <li key={file.index}>
            <button type="button" onClick={() => onGo(file.index)}>
              <PathName path={file.name} />
              <DiffCounts file={file} />
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="popover-note">No file has that in its name.</p> : null}
      {found.length > SHOWN ? <p className="popover-note">And {found.length - SHOWN} more.</p> : null}
    </>
  )
}
