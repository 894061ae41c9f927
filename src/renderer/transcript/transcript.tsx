// The transcript. It follows the newest text unless the user has scrolled back.
import { useMemo, useState } from 'react'
import '../styles/transcript.css'
import { useApp, useConversation } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { ThoughtLine } from './thought-line.tsx'
import { TranscriptEntryRow } from './transcript-entry.tsx'
import { transcriptRows } from './transcript-rows.ts'
import { useFollowEnd } from './use-follow-end.ts'

/** How many rows of a long conversation are on the page at first, and how many more each time. */
const STEP = 200

export function Transcript() {
  const transcript = useConversation((conversation) => conversation.transcript)
  const artifacts = useConversation((conversation) => conversation.artifacts)
  const corrections = useConversation((conversation) => conversation.corrections)
  const voiced = useConversation((conversation) => conversation.voiced)
  const timings = useConversation((conversation) => conversation.timings)
  const answerers = useConversation((conversation) => conversation.answerers)
  const notices = useConversation((conversation) => conversation.notices)
  const rows = useMemo(
    () => transcriptRows(transcript, artifacts, { corrections, voiced, timings, answerers, notices }),
    [transcript, artifacts, corrections, voiced, timings, answerers, notices],
  )
  // Not the thought itself: it changes with every sentence, and the transcript should not render for it.
  const thinking = useConversation((conversation) => conversation.thought?.turnId ?? null)
  const replyAt = rows.findIndex(({ entry }) => entry?.role === 'agent' && entry.turnId === thinking)
  const thoughtBefore = thinking === null || replyAt < 0 ? null : rows[replyAt]!.key
  const thought =
    thinking === null ? null : (
      <li key={`thought ${thinking}`} className="entry-thought">
        <ThoughtLine turnId={thinking} />
      </li>
    )
  const { box, content, away, goToEnd } = useFollowEnd<HTMLDivElement, HTMLOListElement>()
  const [shown, setShown] = useState(STEP)
  const { commands } = useApp()
  const report = useReportFault()
  const earlier = useConversation((conversation) => conversation.earlier)
  const showEarlier = (): void => {
    setShown(shown + STEP)
    // Everything loaded is shown: the agent has more.
    if (rows.length <= shown + STEP) commands.loadEarlier().catch(report)
  }

  return (
    <section className="transcript" aria-label="Conversation">
      <div ref={box} className="transcript-scroll">
        {rows.length === 0 ? (
          <p className="transcript-empty">
            Hold Space and talk, or type below. The conversation appears here.
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
          // Screen readers read a reply when it is complete, not word by word.
          aria-busy={transcript.some(({ isFinal }) => !isFinal)}
        >
          <ol ref={content} className="entries">
            {rows
              .slice(-shown)
              .flatMap((row) => [
                row.key === thoughtBefore ? thought : null,
                <TranscriptEntryRow key={row.key} row={row} />,
              ])}
            {thoughtBefore === null ? thought : null}
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
