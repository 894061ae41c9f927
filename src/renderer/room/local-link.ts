// The link to the local room: frames over a transport.
import { framesOf } from '../../core/wires/local-room/frame-bundle.ts'
import { decodeAgentFrame, encodeFrame } from '../../core/wires/local-room/codec.ts'
import type { Transport } from '../../base/transport.ts'
import { bytesOfSamples, samplesOfBytes } from '../../core/speech/pcm.ts'
import { fromUtf8, toUtf8 } from '../../base/utf8.ts'
import { FaultError, faultCodes, type FaultCode } from '../../shared/errors.ts'
import type { AgentFrame } from '../../shared/wire/local-room.ts'
import { DEFAULT_REMEDY, type RoomLink, type RoomListener } from './room-link.ts'

interface PendingCall {
  resolve(result: string): void
  reject(error: Error): void
}

export function openLocalLink(transport: Transport, listener: RoomListener): Promise<RoomLink> {
  const calls = new Map<string, PendingCall>()
  let nextCall = 1
  let welcomed = false
  let closed = false

  return new Promise((resolve, reject) => {
    function linkFor(identity: string, agentIdentity: string): RoomLink {
      return {
        identity,
        agentIdentity,
        way: { tag: 'local' },
        sendText: async (topic, text) => transport.send(encodeFrame({ kind: 'text', topic }, toUtf8(text))),
        call: (method, payload) =>
          new Promise((succeed, fail) => {
            const callId = String(nextCall++)
            calls.set(callId, { resolve: succeed, reject: fail })
            transport.send(encodeFrame({ kind: 'rpc.call', callId, method }, toUtf8(payload)))
          }),
        sendAudio: (samples, sampleRate) =>
          transport.send(encodeFrame({ kind: 'audio', sampleRate }, bytesOfSamples(samples))),
        close: () => transport.close(),
      }
    }

    function settleCall(header: Extract<AgentFrame, { kind: 'rpc.answer' }>, body: string): void {
      const call = calls.get(header.callId)
      calls.delete(header.callId)
      if (header.ok) call?.resolve(body)
      else call?.reject(new FaultError(faultCodeOf(header.code), body, header.remedy ?? DEFAULT_REMEDY))
    }

    function receive({ header, body }: { header: AgentFrame; body: Uint8Array }): void {
      switch (header.kind) {
        case 'welcome':
          if (welcomed) return
          welcomed = true
          resolve(linkFor(header.identity, header.agentIdentity))
          return listener.attributesChanged(header.attributes)
        case 'data':
          return listener.data(header.topic, body)
        case 'text.open': {
          const { streamId, topic, sender, attributes } = header
          return listener.textOpened({ streamId, topic, sender, attributes })
        }
        case 'text.chunk': {
          const text = fromUtf8(body)
          return text === null ? undefined : listener.textAppended(header.streamId, text)
        }
        case 'text.close':
          return listener.textClosed(header.streamId)
        case 'attributes':
          return listener.attributesChanged(header.attributes)
        case 'rpc.answer':
          return settleCall(header, fromUtf8(body) ?? '')
        case 'audio': {
          const samples = samplesOfBytes(body)
          return samples ? listener.audio(samples, header.sampleRate) : undefined
        }
        case 'bundle':
          // `receiveFrame` has unpacked it.
          return
      }
    }

    transport.onClose((reason) => {
      closed = true
      const error = new Error(reason)
      for (const call of calls.values()) call.reject(error)
      calls.clear()
      if (welcomed) listener.closed(reason)
      else reject(error)
    })
    function receiveFrame(frame: Uint8Array, bundled = false): void {
      // A frame may close the link, even in the middle of a bundle.
      const decoded = closed ? null : decodeAgentFrame(frame)
      if (!decoded) return
      if (decoded.header.kind !== 'bundle') receive(decoded)
      else if (!bundled) for (const inner of framesOf(decoded.body) ?? []) receiveFrame(inner, true)
    }
    transport.onFrame((frame) => receiveFrame(frame))
  })
}

const faultCodeOf = (code: string | undefined): FaultCode =>
  faultCodes.find((known) => known === code) ?? 'internal'
