// A question of the agent, before it changes or runs something: the exact action, and three answers.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { ApprovalDecision } from '../../shared/conversation.ts'
import '../styles/approvals.css'
import { isMac } from '../actions/window-actions.tsx'
import { keyWords } from '../actions/shortcuts.ts'
import type { ShownApproval } from '../store/state.ts'
import { useApp, useRoom } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { inPlainOrder } from '../ui/plain-order.ts'
import { isModified } from '../ui/modified-key.ts'
import { useReportFault } from '../ui/notices.tsx'
import { scrolledByKeys } from '../ui/scrolled-by-keys.ts'
import { allowWords, alwaysWords, diffLines, isOffered, timeLeft } from './approval-words.ts'

/** A key pressed just as the card appears was meant for something else. */
const SETTLE_MS = 400
const DIFF_LINES = 14

function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return now
}

function SmallDiff({ diff }: { diff: string }) {
  const { lines, more } = diffLines(diff, DIFF_LINES)
  const kinds: Record<string, string> = {
    '+': 'approval-insert',
    '-': 'approval-delete',
    '@': 'approval-range',
  }
  return (
    <pre className="approval-diff">
      {lines.map((line, at) => (
        // Lines have nothing but their place to be known by.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at} className={kinds[line[0] ?? ''] ?? ''}>
          {line}
          {'\n'}
        </span>
      ))}
      {more > 0 ? <span className="approval-more">and {more} more lines</span> : null}
    </pre>
  )
}

function ApprovalCard({ shown }: { shown: ShownApproval }) {
  const { commands } = useApp()
  const report = useReportFault()
  const { id, kind, folder, warning, expiresAt } = shown.approval
  const mayAllow = isOffered(shown.approval, 'allow')
  // What is allowed must be what is read.
  const [title, action, diff] = [shown.approval.title, shown.approval.action, shown.approval.diff ?? ''].map(
    inPlainOrder,
  ) as [string, string, string]
  const now = useNow(expiresAt !== undefined)
  const [answering, setAnswering] = useState(false)
  const card = useRef<HTMLElement>(null)
  const born = useRef(0)
  const ids = useId()

  useEffect(() => {
    born.current = performance.now()
    // Someone in the middle of a sentence is not interrupted; the card says how to answer from anywhere.
    const typing = document.activeElement
    if (typing instanceof HTMLTextAreaElement && typing.value !== '') return
    if (document.querySelector('dialog[open]')) return
    card.current?.focus()
  }, [])

  const answer = (decision: ApprovalDecision): void => {
    setAnswering(true)
    commands.answerApproval(id, decision).catch((error: unknown) => {
      setAnswering(false)
      report(error)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (isModified(event) || answering || performance.now() - born.current < SETTLE_MS) return
    const onCard = event.target === event.currentTarget
    const meansYes = event.key === 'y' || (event.key === 'Enter' && onCard)
    if (meansYes && mayAllow) answer('allow')
    else if (event.key === 'n' || event.key === 'Escape') answer('deny')
    else return
    event.preventDefault()
  }
  const left = timeLeft(expiresAt, now)
  return (
    // The keys are also on the buttons inside, which can be reached with Tab.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={card}
      className="approval"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={-1}
      aria-labelledby={`${ids}-title`}
      aria-describedby={`${ids}-action ${ids}-hint`}
      onKeyDown={onKeyDown}
    >
      <header>
        <Icon name="shield" size={16} />
        <h2 id={`${ids}-title`}>{title}</h2>
        {left ? <span className="approval-left">{left}</span> : null}
      </header>
      <div id={`${ids}-action`} className="approval-body" {...scrolledByKeys('What it would do')}>
        {kind === 'command' ? <code className="approval-command">{action}</code> : <p>{action}</p>}
        {folder ? (
          <p className="approval-folder">
            in <code>{folder}</code>
          </p>
        ) : null}
        {warning ? (
          <p className="approval-warning">
            <Icon name="error" size={14} /> {warning}
          </p>
        ) : null}
        {diff ? <SmallDiff diff={diff} /> : null}
      </div>
      <div className="approval-answers">
        {mayAllow ? (
          <Button look="primary" disabled={answering} onClick={() => answer('allow')}>
            {allowWords[kind]} <kbd>Y</kbd>
          </Button>
        ) : null}
        <Button disabled={answering} onClick={() => answer('deny')}>
          No <kbd>N</kbd>
        </Button>
        {isOffered(shown.approval, 'always') ? (
          <Button look="quiet" disabled={answering} onClick={() => answer('always')}>
            {alwaysWords(shown.approval)}
          </Button>
        ) : null}
      </div>
      <p id={`${ids}-hint`} className="approval-hint">
        You can also say yes or no, or press {keyWords('Mod+Enter', isMac)} anywhere to allow it.
      </p>
    </section>
  )
}

export function Approvals() {
  const approvals = useRoom((state) => state.approvals)
  return (
    <div className="approvals" aria-live="assertive">
      {approvals.map((shown) => (
        <ApprovalCard key={shown.approval.id} shown={shown} />
      ))}
    </div>
  )
}
