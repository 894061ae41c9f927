// Asks before all undecided hunks are reverted: one click changes many files.
import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'

interface Props {
  hunks: number
  files: number
  onRevert: () => void
  onCancel: () => void
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

export function RevertQuestion({ hunks, files, onRevert, onCancel }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)
  const latest = useRef(onCancel)
  useEffect(() => {
    latest.current = onCancel
  })
  useEffect(() => {
    // Not the other one: the key that opened the question must not answer it.
    cancel.current?.focus()
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      // Escape also stops the agent; here it only closes the question.
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
  return (
    <div
      className="diff-question"
      role="alertdialog"
      aria-label="Revert the rest"
      aria-describedby="diff-question"
    >
      <span id="diff-question">
        Revert {counted(hunks, 'hunk')} in {counted(files, 'file')}? The hunks you kept stay, and you can undo
        this.
      </span>
      <Button className="diff-question-revert" onClick={onRevert}>
        Revert {counted(hunks, 'hunk')}
      </Button>
      <button ref={cancel} type="button" className="push-button push-button-quiet" onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}
