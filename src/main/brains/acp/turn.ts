// One turn of an agent: its updates become brain events, its tool calls are compared with what is on disk.
import type { SessionUpdate, StopReason, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { Artifact } from '../../../shared/artifacts.ts'
import { artifactId } from '../../../core/artifacts/artifact-id.ts'
import { newDiffBudget } from '../../../core/artifacts/unified-diff.ts'
import type { BrainEvent, BrainRequest } from '../../../core/ports/brain.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { readTool } from '../../../core/tools/read-file.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import { callArtifact, wordArtifacts } from '../../../core/wires/acp/call-artifact.ts'
import { changeOf, type FileChange, type FileImage } from '../../../core/wires/acp/file-change.ts'
import { imageBefore } from '../../../core/wires/acp/proposed-change.ts'
import {
  askedFor,
  filesOf,
  followRun,
  liveOutput,
  newRun,
  outputArtifact,
  type RunRequest,
  type RunStep,
} from '../../../core/wires/acp/run.ts'
import { endEvents } from '../../../core/wires/acp/stop-reason.ts'
import { type AgentCall, changesFiles, commandOf, kindOf } from '../../../core/wires/acp/tool-call.ts'
import { onlyReads } from '../../../core/wires/acp/unasked.ts'
import { createEventOrder } from './event-order.ts'
import { createFileImages, type FileImages } from './file-images.ts'
import { createGrants, type Grants } from './grants.ts'
import { createShownSeldom } from './shown-seldom.ts'

export interface Turn {
  readonly request: BrainRequest
  readonly runId: string
  readonly images: FileImages
  readonly grants: Grants
  receive(update: SessionUpdate): void
  /** The agent asks for permission for this call. Returns what is known of the call; null if it is over. */
  asked(call: ToolCallUpdate): AgentCall | null
  /** The files of the folder that the call is about. */
  filesOf(call: AgentCall): string[]
  /** Passes an event on, after those that wait for the disk. */
  emit(event: BrainEvent): void
  /** Parley wrote a file for the agent. */
  wrote(file: string, before: string | null, after: string): void
  /** A terminal of the agent printed something. */
  printed(terminalId: string, title: string, text: string): void
  /** The agent ended the turn. Resolves with the last events, when all others are out. */
  finish(reason: StopReason): Promise<BrainEvent[]>
  /** No event comes any more. */
  close(): void
}

interface Deps {
  request: BrainRequest
  root: string
  agent: string
  tools: Toolbox
  clock: Clock
  emit(event: BrainEvent): void
  /** Whether the agent is in a mode in which it has to ask before it acts. */
  mustAsk(deed: 'write' | 'run'): boolean
}

/** An agent that never asks is told about, but not with a hundred lines. */
const MAX_WARNINGS = 20

export function createTurn(deps: Deps): Turn {
  const { request, root, agent, tools, clock } = deps
  const { runId } = request
  let run = newRun(runId, root, agent)
  let isClosed = false
  let hasSaid = false
  let warnings = 0
  /** The output of terminals, and the artifacts that show it. */
  const terminals = new Map<string, { text: string; title: string; artifactId: string }>()
  const images = createFileImages({ tools, clock })
  const grants = createGrants()
  const seldom = createShownSeldom(clock)
  const order = createEventOrder((event) => {
    if (!isClosed) deps.emit(event)
  })

  function apply(step: RunStep): void {
    ;({ run } = step)
    if (step.events.length > 0) {
      hasSaid = true
      order.add(step.events)
    }
    for (const one of step.requests) if (!isClosed) perform(one)
  }

  function perform(wanted: RunRequest): void {
    switch (wanted.type) {
      case 'files.keep': {
        // A file that is read is shown, and known from that.
        if (kindOf(wanted.call) === 'read') return
        const isOver = wanted.call.status === 'completed' || wanted.call.status === 'failed'
        for (const file of wanted.files) images.keep(wanted.call.id, file, isOver)
        return
      }
      case 'call.end':
        seldom.drop(wanted.call.id)
        return order.addLater(() => ended(wanted.call))
      case 'output.show':
        return seldom.show(wanted.call.id, () => {
          const artifact = liveOutput(runId, wanted.call)
          if (artifact) order.add([{ type: 'artifact.made', runId, artifact }])
        })
      case 'plan.show': {
        hasSaid = true
        const { artifact } = wanted
        return seldom.show('plan', () => order.add([{ type: 'artifact.made', runId, artifact }]))
      }
    }
  }

  /** The last events of a call. */
  async function ended(call: AgentCall): Promise<BrainEvent[]> {
    const told = call.told
    if (told === null) return []
    const changes = await changesOf(call)
    images.release(call.id)
    const facts = {
      runId,
      root,
      call,
      changes,
      isRefused: grants.isRefused(call.id),
      terminal: terminalOf(call),
    }
    const artifact = (await readAgain(call)) ?? sameTab(call, callArtifact(facts))
    const more = wordArtifacts(facts)
    const warning = unasked(call, changes)
    grants.ended(call.id)
    return [
      ...(warning === null ? [] : [warning]),
      { type: 'tool.ended', runId, call: told, artifact },
      ...more.map((one): BrainEvent => ({ type: 'artifact.made', runId, artifact: one })),
    ]
  }

  async function changesOf(call: AgentCall): Promise<FileChange[]> {
    const kind = kindOf(call)
    // What only reads is not compared: somebody else may have changed the file meanwhile.
    if (kind === 'read' || kind === 'think' || (call.status === 'failed' && grants.isRefused(call.id)))
      return []
    const budget = newDiffBudget()
    const found = await Promise.all(
      filesOf(call, root).map(async (file) => {
        const before = await images.before(file)
        return { file, before, after: await images.now(file) }
      }),
    )
    return found.flatMap(({ file, before, after }) => {
      const known = seenBefore(call, file, before, after)
      if (known !== null) {
        const change = changeOf(file, known, after, budget)
        if (change) remember(file, known, after)
        return change ?? []
      }
      const isChange = call.status === 'completed' && changesFiles(call)
      return isChange
        ? { file, diff: '', words: `${file} was changed. Parley did not see it before that.` }
        : []
    })
  }

  /** A change that the agent made itself can be undone like one that Parley made for it. */
  function remember(file: string, before: FileImage, after: FileImage): void {
    if (images.takeWritten(file) || before.kind === 'unreadable' || after.kind === 'unreadable') return
    const textOf = (image: typeof before): string | null => (image.kind === 'text' ? image.text : null)
    void tools.act(({ edits }) => edits.record({ file, before: textOf(before), after: textOf(after) }))
  }

  /** The file before the call. If the call was told too late, the agent's own report has to do. */
  function seenBefore(
    call: AgentCall,
    file: string,
    before: FileImage | null,
    after: FileImage,
  ): FileImage | null {
    const isLate = before?.kind === 'text' && after.kind === 'text' && before.text === after.text
    if ((before !== null && !isLate) || after.kind !== 'text' || grants.isGranted(call.id)) return before
    return (call.status === 'completed' ? imageBefore(call, root, file, after.text) : null) ?? before
  }

  /** A file that was read is shown as it is on disk: each agent reports it in a format of its own. */
  async function readAgain(call: AgentCall): Promise<Artifact | null> {
    if (kindOf(call) !== 'read' || call.status === 'failed') return null
    const [path] = filesOf(call, root)
    if (path === undefined) return null
    const told = call.locations.find(({ line }) => line)?.line ?? call.input['offset'] ?? call.input['line']
    const line = typeof told === 'number' && Number.isSafeInteger(told) && told > 1 ? told : undefined
    const args = { path, ...(line !== undefined && { line }) }
    const outcome = await tools.run(readTool, args, { id: artifactId(runId, call.id) })
    if (!outcome.ok) return null
    const { value } = outcome
    if (value.kind === 'text' && value.startLine === undefined && !value.partial) images.saw(path, value.text)
    return outcome.artifact
  }

  /** Output that has a tab already stays in it. */
  function sameTab(call: AgentCall, artifact: Artifact | null): Artifact | null {
    const tab = terminalIn(call)
    return artifact && tab && artifact.kind !== 'error' ? { ...artifact, id: tab.artifactId } : artifact
  }

  function terminalIn(call: AgentCall) {
    const part = call.content.find(({ type }) => type === 'terminal')
    return part?.type === 'terminal' ? terminals.get(part.terminalId) : undefined
  }

  const terminalOf = (call: AgentCall): string | null => terminalIn(call)?.text ?? null

  /** A warning, if the call did something that the agent had to ask for. */
  function unasked(call: AgentCall, changes: readonly FileChange[]): BrainEvent | null {
    if (!deps.mustAsk('write') || call.status !== 'completed' || grants.covers(call.id)) return null
    const changed = changes.filter(({ file }) => !grants.hasFile(file)).map(({ file }) => file)
    const command = kindOf(call) === 'execute' ? commandOf(call) : null
    const ran = command !== null && !grants.hasCommand(command) && !onlyReads(command)
    if ((changed.length === 0 && !ran) || warnings >= MAX_WARNINGS) return null
    warnings++
    const deed = changed.length > 0 ? `changed ${changed.join(', ')}` : `ran “${command}”`
    return {
      type: 'notice.told',
      runId,
      text: `${agent} ${deed} without asking.`.slice(0, 1000),
      isWarning: true,
    }
  }

  const isNamed = (file: string): boolean =>
    [...run.calls.values()].some((call) => filesOf(call, root).includes(file))

  return {
    request,
    runId,
    images,
    grants,
    receive(update) {
      if (!isClosed) apply(followRun(run, update))
    },
    asked(call) {
      if (isClosed || run.done.has(call.toolCallId)) return null
      apply(askedFor(run, call))
      return run.calls.get(call.toolCallId) ?? null
    },
    filesOf: (call) => filesOf(call, root),
    emit: (event) => order.add([event]),
    wrote(file, before, after) {
      images.wrote(file, before)
      if (isClosed || isNamed(file)) return
      // No call tells of it, so it is shown by itself.
      const then: FileImage = before === null ? { kind: 'absent' } : { kind: 'text', text: before }
      const change = changeOf(file, then, { kind: 'text', text: after }, newDiffBudget())
      if (!change || change.diff === '') return
      const artifact: Artifact = {
        kind: 'diff',
        id: artifactId(runId, `wrote ${file}`),
        title: file.split('/').at(-1) ?? file,
        file,
        diff: change.diff,
      }
      order.add([{ type: 'artifact.made', runId, artifact }])
    },
    printed(terminalId, title, text) {
      if (isClosed) return
      const call = [...run.calls.values()].find((one) =>
        one.content.some((part) => part.type === 'terminal' && part.terminalId === terminalId),
      )
      const known = terminals.get(terminalId)
      const id = known?.artifactId ?? artifactId(runId, call?.id ?? `terminal ${terminalId}`)
      terminals.set(terminalId, { text, title, artifactId: id })
      const shown = outputArtifact(runId, { ...emptyCall, title }, text)
      if (text.trim() !== '') order.add([{ type: 'artifact.made', runId, artifact: { ...shown, id, title } }])
    },
    async finish(reason) {
      seldom.flush('plan')
      // Calls that the agent forgot are over now.
      for (const call of run.calls.values()) order.addLater(() => ended(call))
      await order.idle()
      return endEvents(runId, agent, reason, hasSaid)
    },
    close() {
      isClosed = true
      seldom.drop()
      images.clear()
      terminals.clear()
    },
  }
}

const emptyCall: AgentCall = {
  id: 'terminal',
  kind: 'execute',
  title: '',
  name: '',
  status: 'in_progress',
  input: {},
  content: [],
  locations: [],
  output: undefined,
  printed: '',
  told: null,
}
