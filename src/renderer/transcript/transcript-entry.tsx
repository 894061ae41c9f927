// One thing that was said. Memoised: with two hundred of them, drawing all for every word costs most of the frames.
import { memo } from 'react'
import { useApp } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'
import { kindIcons, kindNames } from '../viewer/artifact-view.tsx'
import { fullTitle, tabLabel } from '../viewer/tab-labels.ts'
import { CorrectedWords } from './corrected-words.tsx'
import { HeardReply } from './heard-reply.tsx'
import { TimeBar } from './time-bar.tsx'
import { sameRow, type TranscriptRow } from './transcript-rows.ts'

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

function Chips({ row }: { row: TranscriptRow }) {
  const { store } = useApp()
  if (row.artifacts.length === 0) return null
  return (
    <ul className="chips" aria-label="Shown with this">
      {row.artifacts.map(({ artifact, source }) => (
        <li key={artifact.id}>
          <button
            type="button"
            className={`chip chip-${artifact.kind}`}
            title={`${kindNames[artifact.kind]}: ${fullTitle(artifact)}${source ? `, asked for by ${source}` : ''}`}
            onClick={() => store.dispatch({ type: 'tab.selected', id: artifact.id })}
          >
            <Icon name={kindIcons[artifact.kind]} size={13} />
            <span>{tabLabel(artifact)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Words({ row: { entry, corrections, voiced } }: { row: TranscriptRow }) {
  if (!entry) return null
  const { text, turnId } = entry
  if (corrections && corrections.length > 0)
    return <CorrectedWords text={text} turnId={turnId} corrections={corrections} />
  return voiced ? <HeardReply text={text} turnId={turnId} voiced={voiced} /> : text
}

export const TranscriptEntryRow = memo(
  function TranscriptEntryRow({ row }: { row: TranscriptRow }) {
    const { entry, source } = row
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
      <li className={`entry entry-${entry.role} ${entry.isFinal ? '' : 'entry-growing'}`}>
        {row.named ? (
          <div className="entry-name">
            {entry.role === 'user' ? (entry.speaker ?? 'You') : 'Parley'}
            <time dateTime={new Date(entry.timestamp).toISOString()}>{clock.format(entry.timestamp)}</time>
          </div>
        ) : null}
        <div className="entry-text">
          <Words row={row} />
          {entry.isFinal ? null : <span className="entry-caret" aria-hidden="true" />}
        </div>
        <Chips row={row} />
        {row.timing && entry.turnId !== null ? <TimeBar turnId={entry.turnId} timing={row.timing} /> : null}
      </li>
    )
  },
  (before, after) => sameRow(before.row, after.row),
)
