// Everything the agent showed in this session, to be found again.
import { useEffect, useMemo, useState } from 'react'
import { useActions } from '../actions/window-actions.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { PickList } from '../ui/pick-list.tsx'
import { kindIcons, kindNames } from '../viewer/artifact-view.tsx'
import { historyRows, searchHistory } from './history-rows.ts'

/** More than this is found by typing, not by looking. */
const SHOWN = 200
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

export function History() {
  const { store, commands } = useApp()
  const report = useReportFault()
  const earlier = useRoom((state) => state.earlier)
  const { close } = useActions()
  const artifacts = useRoom((state) => state.artifacts)
  const transcript = useRoom((state) => state.transcript)
  const tabs = useRoom((state) => state.tabs)
  const [query, setQuery] = useState('')
  // Whoever looks for something wants to find it, however long ago it was: the rest is fetched, part by part.
  useEffect(() => {
    if (earlier !== null) commands.loadEarlier().catch(report)
  }, [earlier, commands, report])
  const rows = useMemo(() => historyRows(artifacts, transcript), [artifacts, transcript])
  const found = searchHistory(rows, query).slice(0, SHOWN)
  const open = new Set(tabs.map(({ id }) => id))
  const count = artifacts.length === 1 ? 'the one thing' : `the ${artifacts.length} things`
  const placeholder =
    earlier === null
      ? `Search ${count} shown in this session`
      : `Search ${count} shown lately; older ones are on their way`
  return (
    <Dialog label="Everything shown in this session" className="palette history" onClose={close}>
      <PickList
        label="Search what was shown"
        placeholder={placeholder}
        query={query}
        onQuery={setQuery}
        nothing={artifacts.length === 0 ? 'Nothing has been shown yet.' : 'Nothing shown so far matches.'}
        items={found.map(({ shown: { artifact, at, source }, title, asked }) => ({
          id: artifact.id,
          content: (
            <>
              <Icon name={kindIcons[artifact.kind]} size={15} />
              <span className="history-words">
                <span className="pick-title">{title}</span>
                <span className="history-asked">
                  {asked ? `“${asked}”` : kindNames[artifact.kind]}
                  {source ? `, from ${source}` : ''}
                </span>
              </span>
              {open.has(artifact.id) ? <span className="badge">open</span> : null}
              <time className="pick-detail" dateTime={new Date(at).toISOString()}>
                {clock.format(at)}
              </time>
            </>
          ),
        }))}
        onPick={(id) => {
          close()
          store.dispatch({ type: 'tab.selected', id })
        }}
      />
    </Dialog>
  )
}
