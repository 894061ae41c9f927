// A participant who knows LiveKit's conventions and nothing about Parley. It reads transcriptions and may open a
// microphone.
import { Room, RpcError } from '@livekit/rtc-node'
import { guestToken } from '../../../src/main/rooms/livekit/tokens.ts'
import { AGENT_IDENTITY } from '../../../src/shared/wire/livekit.ts'
import { closeAfterwards } from './agent-in-room.ts'
import { createCondition, type Condition } from './condition.ts'
import { liveKitServer } from './on-server.ts'

export interface TextStream {
  sender: string
  attributes: Record<string, string>
  text: string
}

export interface ForeignParticipant {
  room: Room
  until(condition: (streams: readonly TextStream[]) => boolean): Promise<TextStream[]>
  /** Waits for chat messages. */
  untilChat(condition: (chat: readonly TextStream[]) => boolean): Promise<TextStream[]>
  type(text: string): Promise<unknown>
}

export async function joinForeign(name: string, identity: string): Promise<ForeignParticipant> {
  const { url } = liveKitServer()
  const room = new Room()
  const transcription = collectStreams(room, 'lk.transcription')
  const chat = collectStreams(room, 'lk.chat')
  closeAfterwards(() => room.disconnect())
  const token = await guestToken(liveKitServer(), name, { identity, name: `${identity} Lovelace` })
  await room.connect(url, token, { autoSubscribe: true, dynacast: false })
  await untilReachable(room)
  return {
    room,
    until: transcription.until,
    untilChat: chat.until,
    type: (text) => room.localParticipant!.sendText(text, { topic: 'lk.chat' }),
  }
}

function collectStreams(room: Room, topic: string): Condition<TextStream[]> {
  const streams: TextStream[] = []
  const condition = createCondition(() => streams)
  room.registerTextStreamHandler(topic, async (reader, { identity: sender }) => {
    const stream: TextStream = { sender, attributes: reader.info.attributes ?? {}, text: '' }
    streams.push(stream)
    try {
      for await (const piece of reader) {
        stream.text += piece
        condition.changed()
      }
    } catch {
      // A stream that breaks off ends with the text so far.
    }
  })
  return condition
}

/** LiveKit's error code for a method without a handler; it comes from the callee. */
const UNSUPPORTED = 1400

/** A participant who has just connected may not receive anything yet, so it calls the agent until the agent answers. */
async function untilReachable(room: Room): Promise<void> {
  const call = { destinationIdentity: AGENT_IDENTITY, method: 'nothing.that.is.answered', payload: '' }
  for (;;) {
    try {
      await room.localParticipant!.performRpc(call)
    } catch (error) {
      if (error instanceof RpcError && error.code === UNSUPPORTED) return
      if (!room.isConnected) throw error
    }
  }
}
