// The conversation, as it happens. It follows the newest words unless the person has scrolled back to read.
import { useMemo, useState } from 'react'
import '../styles/transcript.css'
import { useApp, useRoom } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { TranscriptEntryRow } from './transcript-entry.tsx'
import { transcriptRows } from './transcript-rows.ts'
import { useFollowEnd } from './use-follow-end.ts'

/** How much of a long conversation is on the page to begin with, and how much more is put there when asked for. */
const STEP = 200

export function Transcript() {
  const transcript = useRoom((state) => state.transcript)
  const artifacts = useRoom((state) => state.artifacts)
  const corrections = useRoom((state) => state.corrections)
  const voiced = useRoom((state) => state.voiced)
  const timings = useRoom((state) => state.timings)
  const rows = useMemo(
    () => transcriptRows(transcript, artifacts, { corrections, voiced, timings }),
    [transcript, artifacts, corrections, voiced, timings],
  )
  const { box, content, away, goToEnd } = useFollowEnd<HTMLDivElement, HTMLOListElement>()
  const [shown, setShown] = useState(STEP)
  const { commands } = useApp()
  const report = useReportFault()
  const earlier = useRoom((state) => state.earlier)
  const showEarlier = (): void => {
    setShown(shown + STEP)
    // The last of what is here: the agent has more.
    if (rows.length <= shown + STEP) commands.loadEarlier().catch(report)
  }

  return (
    <section className="transcript" aria-label="Conversation">
      <div ref={box} className="transcript-scroll">
        {rows.length === 0 ? (
          <p className="transcript-empty">
            Nothing has been said yet. Hold Space and talk, or type below; what you say and what you are told
            will stand here.
          </p>
        ) : null}
        {rows.length > shown || earlier !== null ? (
          <Button look="quiet" className="transcript-earlier" onClick={showEarlier}>
            Show earlier
          </Button>
        ) : null}
        <div
          role="log"
          aria-live="polite"
          aria-label="Transcript"
          // Read out when a reply is whole, not word by word.
          aria-busy={transcript.some(({ isFinal }) => !isFinal)}
        >
          <ol ref={content} className="entries">
            {rows.slice(-shown).map((row) => (
              <TranscriptEntryRow key={row.key} row={row} />
            ))}
          </ol>
        </div>
      </div>
      {away ? (
        <Button className="transcript-latest" icon="down" onClick={goToEnd}>
          Latest
        </Button>
      ) : null}
    </section>
  )
}
