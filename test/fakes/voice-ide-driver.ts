// Drives a VoiceIDE session: only the test moves the time, and ids are counted.
import { readVoiceIdeFrame } from '../../src/core/wires/voice-ide/frames.ts'
import { emptyMemory, type VoiceIdeRecord } from '../../src/core/wires/voice-ide/memory.ts'
import {
  restoredSession,
  stepVoiceIde,
  nextDueAt,
  type VoiceIdeInput,
  type VoiceIdeOutput,
  type VoiceIdeSession,
} from '../../src/core/wires/voice-ide/session.ts'
import type { GuestEvent } from '../../src/core/ports/guests.ts'
import type { VoiceIdeEvent } from '../../src/shared/wire/voice-ide.ts'

export type Kind = Record<string, unknown>

export function driveVoiceIde(memory = emptyMemory, prefix = 'e') {
  let session: VoiceIdeSession = restoredSession(memory)
  let now = 1_000_000
  let made = 0
  let sent = 0
  /** The last turn that the brain was asked. */
  let turnId = ''
  const newId = (): string => `${prefix}${++made}`

  function feed(input: VoiceIdeInput): VoiceIdeOutput[] {
    const envelope = () => ({ id: newId(), timestamp: '2025-01-15T10:30:00.000Z' })
    const step = stepVoiceIde(session, input, { now, newId, envelope })
    session = step.session
    for (const output of step.outputs) if (output.type === 'ask') turnId = output.turnId
    return step.outputs
  }

  /** A client's event, as a frame. */
  function frame(data: string | Uint8Array): VoiceIdeOutput[] {
    const read = readVoiceIdeFrame(data, true)
    if (read.type === 'event') return feed({ type: 'client', event: read.event })
    if (read.type === 'refused') return feed({ type: 'refused', code: read.code, message: read.message })
    return []
  }

  const client = (kind: Kind, id = `${prefix}-c${++sent}`): VoiceIdeOutput[] =>
    frame(JSON.stringify({ id, timestamp: '2025-01-15T10:30:00.000Z', kind }))

  return {
    session: () => session,
    feed,
    frame,
    client,
    turnId: () => turnId,
    attach: (how: 'started' | 'replayed' | 'snapshot' = 'started') => feed({ type: 'attached', how }),
    say: (text: string) => client({ userAudioTranscriptFinal: { text } }),
    answer: (callId: string, error: string | null = null) =>
      client({ toolResult: { callId, result: error === null ? '{"ok":true}' : null, error } }),
    guest: (event: GuestEvent) => feed({ type: 'guest', event }),
    reply: (delta: string) => feed({ type: 'guest', event: { type: 'reply.appended', turnId, delta } }),
    end: (outcome: 'completed' | 'interrupted' = 'completed') =>
      feed({ type: 'guest', event: { type: 'turn.ended', turnId, outcome, reply: '' } }),
    /** Moves the time, and wakes the session whenever something is due. */
    wait(ms: number): VoiceIdeOutput[] {
      const until = now + ms
      const outputs: VoiceIdeOutput[] = []
      for (let due = nextDueAt(session); due !== null && due <= until; due = nextDueAt(session)) {
        now = Math.max(now, due)
        outputs.push(...feed({ type: 'woken' }))
      }
      now = until
      return outputs
    },
  }
}

export const recordsOf = (outputs: readonly VoiceIdeOutput[]): VoiceIdeRecord[] =>
  outputs.flatMap((output) => (output.type === 'record' ? [output.record] : []))

export const toldOf = (outputs: readonly VoiceIdeOutput[]): VoiceIdeEvent[] =>
  outputs.flatMap((output) => {
    if (output.type === 'refuse') return [output.event]
    return output.type === 'record' && output.record.type === 'told' ? [output.record.event] : []
  })

/** The id of the last call in these. */
export function callIn(outputs: readonly VoiceIdeOutput[]): string {
  const events = outputs.flatMap((output) => (output.type === 'repeat' ? [output.event] : toldOf([output])))
  const calls = events.flatMap(({ kind }) => ('toolCall' in kind ? [kind.toolCall.callId] : []))
  const last = calls.at(-1)
  if (last === undefined) throw new Error('There is no call in these.')
  return last
}

/** An event in short: `convo.setState {"state":"idle"}`, `assistantSpeechFinal Hi there!`, `error tool_failed`. */
export function inShort({ kind }: VoiceIdeEvent): string {
  if ('toolCall' in kind) return `${kind.toolCall.name} ${kind.toolCall.arguments}`
  if ('error' in kind) return `error ${kind.error.code}`
  if ('assistantUIPatch' in kind) return `patch ${kind.assistantUIPatch.patch}`
  const [name, body] = Object.entries(kind)[0] as [string, { text?: string }]
  return `${name} ${body.text ?? ''}`
}

export const sentInShort = (outputs: readonly VoiceIdeOutput[]): string[] => toldOf(outputs).map(inShort)
