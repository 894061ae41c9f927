// One entry of the transcript. Memoised: rendering two hundred of them for every word would cost most frames.
import { memo } from 'react'
import { useApp } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { kinds } from '../../core/artifacts/kinds/kinds.ts'
import { iconOf } from '../viewer/artifact-views.tsx'
import { fullTitle, tabLabel } from '../viewer/tab-labels.ts'
import { CorrectedText } from './corrected-text.tsx'
import { NoticeLine } from './notice-line.tsx'
import { PlayedReply } from './played-reply.tsx'
import { TimeBar } from './time-bar.tsx'
import { sameRow, type TranscriptRow } from './transcript-rows.ts'

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

function Chips({ row }: { row: TranscriptRow }) {
  const { store } = useApp()
  if (row.artifacts.length === 0) return null
  return (
    <ul className="chips" aria-label="Results">
      {row.artifacts.map(({ artifact, source }) => (
        <li key={artifact.id}>
          <button
            type="button"
            className={`chip chip-${artifact.kind}`}
            title={`${kinds.of(artifact).name}: ${fullTitle(artifact)}${source ? `, requested by ${source}` : ''}`}
            onClick={() => store.dispatch({ type: 'tab.selected', id: artifact.id })}
          >
            <Icon name={iconOf(artifact)} size={13} />
            <span>
              <VisibleText text={tabLabel(artifact)} kind="line" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function EntryText({ row: { entry, corrections, voiced } }: { row: TranscriptRow }) {
  if (!entry) return null
  const { text, turnId } = entry
  if (corrections && corrections.length > 0)
    return <CorrectedText text={text} turnId={turnId} corrections={corrections} />
  return voiced ? <PlayedReply text={text} turnId={turnId} voiced={voiced} /> : <>{text}</>
}

export const TranscriptEntryRow = memo(
  function TranscriptEntryRow({ row }: { row: TranscriptRow }) {
    const { entry, source, notice } = row
    const beside = row.isBeside ? 'entry-beside' : ''
    if (notice) {
      return (
        <li className={`entry entry-notice ${beside}`}>
          <NoticeLine notice={notice} />
        </li>
      )
    }
    if (!entry) {
      const at = row.artifacts[0]?.at ?? 0
      return (
        <li className="entry entry-artifacts">
          {row.named ? (
            <div className="entry-name">
              {source ? <Icon name="phone" size={12} /> : null}
              {source ? `From ${source}` : 'Shown here'}
              <time dateTime={new Date(at).toISOString()}>{clock.format(at)}</time>
            </div>
          ) : null}
          <Chips row={row} />
        </li>
      )
    }
    return (
      <li className={`entry entry-${entry.role} ${entry.isFinal ? '' : 'entry-growing'} ${beside}`}>
        {row.named ? (
          <div className="entry-name">
            {entry.role === 'user' ? (entry.speaker ?? 'You') : 'Parley'}
            {row.by ? (
              <span className="entry-by">
                <VisibleText text={row.by} kind="line" />
              </span>
            ) : null}
            <time dateTime={new Date(entry.timestamp).toISOString()}>{clock.format(entry.timestamp)}</time>
          </div>
        ) : null}
        <div className="entry-text">
          <EntryText row={row} />
          {entry.isFinal ? null : <span className="entry-caret" aria-hidden="true" />}
        </div>
        <Chips row={row} />
        {row.timing && entry.turnId !== null ? <TimeBar turnId={entry.turnId} timing={row.timing} /> : null}
      </li>
    )
  },
  (before, after) => sameRow(before.row, after.row),
)
