// Keeps the window's copy of the conversation complete: asks the agent for the events it missed, for earlier ones, and for
// everything when the conversation has changed.
import { parseJson } from '../../base/parse-json.ts'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import { earlierAnswer, resumeAnswer } from '../../shared/wire/room-calls.ts'
import { EARLIER_METHOD, RESUME_METHOD } from '../../shared/wire/transcription.ts'
import { MAX_TABS, type RoomAction } from '../store/state.ts'
import { createReplay } from './replay.ts'
import { isUndelivered, type RoomLink } from './room-link.ts'

interface Deps {
  /** The current link, or null. */
  link(): RoomLink | null
  dispatch(action: RoomAction): void
  clock: Clock
  /** The conversation is another one: drops everything of the previous one. */
  onReset(): void
  /** The window has what it missed, or knows that the agent does not send it. */
  onCaughtUp(link: RoomLink): void
}

export interface ConversationSync {
  /** Actions of an event, and its id if it is a new event. */
  received(actions: readonly RoomAction[], eventId: string | null): void
  /** Asks for everything since the last event. */
  catchUp(link: RoomLink): Promise<void>
  /** The agent named its conversation; true if it is another one than before. */
  named(id: string): boolean
  isCurrent(id: string | undefined): boolean
  /** Loads one part of what came before; callers that ask meanwhile get the same promise. */
  loadEarlier(as?: 'recent' | 'earlier'): Promise<void>
  linkLost(): void
  close(): void
}

/** The largest part of a conversation to load at once, in characters. */
const MAX_PART = 4_000_000
const RETRY_MS = 1_000

export function createConversationSync(deps: Deps): ConversationSync {
  const { dispatch, clock, onCaughtUp } = deps
  const replay = createReplay(dispatch)
  let conversation: string | null = null
  /** The last event up to which nothing is missing; null if there is none. */
  let resumePoint: string | null = null
  /** The oldest event here, if the agent has older ones. */
  let earlier: string | null = null
  let loading: Promise<void> | null = null
  /** The agent could not be asked for missed events yet, so a new event does not prove that all before it are here. */
  let behind = false
  let cancelRetry: Unsubscribe = () => {}

  function open(id: string): void {
    conversation = id
    resumePoint = null
    earlier = null
    replay.forget()
    deps.onReset()
    dispatch({ type: 'conversation.opened', id })
  }

  async function catchUp(over: RoomLink): Promise<void> {
    await loadMissed(over)
    // If this fails, the history asks for the same again.
    loadTabs(over).catch(() => {})
  }

  async function loadMissed(over: RoomLink): Promise<void> {
    replay.begin('missed')
    try {
      const request = { after: resumePoint, ...(resumePoint === null && { limit: MAX_PART }) }
      const answer = resumeAnswer.safeParse(
        parseJson(await over.call(RESUME_METHOD, JSON.stringify(request))),
      )
      // An answer about another conversation than the one shown now means nothing.
      if (!answer.success || deps.link() !== over) return
      if (conversation !== null && answer.data.session !== conversation) return
      if (!answer.data.found && resumePoint !== null) {
        open(answer.data.session)
        return await loadMissed(over)
      }
      if (resumePoint === null) setEarlier(answer.data.earlier)
      resumePoint = answer.data.last
      behind = false
      replay.end()
      onCaughtUp(over)
    } catch (error) {
      // If the link broke meanwhile, the next one catches up. An agent that refuses can still be talked to.
      if (deps.link() !== over) return
      onCaughtUp(over)
      behind = isUndelivered(error)
      if (behind) retryLater(over)
    } finally {
      replay.end()
    }
  }

  function retryLater(over: RoomLink): void {
    cancelRetry()
    cancelRetry = clock.after(RETRY_MS, () => {
      if (deps.link() === over) void catchUp(over)
    })
  }

  function setEarlier(before: string | undefined): void {
    earlier = before ?? null
    dispatch({ type: 'earlier.changed', before: earlier })
  }

  async function loadPart(as: 'recent' | 'earlier'): Promise<void> {
    const before = earlier
    const over = deps.link()
    if (before === null || over === null) return
    replay.begin(as)
    try {
      const answer = await over.call(EARLIER_METHOD, JSON.stringify({ before, limit: MAX_PART }))
      if (deps.link() === over && earlier === before)
        setEarlier(earlierAnswer.parse(parseJson(answer)).earlier)
    } finally {
      replay.end()
    }
  }

  function loadEarlier(as: 'recent' | 'earlier' = 'earlier'): Promise<void> {
    loading ??= loadPart(as).finally(() => (loading = null))
    return loading
  }

  /** Loads until the window has all the tabs it had, even if they do not fit in one part. */
  async function loadTabs(over: RoomLink): Promise<void> {
    if (deps.link() !== over || earlier === null || replay.artifacts() >= MAX_TABS) return
    await loadEarlier('recent')
    return loadTabs(over)
  }

  return {
    received(actions, eventId) {
      actions.forEach(replay.take)
      // An event may overtake the missed ones, so it becomes the resume point only when those are here.
      if (eventId !== null && deps.link() !== null && !behind && !replay.isUnderWay()) resumePoint = eventId
    },
    catchUp,
    named(id) {
      if (id === conversation) return false
      open(id)
      return true
    },
    isCurrent: (id) => (id ?? conversation) === conversation,
    loadEarlier,
    linkLost() {
      behind = false
      cancelRetry()
      replay.end()
    },
    close: () => cancelRetry(),
  }
}
