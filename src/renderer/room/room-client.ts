// Keeps this window in the room: joins it, catches up, turns what it hears into actions for the store, and comes back by
// itself when the link breaks. Incomplete transfers are dropped with the link; the replay brings them whole.
import { parseJson } from '../../core/parse-json.ts'
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import { agentStates, MAX_ASK_CHARACTERS } from '../../shared/conversation.ts'
import { imageAnswer, linesAnswer, outlineAnswer, resumeAnswer } from '../../shared/wire/room-calls.ts'
import {
  AGENT_STATE,
  ANSWER_METHOD,
  CHAT_TOPIC,
  IMAGE_METHOD,
  INTERRUPT_METHOD,
  LINES_METHOD,
  OPEN_FILE_METHOD,
  OUTLINE_METHOD,
  RESUME_METHOD,
  REVERT_HUNK_METHOD,
  SESSION,
  TRANSCRIPTION_TOPIC,
  VIEW_METHOD,
} from '../../shared/wire/transcription.ts'
import type { RoomCommands } from '../app-props.ts'
import type { RoomAction } from '../store/state.ts'
import { createEventReceiver } from './event-receiver.ts'
import type { OpenLink, RoomLink, RoomListener } from './room-link.ts'
import { createSegments } from './segments.ts'
import { createTimedClearing } from './timed-clearing.ts'
import { createUnansweredAsks } from './unanswered-asks.ts'

interface Deps {
  openLink: OpenLink
  dispatch(action: RoomAction): void
  clock: Clock
  newId(): string
  /** Between 0 and 1, to spread the returns of many windows. */
  random(): number
}

/** What the window can ask of the conversation, and a way to leave it. */
export interface RoomClient extends RoomCommands {
  close(): void
}

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 10_000

export function createRoomClient({ openLink, dispatch: toStore, clock, newId, random }: Deps): RoomClient {
  const receiver = createEventReceiver(newId)
  const segments = createSegments()
  const asks = createUnansweredAsks()
  let link: RoomLink | null = null
  let agentIdentity = ''
  let session: string | null = null
  /** The last event known to have come, with all before it; null when nothing has. */
  let resumePoint: string | null = null
  let resuming = false
  let attempt = 0
  let closed = false
  let cancelRetry: Unsubscribe = () => {}

  const clearing = createTimedClearing(clock, toStore)
  function dispatch(action: RoomAction): void {
    toStore(action)
    clearing.after(action)
  }

  const listener: RoomListener = {
    data(topic, bytes) {
      const { actions, eventId } = receiver.receive(topic, bytes, clock.now())
      actions.forEach(dispatch)
      // While catching up, what comes live may overtake what is being replayed, so it proves nothing.
      if (eventId !== null && !resuming) resumePoint = eventId
    },
    textOpened(stream) {
      if (stream.topic === TRANSCRIPTION_TOPIC)
        segments.opened(stream, agentIdentity, clock.now()).forEach(dispatch)
    },
    textAppended(streamId, text) {
      for (const action of segments.appended(streamId, text)) {
        dispatch(action)
        if (action.type === 'segment.replaced' && action.entry.role === 'user') asks.heard(action.entry.text)
      }
    },
    textClosed: (streamId) => segments.closed(streamId).forEach(dispatch),
    attributesChanged(attributes) {
      const state = agentStates.find((known) => known === attributes[AGENT_STATE])
      if (state) dispatch({ type: 'agent.state.changed', state })
      const named = attributes[SESSION]
      // The welcome brings attributes before the link is ours; `joined` looks after those.
      if (named !== undefined && named !== session) {
        startAfresh(named)
        if (link) void catchUp(link)
      }
    },
    audio() {
      // Nothing plays yet: the agent has no voice.
    },
    closed(reason) {
      link = null
      asks.lost(reason)
      receiver.dropTransfers()
      segments.drop().forEach(dispatch)
      retry(reason)
    },
  }

  function startAfresh(named: string): void {
    session = named
    resumePoint = null
    receiver.forget()
    segments.drop()
    dispatch({ type: 'session.reset' })
  }

  async function catchUp(over: RoomLink): Promise<void> {
    resuming = true
    try {
      const answer = resumeAnswer.safeParse(
        parseJson(await over.call(RESUME_METHOD, JSON.stringify({ after: resumePoint }))),
      )
      // An answer of another conversation than the one now shown says nothing about it.
      if (!answer.success || link !== over || (session !== null && answer.data.session !== session)) return
      if (!answer.data.found && resumePoint !== null) {
        startAfresh(answer.data.session)
        return await catchUp(over)
      }
      resumePoint = answer.data.last
      dispatch({ type: 'connection.changed', connection: { tag: 'connected' } })
    } catch {
      // The link broke meanwhile: `closed` has seen to the return. An agent that refuses is still there to talk to.
      if (link === over) dispatch({ type: 'connection.changed', connection: { tag: 'connected' } })
    } finally {
      resuming = false
    }
  }

  async function join(): Promise<void> {
    try {
      const opened = await openLink(listener)
      if (closed) return opened.close()
      link = opened
      agentIdentity = opened.agentIdentity
      attempt = 0
      await catchUp(opened)
    } catch (error) {
      retry(error instanceof Error ? error.message : String(error))
    }
  }

  function retry(reason: string): void {
    if (closed) return
    attempt++
    dispatch({ type: 'connection.changed', connection: { tag: 'reconnecting', reason, attempt } })
    const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
    cancelRetry = clock.after(ceiling * (0.5 + random() / 2), () => void join())
  }

  function connected(): RoomLink {
    if (!link)
      throw new Error(
        'Parley is not connected. Your words are still in the box; send them again in a moment.',
      )
    return link
  }

  void join()

  return {
    async ask(text) {
      const words = text.trim()
      if (words.length > MAX_ASK_CHARACTERS) throw new Error('That is too long to send in one piece.')
      const over = connected()
      const echo = asks.sent(words)
      over.sendText(CHAT_TOPIC, words)
      await echo
    },
    async interrupt() {
      await connected().call(INTERRUPT_METHOD, '{}')
    },
    async openFile(file, line) {
      await connected().call(OPEN_FILE_METHOD, JSON.stringify(line === undefined ? { file } : { file, line }))
    },
    async answerApproval(approvalId, decision) {
      await connected().call(ANSWER_METHOD, JSON.stringify({ approvalId, decision }))
    },
    async reportView(view) {
      await connected().call(VIEW_METHOD, JSON.stringify(view))
    },
    async revertHunk(patch) {
      await connected().call(REVERT_HUNK_METHOD, JSON.stringify({ patch }))
    },
    async outline(file) {
      const answer = await connected().call(OUTLINE_METHOD, JSON.stringify({ file }))
      return outlineAnswer.parse(parseJson(answer)).symbols
    },
    async linesAround(file, line, around) {
      const answer = await connected().call(LINES_METHOD, JSON.stringify({ file, line, around }))
      return linesAnswer.parse(parseJson(answer))
    },
    async image(file) {
      const answer = await connected().call(IMAGE_METHOD, JSON.stringify({ file }))
      return imageAnswer.parse(parseJson(answer)).dataUrl
    },
    close() {
      closed = true
      cancelRetry()
      clearing.close()
      link?.close()
    },
  }
}
