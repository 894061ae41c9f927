// Where the person types. The box stays writable without a connection, so that a thought is not lost to a cable.
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useActions } from '../actions/window-actions.tsx'
import '../styles/talk.css'
import { useApp, useRoom } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { FaultWords } from '../ui/fault-words.tsx'
import { useAsk } from './ask-context.tsx'
import { disconnectedBecause } from './connection-words.ts'
import { earlierAsks, recallStep } from './recall-asks.ts'
import { TalkStrip } from './talk-strip.tsx'
import { TroubleCard } from './trouble-card.tsx'
import { useTalk } from './use-talk.ts'
import { whatStops } from './what-stops.ts'

export function Composer() {
  const { store } = useApp()
  const { run } = useActions()
  const { draft, setDraft, ask, fault } = useAsk()
  const connection = useRoom((state) => state.connection)
  const agent = useRoom(({ agentState }) => agentState)
  const stops = useTalk((talk) => whatStops(talk, agent))
  const [place, setPlace] = useState(-1)
  /** Enter was pressed while there was no connection yet: the words go out as soon as there is one. */
  const [due, setDue] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const offline = disconnectedBecause(connection)
  const busy = stops !== null && offline === null
  const canSend = offline === null && draft.trim() !== ''

  useEffect(() => box.current?.focus(), [])

  useEffect(() => {
    if (!busy) return
    // Anywhere in the window, unless something nearer (a dialog, the editor's find box) has taken the key.
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      run('turn.interrupt')
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [busy, run])

  const sendNow = useCallback(() => {
    setDue(false)
    setDraft('')
    setPlace(-1)
    ask(draft)
  }, [ask, draft, setDraft])

  useEffect(() => {
    if (!due) return
    const sendIfConnected = (): void => {
      if (store.get().connection.tag === 'connected') sendNow()
    }
    const stop = store.subscribe(sendIfConnected)
    // It may have come between the key and now.
    const soon = setTimeout(sendIfConnected)
    return () => {
      stop()
      clearTimeout(soon)
    }
  }, [due, store, sendNow])

  const send = (): void => {
    if (canSend) sendNow()
    else setDue(draft.trim() !== '')
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter that ends a composed character (Japanese, Chinese) is not a wish to send.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const asks = earlierAsks(store.get().transcript)
      const next = recallStep(asks, place, draft, event.key)
      if (next === null) return
      event.preventDefault()
      setPlace(next)
      setDraft(next < 0 ? '' : (asks[next] ?? ''))
    }
  }

  const hints = offline
    ? [due ? 'Sent as soon as it is connected' : 'Not connected']
    : busy
      ? [stops === 'words' ? 'Esc to drop' : 'Esc to stop']
      : ['Enter to send', 'Shift+Enter for a new line']
  return (
    <div className="composer">
      <TalkStrip offline={offline} />
      <TroubleCard />
      {fault ? <FaultWords fault={fault} /> : null}
      <div className="composer-box">
        <textarea
          ref={box}
          rows={2}
          value={draft}
          placeholder="Ask about this codebase"
          aria-label="Ask the agent"
          aria-describedby="composer-hint"
          onChange={(event) => {
            setDraft(event.target.value)
            setPlace(-1)
            setDue(false)
          }}
          onKeyDown={onKeyDown}
        />
        <div className="composer-row">
          <span id="composer-hint" className="composer-hint">
            {hints.map((hint) => (
              <span key={hint}>{hint}</span>
            ))}
          </span>
          <IconButton
            className="composer-stop"
            icon="stop"
            label="Stop"
            title="Stop (Escape)"
            disabled={!busy}
            onClick={() => run('turn.interrupt')}
          />
          <IconButton
            className="composer-send"
            icon="send"
            label="Send"
            title="Send (Enter)"
            disabled={!canSend}
            onClick={send}
          />
        </div>
      </div>
    </div>
  )
}
