// Carries out a guided review: what the user says about the hunk that waits, one request after the other.
import { createTaskQueue } from '../../../base/task-queue.ts'
import type { RecalledReview, ReviewAsk, Reviewer, ReviewOutput } from '../../../core/ports/reviewer.ts'
import { reviewConfirmation } from '../../../core/review/guided/confirmations.ts'
import { readHunk } from '../../../core/review/guided/read-hunk.ts'
import { noteEvent } from '../../../core/review/guided/note-event.ts'
import { passedOn, type PassedRequest } from '../../../core/review/guided/passed-on.ts'
import * as words from '../../../core/review/guided/review-replies.ts'
import {
  reviewRequest,
  type ReviewPhase,
  type ReviewRequest,
} from '../../../core/review/guided/review-request.ts'
import {
  asSent,
  countReview,
  current,
  decide,
  goOn,
  goTo,
  nextFile,
  noteDecision,
  openHunks,
  openInFile,
  placeOf,
  remark,
  step,
  undoLast,
  withNewer,
  type HunkDecision,
  type Review,
  type ReviewedHunk,
} from '../../../core/review/guided/review.ts'
import type { ReviewedChanges } from '../../../core/review/guided/reviewed-changes.ts'
import { splitHunk } from '../../../core/review/split-hunk.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import type { ArtifactOf } from '../../../shared/artifacts.ts'
import { createHunkDescriptions } from './describe-hunks.ts'
import type { ConversationEvent } from '../../../shared/conversation.ts'
import { createDecisionsReport } from './decisions-report.ts'
import { createReviewFinder, revertedIn } from './find-review.ts'
import { createHunkReverts } from './revert-hunks.ts'
import { createReviewedDiffs } from './reviewed-diffs.ts'

interface Deps {
  tools: Toolbox
  newId(): string
  /** An agent that can change code and give reasons answers, not the built-in one. */
  canReason: boolean
}

export function createReviewer({ tools, newId, canReason }: Deps): Reviewer {
  let review: Review | null = null
  let output: ReviewOutput = { record() {}, show() {} }
  let recall: () => Promise<RecalledReview | null> = async () => null
  const descriptions = createHunkDescriptions(tools)
  const diffs = createReviewedDiffs(tools, newId)
  const decisions = createDecisionsReport()
  const finder = createReviewFinder({ diffs, recall: () => recall() })
  /** Without a window, nothing comes back through `note`. */
  const tell = (event: ConversationEvent): void => {
    decisions.note(event)
    output.record(event)
  }
  const show = (turnId: string, artifact: ArtifactOf<'diff'>): void => {
    decisions.note({ type: 'artifact.created', turnId, artifact })
    output.show(turnId, artifact)
  }
  const reverts = createHunkReverts({ tools, newId, record: tell })
  /** Utterances may come faster than files are written. */
  const queue = createTaskQueue()
  /** What "yes" would do. */
  let asked: 'revert_rest' | null = null
  /** Another request came since the review ended, so "undo" and "commit it" mean something else. */
  let isStale = false
  /** The window has yet to show the hunk that waits; until then, what it reports is older. */
  let awaitsWindow = false

  const phase = (): ReviewPhase =>
    review === null || (isStale && review.phase !== 'hunk') ? 'none' : review.phase
  const requestIn = (said: string): ReviewRequest | null => reviewRequest(said, phase())

  /** Shows where the review is, and says it. `lead` comes before it. */
  async function present(
    next: Review,
    turnId: string,
    { lead = '', fileBefore = null as number | null } = {},
  ): Promise<string> {
    review = next
    const hunk = current(next)
    const description = hunk ? await descriptions.of(next, hunk) : words.summaryWords(next, canReason)
    awaitsWindow = hunk !== null
    tell({
      type: 'review.moved',
      turnId,
      artifactId: next.artifact.id,
      hunk: hunk?.key ?? null,
      ...placeOf(next),
      description: description.slice(0, 1000),
      phase: next.phase,
    })
    if (hunk) prepareAfter(next)
    const said = hunk ? words.hunkWords(next, fileBefore, description) : description
    return lead === '' ? said : `${lead} ${said}`
  }

  /** The next file is read while the user looks at this hunk. */
  function prepareAfter(now: Review): void {
    const after = now.hunks[now.at + 1]
    // If that fails, describing it when it waits fails as well, and says so.
    if (after) descriptions.of(now, after).catch(() => {})
  }

  /** Shows where the review goes, without a word: the user did it in the window. */
  function silently(move: (now: Review) => Review): void {
    const moved = queue.run(async () => {
      const next = review && move(review)
      if (next && next !== review) await present(next, `review-${newId()}`)
    })
    // The decision stands, and the next words meet the same failure and say it.
    moved.catch(() => {})
  }

  const moveOn = (from: Review, next: Review, turnId: string, lead: string): Promise<string> =>
    present(next, turnId, { lead, fileBefore: from.hunks[from.at]?.file ?? null })

  function keep(from: Review, hunks: readonly ReviewedHunk[], turnId: string): Promise<string> {
    const kept = hunks.map(({ key }) => [key, { tag: 'kept' }] as const)
    const next = goOn(decide(from, kept))
    review = next
    record(from, hunks, 'kept', turnId)
    return moveOn(from, next, turnId, hunks.length > 1 ? `Kept ${hunks.length}.` : 'Kept.')
  }

  const record = (
    { artifact }: Review,
    hunks: readonly { key: string }[],
    decision: 'kept' | 'undecided',
    turnId: string,
  ): void => {
    // The vocabulary takes so many at once.
    for (let at = 0; at < hunks.length; at += MAX_AT_ONCE)
      tell({
        type: 'hunks.decided',
        turnId,
        artifactId: artifact.id,
        hunks: hunks.slice(at, at + MAX_AT_ONCE).map(({ key }) => key),
        decision,
      })
  }

  async function revert(from: Review, hunks: readonly ReviewedHunk[], ask: ReviewAsk): Promise<string> {
    const reverted: (readonly [string, HunkDecision])[] = []
    const problem = await reverts.revert(from, hunks, ask, (key, decision) => {
      reverted.unshift([key, decision])
      // Noted before the event, which comes back through `note`.
      review = noteDecision(review ?? from, [key], decision)
    })
    const now = review ?? from
    const next = reverted.length === 0 ? now : decide(now, reverted)
    review = next
    if (problem !== null) return problem
    return moveOn(
      now,
      goOn(next),
      ask.turnId,
      reverted.length > 1 ? `Reverted ${reverted.length}.` : 'Reverted.',
    )
  }

  async function undo(from: Review, ask: ReviewAsk): Promise<string> {
    const undone = undoLast(from)
    if (!undone) return words.NOTHING_TO_UNDO
    for (const [key, decision] of undone.hunks) {
      if (decision.tag !== 'reverted') continue
      const problem = await reverts.restore(from, key, decision.turnId, ask)
      if (problem !== null) return problem
      review = noteDecision(review ?? from, [key], null)
    }
    review = undone.review
    const kept = undone.hunks.filter(([, { tag }]) => tag === 'kept').map(([key]) => ({ key }))
    if (kept.length > 0) record(from, kept, 'undecided', ask.turnId)
    return moveOn(from, undone.review, ask.turnId, 'Undone.')
  }

  async function start(what: ReviewedChanges, ask: ReviewAsk): Promise<string> {
    const found = await finder.start(what, ask.view, review)
    if (typeof found === 'string') return found
    show(ask.turnId, found.artifact)
    if (found.hunks.length === 0) return words.openingWords(found, '').trim()
    isStale = false
    const said = await present(found, ask.turnId)
    return current(found) ? words.openingWords(found, said) : said
  }

  async function resume(turnId: string): Promise<string> {
    const found = await finder.resume(review)
    if (typeof found === 'string') return found
    if (found.artifact !== review?.artifact) show(turnId, found.artifact)
    isStale = false
    return present(found, turnId, { lead: current(found) ? words.whereWords(found) : '' })
  }

  async function carryOutNow(request: ReviewRequest, ask: ReviewAsk): Promise<string> {
    const { turnId } = ask
    if (request.do === 'start') return start(request.what, ask)
    if (request.do === 'resume') return resume(turnId)
    const from = review
    if (!from) return words.NO_REVIEW
    const question = asked
    asked = null
    const hunk = current(from)
    switch (request.do) {
      case 'keep':
        return hunk ? keep(from, [hunk], turnId) : words.NO_REVIEW
      case 'keep_rest':
        return keep(from, openHunks(from), turnId)
      case 'keep_file':
        return keep(from, openInFile(from), turnId)
      case 'revert':
        return hunk ? revert(from, [hunk], ask) : words.NO_REVIEW
      case 'revert_file':
        return revert(from, openInFile(from), ask)
      case 'revert_rest':
        asked = 'revert_rest'
        return words.askRevertRest(openHunks(from).length)
      case 'yes':
        return question === 'revert_rest' ? revert(from, openHunks(from), ask) : 'I did not ask you anything.'
      case 'skip':
        return moveOn(from, step(from, 1) ?? from, turnId, '')
      case 'back': {
        const before = step(from, -1)
        return before ? moveOn(from, before, turnId, '') : 'This is the first hunk.'
      }
      case 'next_file':
        return moveOn(from, nextFile(from), turnId, '')
      case 'again':
      case 'what_changed':
        return present(from, turnId)
      case 'where':
        return present(from, turnId, { lead: words.whereWords(from) })
      case 'left':
        return words.leftWords(from)
      case 'read':
        return hunk ? readHunk(from, hunk.key) : words.NO_REVIEW
      case 'split':
        return hunk ? split(from, hunk, turnId) : words.NO_REVIEW
      case 'undo':
        return undo(from, ask)
      case 'comment': {
        if (!hunk) return words.NO_REVIEW
        review = remark(from, hunk.key, { text: request.text, sent: false })
        tell({
          type: 'hunk.commented',
          turnId,
          artifactId: from.artifact.id,
          hunk: hunk.key,
          text: request.text,
        })
        return 'Noted.'
      }
      case 'stop':
        await present({ ...from, phase: 'interrupted' }, turnId)
        return words.REVIEW_STOPPED
      case 'send':
        return countReview(from).unsent === 0 ? words.NOTHING_TO_SEND : words.NO_AGENT
      case 'commit':
        return words.undecidedWords(openHunks(from).length)
      // Nobody but an agent can answer these.
      case 'why':
      case 'change':
        return words.NO_AGENT
      case 'who_calls':
      case 'show_test':
      case 'open':
      case 'commit_anyway':
        return words.NO_SYMBOL
    }
  }

  async function split(from: Review, hunk: ReviewedHunk, turnId: string): Promise<string> {
    const diff = splitHunk(from.artifact.diff, hunk.key)
    if (diff === null) return words.NOT_SPLIT
    const artifact = { ...from.artifact, diff }
    const parts = withNewer(from, artifact)
    review = parts
    show(turnId, artifact)
    const count = parts.hunks.length - from.hunks.length + 1
    return moveOn(from, parts, turnId, `Split into ${count} hunks.`)
  }

  const passed = (request: ReviewRequest): PassedRequest | null =>
    review && passedOn(request, review, canReason)

  function afterAnswer(from: Review, { afterwards }: PassedRequest): Promise<string> {
    switch (afterwards.tag) {
      case 'nothing':
        return Promise.resolve('')
      case 'replaced':
        return queue.run(() => afterChange(from))
      case 'sent':
        return queue.run(() => afterSending(afterwards.hunks))
    }
  }

  /** The agent's answer replaces the hunk. */
  async function afterChange(from: Review): Promise<string> {
    const now = review
    if (now?.artifact.id !== from.artifact.id) return ''
    const newer = await diffs.again(now.artifact, revertedIn(now))
    if (!newer || newer.diff === from.artifact.diff) return 'This hunk is still the same.'
    const turnId = `review-${newId()}`
    show(turnId, newer)
    const fileBefore = from.hunks[from.at]?.file ?? null
    return present(withNewer(review ?? now, newer), turnId, { lead: 'Now:', fileBefore })
  }

  async function afterSending(hunks: readonly string[]): Promise<string> {
    const now = review
    if (!now) return ''
    const turnId = `review-${newId()}`
    const { id: artifactId } = now.artifact
    review = asSent(now, hunks)
    // The message said it all.
    decisions.take()
    for (const hunk of hunks) {
      const text = now.remarks.get(hunk)?.text ?? ''
      tell({ type: 'hunk.commented', turnId, artifactId, hunk, text, sent: true })
    }
    const newer = await diffs.again(review.artifact, revertedIn(review))
    const isNew = newer !== null && newer.diff !== now.artifact.diff
    if (isNew) show(turnId, newer)
    const next = isNew ? withNewer(review, newer) : review
    // The summary has changed.
    await present(next, turnId)
    return isNew && countReview(next).open > 0
      ? 'The changes are up to date. Say “resume the review” to look at what is new.'
      : ''
  }

  return {
    takes(said) {
      const request = requestIn(said)
      if (!request) return null
      if (passed(request)) return 'request'
      return WORDS.has(request.do) ? 'words' : 'command'
    },
    confirmation(said) {
      const request = requestIn(said)
      return request ? reviewConfirmation(request) : ''
    },
    carryOut(said, ask) {
      const request = requestIn(said)
      if (!request) return Promise.resolve('')
      return queue.run(() => carryOutNow(request, ask))
    },
    passOn(said) {
      const asking = requestIn(said)
      const request = asking && passed(asking)
      const from = review
      if (!request || !from) return null
      isStale = false
      const { to, text } = request
      return { to, text, answered: () => afterAnswer(from, request) }
    },
    note(event) {
      diffs.note(event)
      decisions.note(event)
      if (!review) return
      review = noteEvent(review, event)
      // A decision by key or click moves the review on, without a word.
      const waits = current(review)
      if (event.type !== 'hunks.decided' || !waits || !review.decided.has(waits.key)) return
      silently((now) => {
        const hunk = current(now)
        return hunk && now.decided.has(hunk.key) ? goOn(now) : now
      })
    },
    passBy(said) {
      isStale = true
      const report = canReason ? decisions.take() : null
      return report === null ? said : `${said}\n\n[${report}]`
    },
    seen({ artifactId, hunk }) {
      const here = review && current(review)
      if (!review || !here || artifactId !== review.artifact.id || hunk === undefined) return
      if (hunk === here.key) awaitsWindow = false
      // The user went to another hunk by key or scrolling.
      else if (!awaitsWindow) silently((now) => goTo(now, hunk))
    },
    connect(to, recallEarlier) {
      output = to
      recall = recallEarlier
    },
  }
}

const MAX_AT_ONCE = 500

/** What the user said belongs into the transcript. */
const WORDS: ReadonlySet<ReviewRequest['do']> = new Set([
  'start',
  'resume',
  'comment',
  'change',
  'why',
  'send',
  'commit',
])
