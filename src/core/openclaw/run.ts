// One run, as the gateway tells it: (run, event) → (run, what the conversation hears). No word of the reply is lost or
// told twice, whichever connection it came over, because what was said is compared with the whole each time.
import type { BrainEvent, ToolCall } from '../ports.ts'
import { artifactId } from '../interceptors/artifact-id.ts'
import { boundText } from '../interceptors/bound-text.ts'
import { plainOutput } from '../replies/plain-output.ts'
import { runFault } from './run-faults.ts'
import { searchCommand } from '../interceptors/search-command.ts'
import { filledField, COMMAND_KEYS } from '../interceptors/tool-fields.ts'
import type { GatewayEvent } from './gateway-event.ts'
import { outcomeOf } from './tool-outcome.ts'

export interface Run {
  /** Ours, which is the turn's. */
  runId: string
  /** The gateway's. Changes when another run takes over, as after a restart of the gateway. */
  key: string
  /** What the runs before this one said. */
  before: string
  /** All that was said. */
  said: string
  /** What calls that have not begun yet are called. */
  titles: ReadonlyMap<string, string>
  /** Calls that are going on. */
  calls: ReadonlyMap<string, ToolCall>
  /** Calls that are over; they are told once, live or from the history. */
  done: ReadonlySet<string>
}

export interface RunStep {
  run: Run
  events: BrainEvent[]
}

/** A page of output is enough to see how it goes; the whole comes with the result. */
const MAX_OUTPUT = 64_000
/** More calls than this are not remembered by name. */
const MAX_CALLS = 500

export const newRun = (runId: string, key: string): Run => ({
  runId,
  key,
  before: '',
  said: '',
  titles: new Map(),
  calls: new Map(),
  done: new Set(),
})

/** Another run of the gateway goes on where this one was cut off. */
export const takenOver = (run: Run, key: string): Run =>
  run.key === key ? run : { ...run, key, before: run.said === '' ? '' : `${run.said}\n\n` }

export function followRun(run: Run, event: GatewayEvent): RunStep {
  const { runId } = run
  switch (event.type) {
    case 'text':
      return say(run, run.before + event.text, event.anew)
    case 'piece':
      return say(run, run.said + event.piece, false)
    case 'completed':
      return end(run, event.text, { type: 'run.ended', runId, outcome: 'completed' })
    case 'aborted':
      return end(run, event.text, { type: 'run.ended', runId, outcome: 'aborted' })
    case 'failed':
      return { run, events: [{ type: 'run.failed', runId, fault: runFault(event.message, event.kind) }] }
    case 'doing':
      return { run, events: [{ type: 'status.told', runId, detail: boundText(event.words, 200) }] }
    case 'titled':
      return { run: { ...run, titles: remember(run.titles, event.callId, event.title) }, events: [] }
    case 'tool.started': {
      if (run.calls.has(event.callId) || run.done.has(event.callId)) return { run, events: [] }
      const title = run.titles.get(event.callId)
      const { callId, name, args } = event
      const call: ToolCall = {
        callId,
        name,
        args,
        ...(title !== undefined && { title: boundText(title, 300) }),
      }
      return {
        run: { ...run, titles: without(run.titles, callId), calls: remember(run.calls, callId, call) },
        events: [{ type: 'tool.started', runId, call }],
      }
    }
    case 'tool.printed':
      return { run, events: printed(run, event.callId, event.output) }
    case 'tool.ended':
      return toolEnded(run, event)
    case 'stirred':
    case 'approval.requested':
    case 'approval.resolved':
      return { run, events: [] }
  }
}

function say(run: Run, whole: string, anew: boolean): RunStep {
  const { runId, said } = run
  if (whole === said) return { run, events: [] }
  if (whole.startsWith(said)) {
    return {
      run: { ...run, said: whole },
      events: [{ type: 'text.appended', runId, delta: whole.slice(said.length) }],
    }
  }
  // Older than what was said already: it came late, or over another connection.
  if (!anew && said.startsWith(whole)) return { run, events: [] }
  return { run: { ...run, said: whole }, events: [{ type: 'text.replaced', runId, text: whole }] }
}

function end(run: Run, text: string | null, last: BrainEvent): RunStep {
  const step = text === null ? { run, events: [] } : say(run, run.before + text, false)
  return { run: step.run, events: [...step.events, last] }
}

/** What a command prints while it runs; what it leaves takes its place when it ends. */
function printed(run: Run, callId: string, output: string): BrainEvent[] {
  const call = run.calls.get(callId)
  const command = filledField(call?.args, COMMAND_KEYS)
  if (call === undefined || command === undefined || run.done.has(callId)) return []
  // Hits of a search are shown as hits, once they are all there.
  if (searchCommand(command) !== null) return []
  const artifact = {
    kind: 'code',
    id: artifactId(run.runId, callId),
    title: boundText(`$ ${command}`.replace(/\s+/g, ' '), 200),
    content: plainOutput(output.slice(-MAX_OUTPUT)),
    language: 'plaintext',
  } as const
  return [{ type: 'artifact.made', runId: run.runId, artifact }]
}

function toolEnded(run: Run, event: Extract<GatewayEvent, { type: 'tool.ended' }>): RunStep {
  const { callId, name } = event
  if (run.done.has(callId)) return { run, events: [] }
  const { runId } = run
  const known = run.calls.get(callId)
  // A call whose start was missed is still told whole: before and after.
  const call = known ?? { callId, name, args: {} }
  const events: BrainEvent[] = known ? [] : [{ type: 'tool.started', runId, call }]
  events.push({ type: 'tool.ended', runId, call, outcome: outcomeOf(call, event.isError, event.result) })
  const done = new Set(run.done).add(callId)
  if (done.size > MAX_CALLS) done.delete(done.values().next().value!)
  return { run: { ...run, calls: without(run.calls, callId), done }, events }
}

function remember<V>(known: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> {
  const next = new Map(known).set(key, value)
  if (next.size > MAX_CALLS) next.delete(next.keys().next().value!)
  return next
}

function without<V>(known: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!known.has(key)) return known
  const next = new Map(known)
  next.delete(key)
  return next
}
