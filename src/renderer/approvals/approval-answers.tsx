// The buttons of an approval card: yes, no and always, or the choices of a question.
import { choiceDecision, isOffered } from '../../core/conversation/approvals/offered-decisions.ts'
import type { Approval, ApprovalDecision } from '../../shared/conversation.ts'
import { Button } from '../ui/button.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { allowLabel, alwaysLabel } from './approval-text.ts'

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
        <Button look="quiet" disabled={answering || !settled} onClick={() => onAnswer('always')}>
          {alwaysLabel(approval)}
        </Button>
      ) : null}
    </div>
  )
}

function Choices({
  choices,
  isFront,
  answering,
  settled,
  onAnswer,
}: AnswersProps & { choices: readonly string[] }) {
  return (
    <div className="approval-answers approval-choices">
      {choices.map((choice, at) => (
        // Two choices may have the same text.
        // oxlint-disable-next-line react/no-array-index-key
        <Button key={at} disabled={answering || !settled} onClick={() => onAnswer(choiceDecision(at))}>
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
