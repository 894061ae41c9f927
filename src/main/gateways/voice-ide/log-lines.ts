// A session's log as lines of JSON. Incomplete or invalid lines are ignored.
import { z } from 'zod'
import type { Card, CardPatch } from '../../../core/wires/voice-ide/cards.ts'
import type { VoiceIdeLog } from '../../../core/wires/voice-ide/log.ts'
import {
  MAX_MESSAGE_TEXT,
  voiceIdeStates,
  type VoiceIdeMemory,
  type VoiceIdeRecord,
} from '../../../core/wires/voice-ide/memory.ts'
import { parseJson } from '../../../base/parse-json.ts'
import { artifactKinds } from '../../../shared/artifacts.ts'
import {
  kindOf,
  parseVoiceIdeEvent,
  type VoiceIdeEvent,
  type VoiceIdeEventOf,
} from '../../../shared/wire/voice-ide.ts'

const id = z.string().min(1).max(200)
const state = z.enum(voiceIdeStates)

const card = z.custom<Card>(
  (value) => z.looseObject({ type: z.enum(artifactKinds), id }).safeParse(value).success,
)
const cardPlace = z.templateLiteral(['/cards/', z.number().int().nonnegative()])
const cardPatch: z.ZodType<CardPatch> = z.union([
  z.object({ op: z.literal('add'), path: z.literal('/cards'), value: z.array(card) }),
  z.object({ op: z.enum(['add', 'replace']), path: cardPlace, value: card }),
  z.object({ op: z.literal('remove'), path: cardPlace }),
])

/** An event that this server sends, which is a subset of the protocol. */
function isTold(value: unknown): value is VoiceIdeEvent {
  const parsed = parseVoiceIdeEvent(value)
  if (!parsed.ok) return false
  const { event } = parsed
  switch (kindOf(event)) {
    case 'assistantSpeechPartial':
    case 'assistantSpeechFinal':
    case 'error':
      return true
    case 'assistantUIPatch': {
      const { patch } = (event as VoiceIdeEventOf<'assistantUIPatch'>).kind.assistantUIPatch
      return cardPatch.safeParse(parseJson(patch)).success
    }
    case 'toolCall': {
      const { name, arguments: args } = (event as VoiceIdeEventOf<'toolCall'>).kind.toolCall
      return name !== 'convo.setState' || z.object({ state }).safeParse(parseJson(args)).success
    }
    case 'sessionStart':
    case 'sessionStarted':
    case 'sessionReconnect':
    case 'userAudioTranscriptPartial':
    case 'userAudioTranscriptFinal':
    case 'toolResult':
      return false
  }
}

const record: z.ZodType<VoiceIdeRecord> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('told'),
    event: z.custom<VoiceIdeEvent>(isTold),
    aside: z.boolean().optional(),
  }),
  z.object({ type: z.literal('said'), id, text: z.string().max(MAX_MESSAGE_TEXT) }),
  z.object({ type: z.literal('answered'), id, callId: id }),
])

const memory: z.ZodType<VoiceIdeMemory> = z.object({
  cards: z.array(card),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
  seen: z.array(id),
  open: z.array(id),
  settled: z.array(id),
  awaited: z
    .custom<VoiceIdeEventOf<'toolCall'>>((value) => isTold(value) && kindOf(value) === 'toolCall')
    .nullable(),
  state,
  lastEventId: id.nullable(),
})
const beforeLine = z.object({ type: z.literal('before'), memory })

export const recordLine = (entry: VoiceIdeRecord): string => `${JSON.stringify(entry)}\n`

export function readLog(text: string): VoiceIdeLog {
  const log: { before: VoiceIdeMemory | null; records: VoiceIdeRecord[] } = { before: null, records: [] }
  for (const line of text.split('\n')) {
    if (line === '') continue
    const value = parseJson(line)
    const parsed = record.safeParse(value)
    if (parsed.success) log.records.push(parsed.data)
    else log.before = beforeLine.safeParse(value).data?.memory ?? log.before
  }
  return log
}

export const writeLog = ({ before, records }: VoiceIdeLog): string =>
  [
    before === null ? '' : `${JSON.stringify({ type: 'before', memory: before })}\n`,
    ...records.map(recordLine),
  ].join('')
