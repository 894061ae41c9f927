// The room without a server: the agent on one side, any number of windows on the other, each on its own carrier.
import { decodeClientFrame, encodeFrame } from '../../../core/codecs/local-room.ts'
import type { Carrier } from '../../../core/carrier.ts'
import { bytesOfSamples, samplesOfBytes } from '../../../core/pcm.ts'
import type { Room, RpcCall, TextStreamOptions, TextStreamWriter, Unsubscribe } from '../../../core/ports.ts'
import { fromUtf8, toUtf8 } from '../../../core/utf8.ts'
import { faultOf } from '../../../shared/errors.ts'
import type { AgentFrame, ClientFrame } from '../../../shared/wire/local-room.ts'
import { createOutbox, type Outbox } from './outbox.ts'

export interface LocalRoom extends Room {
  /** Lets somebody in. The identity is made by the app, never taken from the wire. */
  attach(carrier: Carrier, identity: string): void
}

interface Deps {
  agentIdentity: string
  newId(): string
  /** A frame that makes no sense, or a listener that failed: worth a line in the log. */
  onError(what: string, fields: Record<string, unknown>): void
}

/** How many characters of one stream go in one frame. */
const TEXT_CHUNK = 8_192

interface Member {
  carrier: Carrier
  outbox: Outbox
}

type RpcHandler = (call: RpcCall) => Promise<string> | string

export function createLocalRoom({ agentIdentity, newId, onError }: Deps): LocalRoom {
  const members = new Map<string, Member>()
  const textListeners = new Map<string, Set<(text: string, from: string) => void>>()
  const audioListeners = new Set<(samples: Int16Array, sampleRate: number, from: string) => void>()
  const rpcHandlers = new Map<string, RpcHandler>()
  let attributes: Record<string, string> = {}

  function send(header: AgentFrame, body?: Uint8Array, to?: string): void {
    const frame = encodeFrame(header, body)
    if (to !== undefined) members.get(to)?.outbox.send(frame)
    else for (const { outbox } of members.values()) outbox.send(frame)
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
      for (const listener of audioListeners) listener(samples, header.sampleRate, from)
      return
    }
    const text = fromUtf8(body)
    if (text === null) return onError('room text refused', { from, bytes: body.length })
    if (header.kind === 'text') {
      for (const listener of textListeners.get(header.topic) ?? []) listener(text, from)
      return
    }
    void answer(header, text, from)
  }

  return {
    agentIdentity,

    attach(carrier, identity) {
      const outbox = createOutbox(carrier, (error) =>
        onError('a room frame could not be sent', { to: identity, pii: { error: String(error) } }),
      )
      const member = { carrier, outbox }
      members.set(identity, member)
      carrier.onClose(() => {
        if (members.get(identity) === member) members.delete(identity)
      })
      outbox.send(encodeFrame({ kind: 'welcome', identity, agentIdentity, attributes }))
      carrier.onFrame((frame) => {
        try {
          receive(frame, identity)
        } catch (error) {
          // One participant's frame must not take the room down for the others.
          onError('a room listener failed', { from: identity, pii: { error: String(error) } })
        }
      })
    },

    publishData(topic, bytes, options = {}) {
      send({ kind: 'data', topic }, bytes, options.to)
    },

    streamText({ topic, attributes: about, senderIdentity, to }: TextStreamOptions): TextStreamWriter {
      const streamId = newId()
      const sender = senderIdentity ?? agentIdentity
      send({ kind: 'text.open', streamId, topic, sender, attributes: about }, undefined, to)
      return {
        write(text) {
          for (const piece of piecesOf(text)) send({ kind: 'text.chunk', streamId }, toUtf8(piece), to)
        },
        close: () => send({ kind: 'text.close', streamId }, undefined, to),
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

    async drained(identity) {
      const member = members.get(identity)
      member?.outbox.flush()
      await member?.carrier.drained?.()
    },

    onText(topic, listener): Unsubscribe {
      const listeners = textListeners.get(topic) ?? new Set()
      textListeners.set(topic, listeners.add(listener))
      return () => void listeners.delete(listener)
    },

    onRpc(method, handler): Unsubscribe {
      rpcHandlers.set(method, handler)
      return () => {
        if (rpcHandlers.get(method) === handler) rpcHandlers.delete(method)
      }
    },

    onAudio(listener): Unsubscribe {
      audioListeners.add(listener)
      return () => void audioListeners.delete(listener)
    },

    close() {
      for (const { carrier, outbox } of members.values()) {
        outbox.flush()
        carrier.close('The room was closed.')
      }
      members.clear()
    },
  }
}

/** A text in pieces, never cutting a character made of two code units in half. */
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
