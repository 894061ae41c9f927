// A list of everything the agent showed in this session.
import { useEffect, useMemo, useState } from 'react'
import { useActions } from '../actions/window-actions.tsx'
import { useApp, useConversation } from '../store/use-room.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { PickList } from '../ui/pick-list.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { kinds } from '../../core/artifacts/kinds/kinds.ts'
import { iconOf } from '../viewer/artifact-views.tsx'
import { historyRows, searchHistory } from './history-rows.ts'

/** Users search instead of reading a longer list. */
const MAX_ROWS = 200
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

export function History() {
  const { store, commands } = useApp()
  const report = useReportFault()
  const earlier = useConversation((conversation) => conversation.earlier)
  const { close } = useActions()
  const artifacts = useConversation((conversation) => conversation.artifacts)
  const transcript = useConversation((conversation) => conversation.transcript)
  const tabs = useConversation((conversation) => conversation.tabs)
  const [query, setQuery] = useState('')
  // The search covers the whole session, so load what is not here yet, page by page.
  useEffect(() => {
    if (earlier !== null) commands.loadEarlier().catch(report)
  }, [earlier, commands, report])
  const rows = useMemo(() => historyRows(artifacts, transcript), [artifacts, transcript])
  const found = searchHistory(rows, query).slice(0, MAX_ROWS)
  const open = new Set(tabs.map(({ id }) => id))
  const count = artifacts.length === 1 ? 'one artifact' : `${artifacts.length} artifacts`
  const placeholder =
    earlier === null ? `Search ${count} of this conversation` : `Search ${count}; loading older ones…`
  return (
    <Dialog label="Everything shown in this conversation" className="palette history" onClose={close}>
      <PickList
        label="Search what was shown"
        placeholder={placeholder}
        query={query}
        onQuery={setQuery}
        nothing={artifacts.length === 0 ? 'Nothing has been shown yet.' : 'No artifact matches.'}
        items={found.map(({ shown: { artifact, at, source }, title, asked }) => ({
          id: artifact.id,
          content: (
            <>
              <Icon name={iconOf(artifact)} size={15} />
              <span className="history-text">
                <span className="pick-title">
                  <VisibleText text={title} kind="line" />
                </span>
                <span className="history-asked">
                  {asked ? `“${asked}”` : kinds.of(artifact).name}
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
