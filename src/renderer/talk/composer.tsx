// The text box. It stays editable without a connection.
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { BrainCommand } from '../../shared/brain-status.ts'
import { useActions } from '../actions/window-actions.tsx'
import '../styles/talk.css'
import { useBrain } from '../brain/brain-context.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { FaultText } from '../ui/fault-text.tsx'
import { useAsk } from './ask-context.tsx'
import { disconnectedBecause } from '../room-settings/room-text.ts'
import { CommandList, optionDomId } from './command-list.tsx'
import { earlierAsks, recallStep } from './recall-asks.ts'
import { TalkStrip } from './talk-strip.tsx'
import { ProblemCard } from './problem-card.tsx'
import { useCommandList } from './use-command-list.ts'
import { useTalk } from './use-talk.ts'
import { stopTarget } from './stop-target.ts'

const NO_COMMANDS: readonly BrainCommand[] = []

export function Composer() {
  const { store } = useApp()
  const { run } = useActions()
  const { draft, setDraft, ask, fault } = useAsk()
  const connection = useRoom((state) => state.connection)
  const agent = useRoom(({ agentState }) => agentState)
  const stops = useTalk((talk) => stopTarget(talk, agent))
  const list = useCommandList(draft, setDraft, useBrain()?.commands ?? NO_COMMANDS)
  const isListing = list.matching.length > 0
  const [place, setPlace] = useState(-1)
  /** The user pressed Enter without a connection: the text is sent as soon as there is one. */
  const [due, setDue] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const offline = disconnectedBecause(connection)
  const busy = stops !== null && offline === null
  const canSend = offline === null && draft.trim() !== ''

  useEffect(() => box.current?.focus(), [])

  useEffect(() => {
    if (!busy) return
    // Anywhere in the window, unless a dialog or the editor's find box has handled the key.
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
    // The connection may have come between the key and now.
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
    // Enter that ends a composed character (Japanese, Chinese) does not send.
    if (event.nativeEvent.isComposing || list.onKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const asks = earlierAsks(store.get().conversation.transcript)
      const next = recallStep(asks, place, draft, event.key)
      if (next === null) return
      event.preventDefault()
      setPlace(next)
      setDraft(next < 0 ? '' : (asks[next] ?? ''))
    }
  }

  const hints = isListing
    ? ['Tab to complete', 'Esc to close']
    : offline
      ? [due ? 'Will be sent when connected' : 'Not connected']
      : busy
        ? [stops === 'take' ? 'Esc to discard' : 'Esc to stop']
        : ['Enter to send', 'Shift+Enter for a new line']
  return (
    <div className="composer">
      <TalkStrip offline={offline} />
      <ProblemCard />
      {fault ? <FaultText fault={fault} /> : null}
      <div className="composer-box">
        {isListing ? (
          <CommandList
            id={list.id}
            commands={list.matching}
            active={list.active}
            onPoint={list.point}
            onPick={list.pick}
          />
        ) : null}
        <span className="unseen" role="status">
          {isListing ? `${list.matching.length} ${list.matching.length === 1 ? 'command' : 'commands'}` : ''}
        </span>
        <textarea
          ref={box}
          rows={2}
          value={draft}
          placeholder="Ask about this codebase"
          aria-label="Ask the agent"
          aria-describedby="composer-hint"
          aria-autocomplete="list"
          aria-controls={isListing ? list.id : undefined}
          aria-activedescendant={isListing ? optionDomId(list.id, list.active) : undefined}
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
