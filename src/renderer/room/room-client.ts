// Keeps this window in the room: joins it, catches up, turns what it hears into actions for the store, and comes back by
// itself when the link breaks. Incomplete transfers are dropped with the link; the replay brings them whole.
import { pauseMs } from '../../core/backoff.ts'
import { HEARING_RATE } from '../../core/ears/samples.ts'
import { parseJson } from '../../core/parse-json.ts'
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import { agentStates, MAX_ASK_CHARACTERS } from '../../shared/conversation.ts'
import { earlierAnswer, resumeAnswer } from '../../shared/wire/room-calls.ts'
import { speechState, type SpeechState } from '../../shared/wire/speech-state.ts'
import {
  AGENT_STATE,
  ANSWERS_SINCE,
  CHAT_TOPIC,
  EARLIER_METHOD,
  EARS,
  MENDED,
  RESUME_METHOD,
  SESSION,
  TRANSCRIPTION_TOPIC,
  VOICE,
  VOICE_STOPPED,
} from '../../shared/wire/transcription.ts'
import type { OthersHeard, RoomCommands, SharedMicrophone } from '../app-props.ts'
import { MAX_TABS, type RoomAction } from '../store/state.ts'
import { createEventReceiver } from './event-receiver.ts'
import { createReplay } from './replay.ts'
import { roomCalls } from './room-calls.ts'
import { isUndelivered, type OpenLink, type RoomLink, type RoomListener } from './room-link.ts'
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
  /** A frame of the agent's voice. */
  onVoice(samples: Int16Array, sampleRate: number): void
}

/** What the window can ask of the conversation, and a way to leave it. */
export interface RoomClient extends RoomCommands {
  /** Leaves and comes back, as when the conversation has moved elsewhere. */
  rejoin(): void
  close(): void
}

/** As much of a conversation as a window is told at once, in characters. */
const AT_ONCE = 4_000_000
const PAUSES = { firstMs: 250, longestMs: 10_000 }
const AGAIN_MS = 1_000

export function createRoomClient({
  openLink,
  dispatch: toStore,
  clock,
  newId,
  random,
  onVoice,
}: Deps): RoomClient {
  const receiver = createEventReceiver(newId)
  const segments = createSegments()
  const asks = createUnansweredAsks()
  let link: RoomLink | null = null
  let microphone: SharedMicrophone = { track: null, heard: false }
  let others: OthersHeard = { speaker: null, volume: 1 }
  let agentIdentity = ''
  let session: string | null = null
  /** The last event known to have come, with all before it; null when nothing has. */
  let resumePoint: string | null = null
  /** The oldest event that was told, when there are older ones. */
  let earlier: string | null = null
  let loading: Promise<void> | null = null
  let attempt = 0
  let closed = false
  /** The conversation moved while we were on our way to where it was. */
  let astray = false
  let isConnected = false
  /** The link is there, and sound may break off. */
  let weak = false
  let mended: string | null = null
  let answersSince: string | null = null
  /** What was missed could not be asked for yet: until it was, nothing that comes proves what came before it. */
  let behind = false
  let cancelRetry: Unsubscribe = () => {}
  let cancelAgain: Unsubscribe = () => {}

  const clearing = createTimedClearing(clock, toStore)
  function dispatch(action: RoomAction): void {
    if (action.type === 'connection.changed') isConnected = action.connection.tag === 'connected'
    toStore(action)
    clearing.after(action)
  }
  function tellConnected({ way }: RoomLink): void {
    dispatch({ type: 'connection.changed', connection: { tag: 'connected', way, ...(weak && { weak }) } })
  }
  const replay = createReplay(dispatch)

  const listener: RoomListener = {
    data(topic, bytes) {
      const { actions, eventId } = receiver.receive(topic, bytes, clock.now())
      actions.forEach(replay.take)
      // What comes before we have asked for what we missed, or while it is told, may overtake it, so it proves nothing.
      if (eventId !== null && link !== null && !behind && !replay.isUnderWay()) resumePoint = eventId
    },
    textOpened(stream) {
      // Who the agent is is not known before we are in; what is said until then is told again.
      if (stream.topic === TRANSCRIPTION_TOPIC && link !== null)
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
      const ears = speechStateOf(attributes[EARS])
      if (ears) dispatch({ type: 'ears.changed', ears })
      const voice = speechStateOf(attributes[VOICE])
      if (voice) dispatch({ type: 'voice.changed', voice })
      const stopped = attributes[VOICE_STOPPED]
      if (stopped !== undefined) dispatch({ type: 'voice.stopped', mark: stopped })
      const mendedNow = attributes[MENDED] ?? null
      // The agent's own link broke: what it sent meanwhile is asked for, once this window is in.
      if (mendedNow !== mended && link) void catchUp(link)
      mended = mendedNow
      const named = attributes[SESSION]
      const since = attributes[ANSWERS_SINCE] ?? answersSince
      const isAnother = answersSince !== null && since !== answersSince
      answersSince = since
      if (isAnother && (named ?? session) === session) dispatch({ type: 'agent.replaced' })
      // The welcome brings attributes before the link is ours; `joined` looks after those.
      if (named !== undefined && named !== session) {
        startAfresh(named)
        if (link) void catchUp(link)
      }
    },
    audio: onVoice,
    mended: () => void (link && catchUp(link)),
    weakened(now) {
      weak = now
      if (isConnected && link) tellConnected(link)
    },
    closed(reason) {
      link = null
      weak = false
      behind = false
      cancelAgain()
      asks.lost(reason)
      receiver.dropTransfers()
      dispatch({ type: 'beginnings.withdrawn' })
      segments.drop().forEach(dispatch)
      replay.end()
      retry(reason)
    },
  }

  function startAfresh(named: string): void {
    session = named
    resumePoint = null
    earlier = null
    receiver.forget()
    replay.forget()
    segments.drop()
    dispatch({ type: 'session.reset' })
  }

  async function catchUp(over: RoomLink): Promise<void> {
    await hearMissed(over)
    // What does not come of it is asked for again with the history.
    loadTabs(over).catch(() => {})
  }

  async function hearMissed(over: RoomLink): Promise<void> {
    replay.begin('missed')
    try {
      const answer = resumeAnswer.safeParse(
        parseJson(
          await over.call(
            RESUME_METHOD,
            JSON.stringify({ after: resumePoint, ...(resumePoint === null && { limit: AT_ONCE }) }),
          ),
        ),
      )
      // An answer of another conversation than the one now shown says nothing about it.
      if (!answer.success || link !== over || (session !== null && answer.data.session !== session)) return
      if (!answer.data.found && resumePoint !== null) {
        startAfresh(answer.data.session)
        return await hearMissed(over)
      }
      if (resumePoint === null) earlierIs(answer.data.earlier)
      resumePoint = answer.data.last
      behind = false
      replay.end()
      tellConnected(over)
    } catch (error) {
      // The link broke meanwhile: `closed` has seen to the return. An agent that refuses is still there to talk to.
      if (link !== over) return
      tellConnected(over)
      behind = isUndelivered(error)
      if (behind) askAgain(over)
    } finally {
      replay.end()
    }
  }

  function askAgain(over: RoomLink): void {
    cancelAgain()
    cancelAgain = clock.after(AGAIN_MS, () => {
      if (link === over) void catchUp(over)
    })
  }

  function earlierIs(before: string | undefined): void {
    earlier = before ?? null
    dispatch({ type: 'earlier.changed', before: earlier })
  }

  /** One part of what came before; who asks while it is on its way waits for the same. */
  function loadEarlier(as: 'recent' | 'earlier' = 'earlier'): Promise<void> {
    loading ??= tellEarlier(as).finally(() => (loading = null))
    return loading
  }

  async function tellEarlier(as: 'recent' | 'earlier'): Promise<void> {
    const before = earlier
    const over = connected()
    if (before === null) return
    replay.begin(as)
    try {
      const answer = await over.call(EARLIER_METHOD, JSON.stringify({ before, limit: AT_ONCE }))
      if (link === over && earlier === before) earlierIs(earlierAnswer.parse(parseJson(answer)).earlier)
    } finally {
      replay.end()
    }
  }

  /** A window comes back with the tabs it would have, even where they are too much to be told at once. */
  async function loadTabs(over: RoomLink): Promise<void> {
    if (link !== over || earlier === null || replay.artifacts() >= MAX_TABS) return
    await loadEarlier('recent')
    return loadTabs(over)
  }

  async function join(): Promise<void> {
    astray = false
    try {
      const opened = await openLink(listener)
      if (closed) return opened.close()
      link = opened
      opened.shareMicrophone?.(microphone)
      opened.hearOthers?.(others)
      agentIdentity = opened.agentIdentity
      attempt = 0
      if (astray) return opened.close()
      await catchUp(opened)
    } catch (error) {
      retry(error instanceof Error ? error.message : String(error))
    }
  }

  function retry(reason: string): void {
    if (closed) return
    const pause = pauseMs(attempt++, random(), PAUSES)
    dispatch({ type: 'connection.changed', connection: { tag: 'reconnecting', reason, attempt } })
    cancelRetry = clock.after(pause, () => void join())
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
      over.sendText(CHAT_TOPIC, words).catch(() => asks.unsent(words))
      await echo
    },
    sendSound: (samples) => link?.sendAudio(samples, HEARING_RATE),
    shareMicrophone(shared) {
      microphone = { ...microphone, ...shared }
      link?.shareMicrophone?.(microphone)
    },
    hearOthers(how) {
      others = how
      link?.hearOthers?.(how)
    },
    ...roomCalls(connected),
    loadEarlier: () => loadEarlier(),
    rejoin() {
      if (link) link.close()
      else astray = true
    },
    close() {
      closed = true
      cancelRetry()
      cancelAgain()
      clearing.close()
      link?.close()
    },
  }
}

/** How the ears or the voice are, where the agent has said so in words we know. */
function speechStateOf(attribute: string | undefined): SpeechState | null {
  const parsed = speechState.safeParse(parseJson(attribute ?? ''))
  return parsed.success ? parsed.data : null
}
