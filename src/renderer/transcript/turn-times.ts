// Where the time of a turn went, as parts of a bar and as rows of a table.
import type { TurnTiming } from '../../shared/conversation.ts'
import type { RoomState } from '../store/state.ts'

export type PartKind = 'talked' | 'recognised' | 'tools' | 'thought' | 'voiced' | 'rest'

export interface TimePart {
  kind: PartKind
  ms: number
}

export const partNames: Record<PartKind, string> = {
  talked: 'You talked',
  recognised: 'Words made out',
  tools: 'Tools at work',
  thought: 'Until the first word',
  voiced: 'Until the first sound',
  rest: 'Until the end',
}

/** One after the other, none of them twice. Tools that went on after the first word count as the rest. */
export function timeParts(timing: TurnTiming): TimePart[] {
  const { talked, ended } = timing
  const recognised = timing.recognised ?? 0
  const firstWord = Math.max(recognised, timing.firstWord ?? ended)
  const tools = Math.min(timing.tools, firstWord - recognised)
  const firstSound = Math.max(firstWord, timing.firstSound ?? firstWord)
  const parts: TimePart[] = [
    { kind: 'talked', ms: talked },
    { kind: 'recognised', ms: recognised },
    { kind: 'tools', ms: tools },
    { kind: 'thought', ms: firstWord - recognised - tools },
    { kind: 'voiced', ms: firstSound - firstWord },
    { kind: 'rest', ms: ended - firstSound },
  ]
  return parts.filter(({ ms }) => ms > 0)
}

/** For a small bar: what came before and after the wait must not crowd out the wait itself. */
export function barParts(timing: TurnTiming): TimePart[] {
  const longest = waitOf(timing)
  return timeParts(timing)
    .filter(({ kind }) => kind !== 'rest')
    .map(({ kind, ms }) => ({ kind, ms: kind === 'talked' ? Math.min(ms, longest) : ms }))
}

/** What counts for whoever waits: until something could be heard or read. */
export function waitOf({ firstSound, firstWord, ended }: TurnTiming): number {
  return firstSound ?? firstWord ?? ended
}

export function msWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
}

export const turnAsJson = (turnId: string, timing: TurnTiming): string =>
  JSON.stringify({ turnId, ...timing }, null, 2)

/** All turns of the session, in order, with the words of each. */
export function timesAsJson({ timings, transcript }: Pick<RoomState, 'timings' | 'transcript'>): string {
  const said = new Map(
    transcript.flatMap(({ role, turnId, text, timestamp }) =>
      role === 'user' && turnId !== null ? [[turnId, { words: text, at: timestamp }] as const] : [],
    ),
  )
  const turns = Object.entries(timings).map(([turnId, timing]) => ({
    turnId,
    ...said.get(turnId),
    ...timing,
  }))
  return JSON.stringify({ unit: 'milliseconds since the words were complete', turns }, null, 2)
}
