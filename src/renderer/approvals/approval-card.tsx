// An approval card: the exact action the agent wants to take, or a question it asks, and the answers.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { SETTLE_MS } from '../../core/conversation/approvals/judge-answer.ts'
import { isOffered } from '../../core/conversation/approvals/offered-decisions.ts'
import type { ApprovalDecision } from '../../shared/conversation.ts'
import '../styles/approvals.css'
import { isMac } from '../actions/window-actions.tsx'
import { keyLabel } from '../actions/shortcuts.ts'
import type { ShownApproval } from '../store/state.ts'
import { useApp, useConversation } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { useReportFault } from '../ui/notices.tsx'
import { isModified, scrolledByKeys } from '../ui/keyboard.ts'
import { Answers } from './approval-answers.tsx'
import { answerLabel, decisionForKey, timeLeft } from './approval-text.ts'
import { SmallDiff } from './small-diff.tsx'

function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return now
}

/** A click right after a card appeared or moved was meant for something else. */
function useSettled(placeInList: string): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(placeInList), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [placeInList])
  return settled === placeInList
}

interface CardProps {
  shown: ShownApproval
  /** Its place among the open approvals, from 1. The first is in front. */
  number: number
  count: number
}

function ApprovalCard({ shown, number, count }: CardProps) {
  const { commands } = useApp()
  const report = useReportFault()
  const { id, kind, title, action, diff, folder, warning, source, expiresAt } = shown.approval
  const isFront = number === 1
  const isQuestion = kind === 'question'
  // The heading is the question itself.
  const details = isQuestion && action.trim() === title.trim() ? '' : action
  const hasBody = details !== '' || folder !== undefined || warning !== undefined || diff !== undefined
  const mayAllow = isOffered(shown.approval, 'allow')
  const now = useNow(expiresAt !== undefined)
  const [answering, setAnswering] = useState(false)
  const card = useRef<HTMLElement>(null)
  const settled = useSettled(`${number} of ${count}`)
  const ids = useId()

  useEffect(() => {
    // Only the card in front takes the focus.
    if (!isFront) return
    // The focus stays with a user who is typing; the card says how to answer from anywhere.
    const typing = document.activeElement
    if (typing instanceof HTMLTextAreaElement && typing.value !== '') return
    if (document.querySelector('dialog[open]')) return
    card.current?.focus()
  }, [isFront])

  const answer = (decision: ApprovalDecision): void => {
    setAnswering(true)
    commands.answerApproval(id, decision).catch((error: unknown) => {
      setAnswering(false)
      report(error)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (isModified(event) || answering || !settled) return
    const onCard = event.target === event.currentTarget
    const decision = decisionForKey(shown.approval, event.key, onCard)
    if (decision === null) return
    answer(decision)
    event.preventDefault()
  }
  const left = timeLeft(expiresAt, now)
  return (
    // The buttons inside do the same and can be reached with Tab.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={card}
      className={`approval ${isFront ? 'approval-front' : ''} ${isQuestion ? 'approval-question' : ''}`}
      aria-current={isFront && count > 1 ? 'true' : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={-1}
      aria-labelledby={`${ids}-title`}
      aria-describedby={hasBody ? `${ids}-action ${ids}-hint` : `${ids}-hint`}
      onKeyDown={onKeyDown}
    >
      <header>
        <Icon name={isQuestion ? 'question' : 'shield'} size={16} />
        <h2 id={`${ids}-title`}>
          {count > 1 ? (
            <span className="approval-number">
              {number} of {count}
            </span>
          ) : null}
          {source ? <span className="approval-source">{source} asks</span> : null}
          {title}
        </h2>
        {left ? <span className="approval-left">{left}</span> : null}
      </header>
      {hasBody ? (
        <div
          id={`${ids}-action`}
          className="approval-body"
          {...scrolledByKeys(isQuestion ? 'About the question' : 'The requested action')}
        >
          {kind === 'command' ? <code className="approval-command">{action}</code> : null}
          {kind !== 'command' && details !== '' ? <p>{details}</p> : null}
          {folder ? (
            <p className="approval-folder">
              in{' '}
              <code>
                <VisibleText text={folder} kind="line" />
              </code>
            </p>
          ) : null}
          {warning ? (
            <p className="approval-warning">
              <Icon name="error" size={14} /> {warning}
            </p>
          ) : null}
          {diff ? <SmallDiff diff={diff} /> : null}
        </div>
      ) : null}
      <Answers
        approval={shown.approval}
        isFront={isFront}
        answering={answering}
        settled={settled}
        onAnswer={answer}
      />
      <p id={`${ids}-hint`} className="approval-hint">
        {answerLabel(shown.approval, number, count)}
        {isFront && mayAllow ? ` Or press ${keyLabel('Mod+Enter', isMac)} anywhere to allow it.` : null}
      </p>
    </section>
  )
}

export function Approvals() {
  const approvals = useConversation((conversation) => conversation.approvals)
  return (
    <div className="approvals" aria-live="assertive">
      {approvals.map((shown, at) => (
        <ApprovalCard key={shown.approval.id} shown={shown} number={at + 1} count={approvals.length} />
      ))}
    </div>
  )
}
