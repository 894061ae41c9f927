// Where the time of a turn went, as segments of a bar and as rows of a table.
import type { TurnTiming } from '../../shared/conversation.ts'
import type { Conversation } from '../store/state.ts'

export type PartKind = 'talked' | 'transcribed' | 'tools' | 'thought' | 'voiced' | 'rest'

export interface TimePart {
  kind: PartKind
  ms: number
}

export const partNames: Record<PartKind, string> = {
  talked: 'You talked',
  transcribed: 'Transcription',
  tools: 'Tools',
  thought: 'Until the first word',
  voiced: 'Until the first sound',
  rest: 'Until the end',
}

/** The spans follow each other without overlap. Tools that ran after the first word count as the rest. */
export function timeParts(timing: TurnTiming): TimePart[] {
  const { talked, ended } = timing
  const transcribed = timing.recognised ?? 0
  const firstWord = Math.max(transcribed, timing.firstWord ?? ended)
  const tools = Math.min(timing.tools, firstWord - transcribed)
  const firstSound = Math.max(firstWord, timing.firstSound ?? firstWord)
  const parts: TimePart[] = [
    { kind: 'talked', ms: talked },
    { kind: 'transcribed', ms: transcribed },
    { kind: 'tools', ms: tools },
    { kind: 'thought', ms: firstWord - transcribed - tools },
    { kind: 'voiced', ms: firstSound - firstWord },
    { kind: 'rest', ms: ended - firstSound },
  ]
  return parts.filter(({ ms }) => ms > 0)
}

/** For a small bar: the time before and after the wait must not crowd out the wait. */
export function barParts(timing: TurnTiming): TimePart[] {
  const longest = waitOf(timing)
  return timeParts(timing)
    .filter(({ kind }) => kind !== 'rest')
    .map(({ kind, ms }) => ({ kind, ms: kind === 'talked' ? Math.min(ms, longest) : ms }))
}

/** How long the user waited until there was something to hear or read. */
export function waitOf({ firstSound, firstWord, ended }: TurnTiming): number {
  return firstSound ?? firstWord ?? ended
}

export function msText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
}

export const turnAsJson = (turnId: string, timing: TurnTiming): string =>
  JSON.stringify({ turnId, ...timing }, null, 2)

/** All turns of the conversation, in order, with their text. */
export function timesAsJson({ timings, transcript }: Pick<Conversation, 'timings' | 'transcript'>): string {
  const said = new Map(
    transcript.flatMap(({ role, turnId, text, timestamp }) =>
      role === 'user' && turnId !== null ? [[turnId, { text, at: timestamp }] as const] : [],
    ),
  )
  const turns = Object.entries(timings).map(([turnId, timing]) => ({
    turnId,
    ...said.get(turnId),
    ...timing,
  }))
  return JSON.stringify(
    { unit: 'milliseconds since the user released the key or sent the text', turns },
    null,
    2,
  )
}
