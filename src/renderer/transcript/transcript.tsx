// The conversation, as it happens. It follows the newest words unless the person has scrolled back to read.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import '../styles/transcript.css'
import { useRoom } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { TranscriptEntryRow } from './transcript-entry.tsx'
import { transcriptRows } from './transcript-rows.ts'

/** This close to the end counts as being at the end. */
const NEAR_END_PX = 48
/** How much of a long conversation is on the page to begin with, and how much more is put there when asked for. */
const STEP = 200

function scrollToEnd(box: HTMLElement | null): void {
  if (box) box.scrollTop = box.scrollHeight
}

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
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const following = useRef(true)
  const [away, setAway] = useState(false)
  const [shown, setShown] = useState(STEP)

  // After every drawing: it is only drawn again when something was said or shown.
  useLayoutEffect(() => {
    if (following.current) scrollToEnd(scroller.current)
  })
  // The list also grows when the column is made narrower, and the room for it shrinks when the box below grows.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (following.current) scrollToEnd(scroller.current)
    })
    if (list.current) observer.observe(list.current)
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])

  const onScroll = (): void => {
    const box = scroller.current
    if (!box) return
    following.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX
    setAway(!following.current)
  }

  return (
    <section className="transcript" aria-label="Conversation">
      <div ref={scroller} className="transcript-scroll" onScroll={onScroll}>
        {rows.length === 0 ? (
          <p className="transcript-empty">
            Nothing has been said yet. Hold Space and talk, or type below; what you say and what you are told
            will stand here.
          </p>
        ) : null}
        {rows.length > shown ? (
          <Button look="quiet" className="transcript-earlier" onClick={() => setShown(shown + STEP)}>
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
          <ol ref={list} className="entries">
            {rows.slice(-shown).map((row) => (
              <TranscriptEntryRow key={row.key} row={row} />
            ))}
          </ol>
        </div>
      </div>
      {away ? (
        <Button
          className="transcript-latest"
          icon="down"
          onClick={() => {
            following.current = true
            setAway(false)
            scrollToEnd(scroller.current)
          }}
        >
          Latest
        </Button>
      ) : null}
    </section>
  )
}
