// One run: (run, gateway event) → (run, brain events). No part of the reply is lost or repeated, whichever connection it came
// over, because the text so far is compared with the whole each time.
import { toolRegistry } from '../../tools/registry.ts'
import type { BrainEvent, ToolCall } from '../../ports/brain.ts'
import { artifactId } from '../../artifacts/artifact-id.ts'
import { truncate } from '../../../base/truncate.ts'
import { plainOutput } from '../../understanding/replies/plain-output.ts'
import { runFault } from './faults.ts'
import { searchCommand } from '../../artifacts/search-command.ts'
import { filledField, COMMAND_KEYS } from '../../artifacts/tool-fields.ts'
import type { GatewayEvent } from './gateway-event.ts'
import { outcomeOf } from './tool-outcome.ts'

export interface Run {
  /** Parley's id, which is the turn's. */
  runId: string
  /** The gateway's key. It changes if another run takes over, for example after a restart of the gateway. */
  key: string
  /** The reply of the runs before this one. */
  before: string
  /** The whole reply so far. */
  reply: string
  /** Titles of calls that have not started yet. */
  titles: ReadonlyMap<string, string>
  /** Running calls. */
  calls: ReadonlyMap<string, ToolCall>
  /** Ended calls. Each is reported once, live or from the history. */
  done: ReadonlySet<string>
}

export interface RunStep {
  run: Run
  events: BrainEvent[]
}

/** Enough to follow a command; its result has the whole output. */
const MAX_OUTPUT = 64_000
const MAX_CALLS = 500

export const newRun = (runId: string, key: string): Run => ({
  runId,
  key,
  before: '',
  reply: '',
  titles: new Map(),
  calls: new Map(),
  done: new Set(),
})

/** Another run of the gateway continues where this one was cut off. */
export const takenOver = (run: Run, key: string): Run =>
  run.key === key ? run : { ...run, key, before: run.reply === '' ? '' : `${run.reply}\n\n` }

export function followRun(run: Run, event: GatewayEvent): RunStep {
  const { runId } = run
  switch (event.type) {
    case 'text':
      return setReply(run, run.before + event.text, event.replaces)
    case 'piece':
      return setReply(run, run.reply + event.piece, false)
    case 'completed':
      return end(run, event.text, { type: 'run.ended', runId, outcome: 'completed' })
    case 'aborted':
      return end(run, event.text, { type: 'run.ended', runId, outcome: 'aborted' })
    case 'failed':
      return { run, events: [{ type: 'run.failed', runId, fault: runFault(event.message, event.kind) }] }
    case 'doing':
      return { run, events: [{ type: 'status.told', runId, detail: truncate(event.text, 200) }] }
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
        ...(title !== undefined && { title: truncate(title, 300) }),
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
    case 'alive':
    case 'approval.requested':
    case 'approval.resolved':
      return { run, events: [] }
  }
}

function setReply(run: Run, whole: string, replaces: boolean): RunStep {
  const { runId, reply } = run
  if (whole === reply) return { run, events: [] }
  if (whole.startsWith(reply)) {
    return {
      run: { ...run, reply: whole },
      events: [{ type: 'text.appended', runId, delta: whole.slice(reply.length) }],
    }
  }
  // An older text that came late, or over another connection.
  if (!replaces && reply.startsWith(whole)) return { run, events: [] }
  return { run: { ...run, reply: whole }, events: [{ type: 'text.replaced', runId, text: whole }] }
}

function end(run: Run, text: string | null, last: BrainEvent): RunStep {
  const step = text === null ? { run, events: [] } : setReply(run, run.before + text, false)
  return { run: step.run, events: [...step.events, last] }
}

/** The output of a running command; its result replaces it at the end. */
function printed(run: Run, callId: string, output: string): BrainEvent[] {
  const call = run.calls.get(callId)
  const command = filledField(call?.args, COMMAND_KEYS)
  if (call === undefined || command === undefined || run.done.has(callId)) return []
  // Search results are shown as such, at the end.
  if (searchCommand(command) !== null) return []
  const artifact = {
    kind: 'code',
    id: artifactId(run.runId, callId),
    title: truncate(`$ ${command}`.replace(/\s+/g, ' '), 200),
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
  // A call whose start was missed is still reported completely.
  const call = known ?? { callId, name, args: {} }
  const events: BrainEvent[] = known ? [] : [{ type: 'tool.started', runId, call }]
  const outcome = outcomeOf(call, event.isError, event.result)
  const artifact = toolRegistry.foreignArtifact(runId, call, outcome)
  events.push({ type: 'tool.ended', runId, call, artifact })
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
