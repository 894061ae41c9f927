// The strip below the header of a diff while Parley goes through it with the user, and after that.
import { useState } from 'react'
import { useActions } from '../actions/window-actions.tsx'
import type { Conversation } from '../store/state.ts'
import { useApp } from '../store/use-room.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import type { ReviewSteps } from './review-steps.ts'

interface Props extends ReviewSteps {
  review: NonNullable<Conversation['review']>
}

export function ReviewStrip({ review, toSend, canCommit, undecided }: Props) {
  const { commands } = useApp()
  const { run } = useActions()
  const report = useReportFault()
  const [dismissed, setDismissed] = useState(0)
  const { phase, at, of, description, since } = review
  if (dismissed === since) return null
  const ask = (request: string) => (): void => {
    commands.ask(request).catch(report)
  }
  const isGoing = phase === 'hunk'
  const title = {
    hunk: `Review · ${at} of ${of}`,
    ended: 'Review ended',
    interrupted: `Review interrupted · ${at} of ${of}`,
  }[phase]
  return (
    <section className={`review-strip review-strip-${phase}`} aria-label="Guided review">
      <div className="review-strip-text">
        <h3 className="review-strip-title">{title}</h3>
        <p role="status" className="review-strip-description">
          <VisibleText text={description} kind="prose" />
        </p>
        {isGoing ? (
          <p className="review-strip-hint">Say “keep”, “revert”, “skip”, “back” or “comment: …”.</p>
        ) : null}
      </div>
      <div className="review-strip-buttons">
        {isGoing ? (
          <>
            <Button title="Decide about this hunk later" onClick={ask('skip')}>
              Skip
            </Button>
            <Button look="quiet" title="Stop the review" onClick={ask('stop the review')}>
              Stop
            </Button>
          </>
        ) : (
          <>
            {undecided > 0 ? <Button onClick={ask('resume the review')}>Resume</Button> : null}
            {toSend > 0 ? <Button onClick={() => run('review.send')}>Send ({toSend})</Button> : null}
            {canCommit ? <Button onClick={() => run('review.commit')}>Commit</Button> : null}
            <IconButton
              icon="close"
              label="Close the summary of the review"
              onClick={() => setDismissed(since)}
            />
          </>
        )}
      </div>
    </section>
  )
}
