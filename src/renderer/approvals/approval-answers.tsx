// The buttons of an approval card: yes, no and always, or the choices of a question.
import { choiceDecision, isOffered } from '../../core/conversation/approvals/offered-decisions.ts'
import type { Approval, ApprovalDecision } from '../../shared/conversation.ts'
import { Button } from '../ui/button.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { allowLabel, alwaysLabel } from './approval-text.ts'

/** A spoken word is easily misheard: what carries a warning is not allowed by its number. */
const byHand = ({ warning }: Approval) => (warning === undefined ? {} : { 'data-by-hand': '' })

interface AnswersProps {
  approval: Approval
  /** Its keys work. */
  isFront: boolean
  answering: boolean
  settled: boolean
  onAnswer(decision: ApprovalDecision): void
}

export const Answers = (props: AnswersProps) =>
  props.approval.choices ? <Choices {...props} choices={props.approval.choices} /> : <YesOrNo {...props} />

function YesOrNo({ approval, isFront, answering, settled, onAnswer }: AnswersProps) {
  return (
    <div className="approval-answers">
      {isOffered(approval, 'allow') ? (
        <Button
          className="approval-allow"
          {...byHand(approval)}
          look={isFront ? 'primary' : 'plain'}
          disabled={answering || !settled}
          onClick={() => onAnswer('allow')}
        >
          {allowLabel[approval.kind]} {isFront ? <kbd>Y</kbd> : null}
        </Button>
      ) : null}
      <Button disabled={answering} onClick={() => onAnswer('deny')}>
        No {isFront ? <kbd>N</kbd> : null}
      </Button>
      {isOffered(approval, 'always') ? (
        <Button
          look="quiet"
          {...byHand(approval)}
          disabled={answering || !settled}
          onClick={() => onAnswer('always')}
        >
          {alwaysLabel(approval)}
        </Button>
      ) : null}
    </div>
  )
}

function Choices({
  approval,
  choices,
  isFront,
  answering,
  settled,
  onAnswer,
}: AnswersProps & { choices: readonly string[] }) {
  return (
    <div className="approval-answers approval-choices">
      {choices.map((choice, at) => (
        <Button
          // Two choices may have the same text.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          {...byHand(approval)}
          disabled={answering || !settled}
          onClick={() => onAnswer(choiceDecision(at))}
        >
          {isFront ? <kbd>{at + 1}</kbd> : <span className="approval-choice-number">{at + 1}</span>}
          <span className="approval-choice">
            <VisibleText text={choice} kind="line" />
          </span>
        </Button>
      ))}
      <Button look="quiet" disabled={answering} onClick={() => onAnswer('deny')}>
        None of these {isFront ? <kbd>Esc</kbd> : null}
      </Button>
    </div>
  )
}
