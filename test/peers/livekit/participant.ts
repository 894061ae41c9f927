// Somebody in a LiveKit room: the window's own room client and store, over a link without a page, with everything that came
// over it kept as it came.
import { randomUUID } from 'node:crypto'
import { systemClock } from '../../../src/main/clock.ts'
import { guestToken } from '../../../src/main/rooms/livekit/tokens.ts'
import { createRoomClient } from '../../../src/renderer/room/room-client.ts'
import type { IncomingText, RoomListener } from '../../../src/renderer/room/room-link.ts'
import type { RoomState } from '../../../src/renderer/store/state.ts'
import { createStore } from '../../../src/renderer/store/store.ts'
import { closeAfterwards } from './agent-in-room.ts'
import { createCondition } from './condition.ts'
import { openNodeLink, type NodeLink } from './node-link.ts'
import { theServer } from './on-server.ts'

export interface HeardText extends IncomingText {
  text: string
  closed: boolean
}

/** What came, as it came. */
export interface Heard {
  texts: HeardText[]
  attributes: Record<string, string>[]
  /** When each frame of the agent's voice that is not silent came. */
  voice: number[]
  packets: number
}

/** So loud is what was said, and not what a codec makes of silence. */
const LOUD = 500

export interface Participant {
  identity: string
  client: ReturnType<typeof createRoomClient>
  heard: Heard
  link(): NodeLink | null
  state(): RoomState
  /** Looked at whenever something came or changed. */
  until(condition: (state: RoomState, heard: Heard) => boolean): Promise<void>
}

export async function joinAs(name: string, identity: string = randomUUID()): Promise<Participant> {
  const store = createStore()
  const heard: Heard = { texts: [], attributes: [], voice: [], packets: 0 }
  const { changed, until } = createCondition(() => store.get())
  store.subscribe(changed)
  let link: NodeLink | null = null

  const tapped = (listener: RoomListener): RoomListener => ({
    ...listener,
    data(topic, bytes) {
      heard.packets++
      listener.data(topic, bytes)
    },
    textOpened(stream) {
      heard.texts.push({ ...stream, text: '', closed: false })
      listener.textOpened(stream)
      changed()
    },
    textAppended(streamId, text) {
      const stream = heard.texts.find((one) => one.streamId === streamId)
      if (stream) stream.text += text
      listener.textAppended(streamId, text)
      changed()
    },
    textClosed(streamId) {
      const stream = heard.texts.find((one) => one.streamId === streamId)
      if (stream) stream.closed = true
      listener.textClosed(streamId)
      changed()
    },
    attributesChanged(attributes) {
      heard.attributes.push({ ...attributes })
      listener.attributesChanged(attributes)
      changed()
    },
    audio(samples, rate) {
      if (samples.some((sample) => Math.abs(sample) > LOUD)) heard.voice.push(performance.now())
      listener.audio(samples, rate)
      changed()
    },
  })

  const client = createRoomClient({
    async openLink(listener) {
      const { url } = theServer()
      const token = await guestToken(theServer(), name, { identity, name: `${identity} Lovelace` })
      link = await openNodeLink({ url, token, topics: ['lk.transcription'] }, tapped(listener))
      return link
    },
    dispatch: store.dispatch,
    clock: systemClock,
    newId: randomUUID,
    random: Math.random,
    onVoice: () => {},
  })
  closeAfterwards(() => client.close())
  await until(({ connection }) => connection.tag === 'connected')
  return {
    identity,
    client,
    heard,
    link: () => link,
    state: store.get,
    async until(condition) {
      await until((state) => condition(state, heard))
    },
  }
}
