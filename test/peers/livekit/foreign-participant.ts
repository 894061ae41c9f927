// Somebody who knows LiveKit's own conventions and nothing of ours: they are in the room, read what is said, and may have a
// microphone open.
import { Room, RpcError } from '@livekit/rtc-node'
import { guestToken } from '../../../src/main/rooms/livekit/tokens.ts'
import { AGENT_IDENTITY } from '../../../src/shared/wire/livekit.ts'
import { closeAfterwards } from './agent-in-room.ts'
import { createCondition } from './condition.ts'
import { theServer } from './on-server.ts'

export interface HeardStream {
  sender: string
  attributes: Record<string, string>
  text: string
}

export interface ForeignParticipant {
  room: Room
  until(condition: (streams: readonly HeardStream[]) => boolean): Promise<HeardStream[]>
}

export async function joinForeign(name: string, identity: string): Promise<ForeignParticipant> {
  const { url } = theServer()
  const streams: HeardStream[] = []
  const { changed, until } = createCondition(() => streams)
  const room = new Room()
  room.registerTextStreamHandler('lk.transcription', async (reader, { identity: sender }) => {
    const stream: HeardStream = { sender, attributes: reader.info.attributes ?? {}, text: '' }
    streams.push(stream)
    try {
      for await (const piece of reader) {
        stream.text += piece
        changed()
      }
    } catch {
      // A stream that breaks off has ended as it stands.
    }
  })
  closeAfterwards(() => room.disconnect())
  const token = await guestToken(theServer(), name, { identity, name: `${identity} Lovelace` })
  await room.connect(url, token, { autoSubscribe: true, dynacast: false })
  await isReached(room)
  return { room, until }
}

/** LiveKit's word for a call that nobody answers, told by whoever was called. */
const UNSUPPORTED = 1400

/** Who has only just connected may not be sent anything yet, and misses what is said: the agent is called until it answers. */
async function isReached(room: Room): Promise<void> {
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
