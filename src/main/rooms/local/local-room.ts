// The room on this computer: the agent and any number of windows, each connected by its own transport.
import { decodeClientFrame, encodeFrame } from '../../../core/wires/local-room/codec.ts'
import { createEmitter, type Emitter } from '../../../base/emitter.ts'
import type { Transport } from '../../../base/transport.ts'
import { bytesOfSamples, samplesOfBytes } from '../../../core/speech/pcm.ts'
import type { Unsubscribe } from '../../../core/ports/clock.ts'
import type { Room, RpcCall, TextStreamOptions, TextStreamWriter } from '../../../core/ports/room.ts'
import { fromUtf8, toUtf8 } from '../../../base/utf8.ts'
import { faultOf } from '../../../shared/errors.ts'
import type { AgentFrame, ClientFrame } from '../../../shared/wire/local-room.ts'
import { createOutbox, type Outbox } from './outbox.ts'

export interface LocalRoom extends Room {
  /** Adds a window. The app makes its identity; it never comes from the wire. */
  attach(transport: Transport, identity: string): void
}

interface Deps {
  agentIdentity: string
  newId(): string
  /** A frame was refused, or a listener failed. */
  onError(what: string, fields: Record<string, unknown>): void
}

/** Characters of a text in one frame. */
const TEXT_CHUNK = 8_192

interface Member {
  transport: Transport
  outbox: Outbox
}

type RpcHandler = (call: RpcCall) => Promise<string> | string

export function createLocalRoom({ agentIdentity, newId, onError }: Deps): LocalRoom {
  const members = new Map<string, Member>()
  const texts = new Map<string, Emitter<[text: string, from: string]>>()
  const audio = createEmitter<[samples: Int16Array, sampleRate: number, from: string]>()
  const rpcHandlers = new Map<string, RpcHandler>()
  let attributes: Record<string, string> = {}

  function send(header: AgentFrame, body?: Uint8Array, to?: string, except?: string): void {
    const frame = encodeFrame(header, body)
    if (to !== undefined) members.get(to)?.outbox.send(frame)
    else for (const [identity, { outbox }] of members) if (identity !== except) outbox.send(frame)
  }

  async function answer(
    header: Extract<ClientFrame, { kind: 'rpc.call' }>,
    payload: string,
    caller: string,
  ): Promise<void> {
    const { callId, method } = header
    const handler = rpcHandlers.get(method)
    if (!handler) {
      const message = toUtf8(`Nobody here answers ${method}.`)
      return send({ kind: 'rpc.answer', callId, ok: false, code: 'unknown_method' }, message, caller)
    }
    try {
      const result = await handler({ caller, payload })
      send({ kind: 'rpc.answer', callId, ok: true }, toUtf8(result), caller)
    } catch (error) {
      const { code, message, remedy } = faultOf(error)
      send({ kind: 'rpc.answer', callId, ok: false, code, remedy }, toUtf8(message), caller)
    }
  }

  function receive(frame: Uint8Array, from: string): void {
    const decoded = decodeClientFrame(frame)
    if (!decoded) return onError('room frame refused', { from, bytes: frame.length })
    const { header, body } = decoded
    if (header.kind === 'audio') {
      const samples = samplesOfBytes(body)
      if (!samples) return onError('room audio refused', { from, bytes: body.length })
      return audio.emit(samples, header.sampleRate, from)
    }
    const text = fromUtf8(body)
    if (text === null) return onError('room text refused', { from, bytes: body.length })
    if (header.kind === 'text') return texts.get(header.topic)?.emit(text, from)
    void answer(header, text, from)
  }

  return {
    agentIdentity,

    attach(transport, identity) {
      const outbox = createOutbox(transport, (error) =>
        onError('a room frame could not be sent', { to: identity, pii: { error: String(error) } }),
      )
      const member = { transport, outbox }
      members.set(identity, member)
      transport.onClose(() => {
        if (members.get(identity) === member) members.delete(identity)
      })
      outbox.send(encodeFrame({ kind: 'welcome', identity, agentIdentity, attributes }))
      transport.onFrame((frame) => {
        try {
          receive(frame, identity)
        } catch (error) {
          // One window's frame must not break the room for the others.
          onError('a room listener failed', { from: identity, pii: { error: String(error) } })
        }
      })
    },

    publishData(topic, bytes, options = {}) {
      send({ kind: 'data', topic }, bytes, options.to)
    },

    streamText({
      topic,
      attributes: about,
      senderIdentity,
      to,
      except,
    }: TextStreamOptions): TextStreamWriter {
      const streamId = newId()
      const sender = senderIdentity ?? agentIdentity
      send({ kind: 'text.open', streamId, topic, sender, attributes: about }, undefined, to, except)
      return {
        write(text) {
          for (const piece of piecesOf(text))
            send({ kind: 'text.chunk', streamId }, toUtf8(piece), to, except)
        },
        close: () => send({ kind: 'text.close', streamId }, undefined, to, except),
      }
    },

    publishAudio(samples, sampleRate) {
      send({ kind: 'audio', sampleRate }, bytesOfSamples(samples))
    },

    setAttributes(changed) {
      attributes = { ...attributes, ...changed }
      send({ kind: 'attributes', attributes: changed })
    },

    participants: () => [...members.keys()],

    // Only windows of this app are connected to this room, and the app chose their identities.
    roleOf: (identity) => (members.has(identity) ? 'owner' : 'participant'),

    async drained(identity) {
      const member = members.get(identity)
      member?.outbox.flush()
      await member?.transport.drained?.()
    },

    onText(topic, listener): Unsubscribe {
      const listeners = texts.get(topic) ?? createEmitter()
      texts.set(topic, listeners)
      return listeners.on(listener)
    },

    onRpc(method, handler): Unsubscribe {
      rpcHandlers.set(method, handler)
      return () => {
        if (rpcHandlers.get(method) === handler) rpcHandlers.delete(method)
      }
    },

    onAudio: audio.on,

    close() {
      for (const { transport, outbox } of members.values()) {
        outbox.flush()
        transport.close('The room was closed.')
      }
      members.clear()
    },
  }
}

/** A text in pieces. Never cuts a character of two code units in half. */
function* piecesOf(text: string): Generator<string> {
  let from = 0
  while (from < text.length) {
    let to = Math.min(from + TEXT_CHUNK, text.length)
    const last = text.charCodeAt(to - 1)
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to--
    yield text.slice(from, to)
    from = to
  }
}
