// Keeps this window in the room: joins it, turns what it receives into actions for the store, and reconnects when the link
// breaks. Incomplete transfers are dropped with the link; the replay brings them whole.
import { pauseMs } from '../../base/backoff.ts'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import { HEARING_RATE } from '../../core/speech/hearing/samples.ts'
import { MAX_ASK_CHARACTERS } from '../../shared/conversation.ts'
import {
  ANSWERS_SINCE,
  CHAT_TOPIC,
  RECONNECTED_AT,
  SESSION,
  TRANSCRIPTION_TOPIC,
} from '../../shared/wire/transcription.ts'
import type { OthersPlayback, RoomCommands, SharedMicrophone } from '../app-props.ts'
import type { RoomAction } from '../store/state.ts'
import { agentActions } from './agent-attributes.ts'
import { createConversationSync, type ConversationSync } from './conversation-sync.ts'
import { createEventReceiver } from './event-receiver.ts'
import { roomCalls } from './room-calls.ts'
import type { OpenLink, RoomLink, RoomListener } from './room-link.ts'
import { createSegments } from './segments.ts'
import { createTimedClearing } from './timed-clearing.ts'
import { createUnansweredAsks } from './unanswered-asks.ts'

interface Deps {
  openLink: OpenLink
  dispatch(action: RoomAction): void
  clock: Clock
  newId(): string
  /** Between 0 and 1, to spread the reconnects of many windows. */
  random(): number
  /** A frame of the agent's voice. */
  onVoice(samples: Int16Array, sampleRate: number): void
}

/** What the window can ask of the conversation, and a way to leave it. */
export interface RoomClient extends RoomCommands {
  /** Leaves and joins again, for a conversation that moved to another room. */
  rejoin(): void
  close(): void
}

const PAUSES = { firstMs: 250, longestMs: 10_000 }

export function createRoomClient(deps: Deps): RoomClient {
  const { clock } = deps
  const receiver = createEventReceiver(deps.newId)
  const segments = createSegments()
  const asks = createUnansweredAsks()
  const clearing = createTimedClearing(clock, deps.dispatch)
  let link: RoomLink | null = null
  let weak = false
  let isConnected = false
  let microphone: SharedMicrophone = { track: null, heard: false }
  let others: OthersPlayback = { speaker: null, volume: 1 }

  function dispatch(action: RoomAction): void {
    if (action.type === 'connection.changed') isConnected = action.connection.tag === 'connected'
    deps.dispatch(action)
    clearing.after(action)
  }
  function showConnected({ way }: RoomLink): void {
    dispatch({ type: 'connection.changed', connection: { tag: 'connected', way, ...(weak && { weak }) } })
  }

  const sync = createConversationSync({
    link: () => link,
    dispatch,
    clock,
    onReset() {
      receiver.forget()
      segments.drop()
    },
    onCaughtUp: showConnected,
  })
  const catchUp = (): void => void (link && sync.catchUp(link))

  const listener: RoomListener = {
    data(topic, bytes) {
      const { actions, eventId } = receiver.receive(topic, bytes, clock.now())
      sync.received(actions, eventId)
    },
    textOpened(stream) {
      // Before the window has joined, it does not know who the agent is; the replay brings this text again.
      if (stream.topic === TRANSCRIPTION_TOPIC && link !== null)
        segments.opened(stream, link.agentIdentity, clock.now()).forEach(dispatch)
    },
    textAppended(streamId, text) {
      for (const action of segments.appended(streamId, text)) {
        dispatch(action)
        if (action.type === 'segment.replaced' && action.entry.role === 'user')
          asks.received(action.entry.text)
      }
    },
    textClosed: (streamId) => segments.closed(streamId).forEach(dispatch),
    attributesChanged: createAttributeFollower(dispatch, sync, catchUp),
    audio: deps.onVoice,
    recovered: catchUp,
    weakened(now) {
      weak = now
      if (isConnected && link) showConnected(link)
    },
    closed(reason) {
      link = null
      weak = false
      asks.lost(reason)
      receiver.dropTransfers()
      dispatch({ type: 'started.withdrawn' })
      segments.drop().forEach(dispatch)
      sync.linkLost()
      connection.lost(reason)
    },
  }

  const connection = createConnection({
    ...deps,
    dispatch,
    open: () => deps.openLink(listener),
    onOpened(opened) {
      link = opened
      opened.shareMicrophone?.(microphone)
      opened.playOthers?.(others)
    },
    onJoined: sync.catchUp,
  })

  function connectedLink(): RoomLink {
    if (!link)
      throw new Error('Parley is not connected. Your text is still in the box; send it again in a moment.')
    return link
  }

  connection.start()

  return {
    async ask(text) {
      const trimmed = text.trim()
      if (trimmed.length > MAX_ASK_CHARACTERS) throw new Error('This message is too long to send.')
      const over = connectedLink()
      const echo = asks.sent(trimmed)
      over.sendText(CHAT_TOPIC, trimmed).catch(() => asks.unsent(trimmed))
      await echo
    },
    sendSound: (samples) => link?.sendAudio(samples, HEARING_RATE),
    shareMicrophone(shared) {
      microphone = { ...microphone, ...shared }
      link?.shareMicrophone?.(microphone)
    },
    playOthers(playback) {
      others = playback
      link?.playOthers?.(playback)
    },
    ...roomCalls(connectedLink),
    async loadEarlier() {
      connectedLink()
      await sync.loadEarlier()
    },
    rejoin() {
      if (link) link.close()
      else connection.restart()
    },
    close() {
      connection.close()
      sync.close()
      clearing.close()
      link?.close()
    },
  }
}

/** Follows the agent's attributes; some of them mean that this window missed something. */
function createAttributeFollower(
  dispatch: (action: RoomAction) => void,
  sync: ConversationSync,
  catchUp: () => void,
): RoomListener['attributesChanged'] {
  let recovered: string | null = null
  let answersSince: string | null = null
  return (attributes) => {
    agentActions(attributes).forEach(dispatch)
    const recoveredNow = attributes[RECONNECTED_AT] ?? null
    // The agent's own link broke: ask for what it sent meanwhile.
    if (recoveredNow !== recovered) catchUp()
    recovered = recoveredNow
    const conversation = attributes[SESSION]
    const since = attributes[ANSWERS_SINCE] ?? answersSince
    const isAnotherAgent = answersSince !== null && since !== answersSince
    answersSince = since
    if (isAnotherAgent && sync.isCurrent(conversation)) dispatch({ type: 'agent.replaced' })
    // The first attributes come before there is a link; joining catches up then.
    if (conversation !== undefined && sync.named(conversation)) catchUp()
  }
}

interface RoomConnection {
  start(): void
  /** The link that is being opened leads to the wrong room: close it as soon as it is open. */
  restart(): void
  /** The link broke: opens another one after a pause. */
  lost(reason: string): void
  close(): void
}

/** Opens links, one after the other, with growing pauses between failed attempts. */
function createConnection({
  open,
  onOpened,
  onJoined,
  dispatch,
  clock,
  random,
}: Pick<Deps, 'dispatch' | 'clock' | 'random'> & {
  open(): Promise<RoomLink>
  onOpened(link: RoomLink): void
  onJoined(link: RoomLink): Promise<void>
}): RoomConnection {
  let attempt = 0
  let closed = false
  let isWrongRoom = false
  let cancelPause: Unsubscribe = () => {}

  async function join(): Promise<void> {
    isWrongRoom = false
    try {
      const opened = await open()
      if (closed) return opened.close()
      onOpened(opened)
      attempt = 0
      if (isWrongRoom) return opened.close()
      await onJoined(opened)
    } catch (error) {
      lost(error instanceof Error ? error.message : String(error))
    }
  }

  function lost(reason: string): void {
    if (closed) return
    const pause = pauseMs(attempt++, random(), PAUSES)
    dispatch({ type: 'connection.changed', connection: { tag: 'reconnecting', reason, attempt } })
    cancelPause = clock.after(pause, () => void join())
  }

  return {
    start: () => void join(),
    restart() {
      isWrongRoom = true
    },
    lost,
    close() {
      closed = true
      cancelPause()
    },
  }
}
