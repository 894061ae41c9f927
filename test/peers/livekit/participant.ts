// A participant with the window's own room client and store, over a link without a page. It records everything it
// receives.
import { randomUUID } from 'node:crypto'
import { systemClock } from '../../../src/main/app/clock.ts'
import { guestToken } from '../../../src/main/rooms/livekit/tokens.ts'
import { createRoomClient } from '../../../src/renderer/room/room-client.ts'
import type { IncomingText, RoomListener } from '../../../src/renderer/room/room-link.ts'
import { createStore } from '../../../src/renderer/store/store.ts'
import { windowState, type WindowState } from '../../fakes/room-window.ts'
import { closeAfterwards, windows } from './agent-in-room.ts'
import { createCondition } from './condition.ts'
import { openNodeLink, type NodeLink } from './node-link.ts'
import { liveKitServer } from './on-server.ts'

export interface ReceivedText extends IncomingText {
  text: string
  closed: boolean
}

/** Everything received, in order. */
export interface Received {
  texts: ReceivedText[]
  attributes: Record<string, string>[]
  /** When each audible frame of the agent's voice arrived. */
  voice: number[]
  packets: number
}

/** Louder than what a codec makes of silence. */
const MIN_VOICE_SAMPLE = 500

export interface Participant {
  identity: string
  client: ReturnType<typeof createRoomClient>
  received: Received
  link(): NodeLink | null
  state(): WindowState
  /** Checked whenever something arrived or changed. */
  until(condition: (state: WindowState, received: Received) => boolean): Promise<void>
}

export async function joinAs(name: string, identity: string = randomUUID()): Promise<Participant> {
  windows.add(identity)
  closeAfterwards(() => windows.delete(identity))
  const store = createStore()
  const received: Received = { texts: [], attributes: [], voice: [], packets: 0 }
  const { changed, until } = createCondition(() => windowState(store.get()))
  store.subscribe(changed)
  let link: NodeLink | null = null

  const recordingListener = (listener: RoomListener): RoomListener => ({
    ...listener,
    data(topic, bytes) {
      received.packets++
      listener.data(topic, bytes)
    },
    textOpened(stream) {
      received.texts.push({ ...stream, text: '', closed: false })
      listener.textOpened(stream)
      changed()
    },
    textAppended(streamId, text) {
      const stream = received.texts.find((one) => one.streamId === streamId)
      if (stream) stream.text += text
      listener.textAppended(streamId, text)
      changed()
    },
    textClosed(streamId) {
      const stream = received.texts.find((one) => one.streamId === streamId)
      if (stream) stream.closed = true
      listener.textClosed(streamId)
      changed()
    },
    attributesChanged(attributes) {
      received.attributes.push({ ...attributes })
      listener.attributesChanged(attributes)
      changed()
    },
    audio(samples, rate) {
      if (samples.some((sample) => Math.abs(sample) > MIN_VOICE_SAMPLE))
        received.voice.push(performance.now())
      listener.audio(samples, rate)
      changed()
    },
  })

  const client = createRoomClient({
    async openLink(listener) {
      const { url } = liveKitServer()
      const token = await guestToken(liveKitServer(), name, { identity, name: `${identity} Lovelace` })
      link = await openNodeLink({ url, token, topics: ['lk.transcription'] }, recordingListener(listener))
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
    received,
    link: () => link,
    state: () => windowState(store.get()),
    async until(condition) {
      await until((state) => condition(state, received))
    },
  }
}
