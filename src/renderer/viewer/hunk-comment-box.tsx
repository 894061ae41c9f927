// The box in which the user writes a comment on a hunk, or asks for another change.
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { MAX_COMMENT } from '../../shared/conversation.ts'
import { isMac } from '../actions/window-actions.tsx'
import { keyLabel } from '../actions/shortcuts.ts'
import { Button } from '../ui/button.tsx'

interface Props {
  /** The saved comment, or what was written before. */
  text: string
  onText: (text: string) => void
  onSave: (text: string) => void
  onAsk: (text: string) => void
  onCancel: () => void
}

export function HunkCommentBox({ text: given, onText, onSave, onAsk, onCancel }: Props) {
  const [text, setText] = useState(given)
  const box = useRef<HTMLTextAreaElement>(null)
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    before.current = document.activeElement
    const field = box.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  useEffect(() => {
    const form = box.current?.parentElement
    const scroller = form?.closest<HTMLElement>('.view-scroll')
    form?.scrollIntoView({ block: 'nearest' })
    return () => {
      // The focus goes back to where it was; another place may have taken it already.
      if (document.activeElement !== document.body) return
      const last = before.current
      if (last instanceof HTMLElement && last.isConnected && last !== document.body) last.focus()
      else scroller?.focus({ preventScroll: true })
    }
  }, [])
  const isEmpty = text.trim() === ''

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    // On a button, Enter presses it.
    const isEnter = event.key === 'Enter' && event.target === box.current
    if (event.key === 'Escape') onCancel()
    else if (isEnter && (event.metaKey || event.ctrlKey)) {
      if (!isEmpty) onAsk(text)
    } else if (isEnter && !event.shiftKey && !event.altKey) onSave(text)
    else return
    // Escape also stops the agent, and Enter allows what it asks for; here they are only about the comment.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // Its children are the controls; here their keys come together.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="hunk-comment-box" onKeyDown={onKeyDown}>
      <textarea
        ref={box}
        className="field"
        aria-label="Comment on this hunk"
        placeholder="What should be different here? Shift+Enter begins a new line."
        maxLength={MAX_COMMENT}
        rows={2}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onText(event.target.value)
        }}
      />
      <div className="hunk-comment-buttons">
        <Button look="primary" disabled={isEmpty} onClick={() => onSave(text)}>
          Save<kbd>Enter</kbd>
        </Button>
        <Button title="Ask the agent to change this hunk now" disabled={isEmpty} onClick={() => onAsk(text)}>
          Ask for this change<kbd>{keyLabel('Mod+Enter', isMac)}</kbd>
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel<kbd>Esc</kbd>
        </Button>
      </div>
    </div>
  )
}
