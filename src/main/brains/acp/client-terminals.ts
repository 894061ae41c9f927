// Commands that the agent runs through Parley, with their output in a tab. They run as Parley's own commands do: in the open
// folder, without Parley's secrets, and with all their processes ended when they are stopped.
import type { CreateTerminalRequest, TerminalExitStatus } from '@agentclientprotocol/sdk'
import { shortTitle } from '../../../core/artifacts/artifact-title.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { CommandResult } from '../../../core/tools/codebase.ts'
import type { Shell } from '../../../core/tools/shell-word.ts'
import type { Result, Toolbox } from '../../../core/tools/toolbox.ts'
import type { AgentTerminals } from './agent-link.ts'
import { notFound, clientError, refusal } from './client-error.ts'
import { terminalCommand, type TerminalCommand } from './terminal-command.ts'
import { createLiveOutput, type LiveOutput } from './terminal-live-output.ts'
import { createTerminalOutput, type TerminalOutput } from './terminal-output.ts'

const MAX_RUNNING = 16
/** Ended terminals that the agent did not release; the oldest is forgotten. */
const MAX_ENDED = 64
const DEFAULT_OUTPUT_BYTES = 256 * 1024
const MAX_OUTPUT_BYTES = 1024 * 1024

interface Deps {
  tools: Toolbox
  clock: Pick<Clock, 'now' | 'after'>
  newId(): string
  /** Which program reads command lines on this computer. */
  shell: Shell
  /** Whether the agent may run this command now. It may wait for the user. */
  mayRun(command: string, request: TerminalCommand): boolean | Promise<boolean>
  /** New output for the tab of a terminal; the last one has `running: false`. */
  onOutput(terminalId: string, output: LiveOutput): void
}

export interface ClientTerminals extends AgentTerminals {
  /** Ends every running command, for example because the user stopped the turn. The agent can still read their output. */
  stopAll(): void
}

interface Terminal {
  output: TerminalOutput
  /** Ends the command and its processes. */
  stop: AbortController
  status: TerminalExitStatus | null
  exited: Promise<TerminalExitStatus>
}

export function createClientTerminals(deps: Deps): ClientTerminals {
  const { tools, mayRun } = deps
  const terminals = new Map<string, Terminal>()
  /** Commands from the request until their end: also those that wait for permission, and those released while they end. */
  const active = new Set<AbortController>()
  const running = new Set<Promise<unknown>>()
  let closed = false

  function find(terminalId: string): Terminal {
    const terminal = terminals.get(terminalId)
    if (!terminal) throw notFound(terminalId)
    return terminal
  }

  async function create(request: CreateTerminalRequest): Promise<{ terminalId: string }> {
    const fault = tools.refusal()
    if (fault) throw refusal(fault.code, `${fault.message} ${fault.remedy}`)
    if (active.size >= MAX_RUNNING)
      throw refusal('not_allowed', `At most ${MAX_RUNNING} commands run at the same time. End one first.`)
    const command = terminalCommand(request, deps.shell)
    const stop = new AbortController()
    active.add(stop)
    try {
      if (!(await mayRun(command.line, command)) || stop.signal.aborted || closed)
        throw refusal('not_allowed', 'The user did not allow this command. It did not run.')
      return { terminalId: await start(command, stop, outputLimit(request)) }
    } catch (error) {
      active.delete(stop)
      throw error
    }
  }

  async function start(command: TerminalCommand, stop: AbortController, limit: number): Promise<string> {
    const terminalId = deps.newId()
    const output = createTerminalOutput(limit)
    const live = createLiveOutput({
      clock: deps.clock,
      title: shortTitle(`$ ${command.line}`),
      onOutput: (shown) => deps.onOutput(terminalId, shown),
    })
    let begin = (): void => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const ended = tools.act(({ workspace }) =>
      workspace.runCommand(command.line, {
        cwd: command.folder,
        env: command.environment,
        timeoutMs: null,
        pourOutput: true,
        signal: stop.signal,
        onStarted: begin,
        onOutput(text) {
          output.add(text)
          live.add(text)
        },
      }),
    )
    const exited = ended.then(statusOf)
    const terminal: Terminal = { output, stop, status: null, exited }
    running.add(exited)
    void exited.then((status) => {
      terminal.status = status
      running.delete(exited)
      active.delete(stop)
      live.end()
    })

    // Either it starts, or it ends without having started.
    const failed = await Promise.race([begun, ended])
    if (failed && !failed.ok) throw clientError(failed, command.folder ?? command.line)
    terminals.set(terminalId, terminal)
    forgetEnded(terminals)
    return terminalId
  }

  function stopAll(): void {
    for (const stop of active) stop.abort()
  }

  return {
    create,
    output(terminalId) {
      const { output, status } = find(terminalId)
      return { ...output.read(), ...(status && { exitStatus: status }) }
    },
    waitForExit: async (terminalId) => find(terminalId).exited,
    kill: (terminalId) => find(terminalId).stop.abort(),
    release(terminalId) {
      find(terminalId).stop.abort()
      terminals.delete(terminalId)
    },
    stopAll,
    async close() {
      closed = true
      stopAll()
      await Promise.all(running)
      terminals.clear()
    },
  }
}

/** A command that failed to run has no status of its own; its waiters must not wait for ever. */
const statusOf = (ended: Result<CommandResult>): TerminalExitStatus =>
  ended.ok ? { exitCode: ended.value.exitCode, signal: ended.value.signal } : { exitCode: null, signal: null }

function outputLimit({ outputByteLimit }: CreateTerminalRequest): number {
  const asked = outputByteLimit ?? DEFAULT_OUTPUT_BYTES
  return Math.min(Math.max(0, Math.floor(asked)), MAX_OUTPUT_BYTES)
}

function forgetEnded(terminals: Map<string, Terminal>): void {
  const ended = [...terminals].filter(([, { status }]) => status !== null)
  for (const [id] of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) terminals.delete(id)
}
