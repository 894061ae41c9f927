// The project's own server: one process in the background, from "start the dev server" to "stop the server" or the end of
// the conversation.
import { z } from 'zod'
import { COMMAND_KEYS, detailIn } from '../../../core/artifacts/tool-fields.ts'
import { shortTitle } from '../../../core/artifacts/artifact-title.ts'
import type { CommandResult } from '../../../core/tools/codebase.ts'
import { serverAddress } from '../../../core/tools/server-address.ts'
import type { RunnableTool } from '../../../core/tools/tool.ts'
import { commandEnding } from '../../../core/understanding/replies/command-sentence.ts'
import { commandWarning } from '../../../core/understanding/replies/command-warning.ts'
import { FaultError } from '../../../shared/errors.ts'

export type ServerState =
  | { tag: 'none' }
  | { tag: 'running'; command: string; since: number; address: string | null }
  | { tag: 'stopped'; command: string }
  /** Nobody stopped it. */
  | { tag: 'ended'; command: string; result: CommandResult }

export interface DevServer {
  /** Starts it; done as soon as it says where it listens, has ended, or took long enough. */
  tool: RunnableTool<{ command: string }, ServerState>
  state(): ServerState
  /** The end of what it printed. */
  output(): string
  /** Resolves once all its processes have ended. */
  stop(): Promise<void>
}

/** Compiling takes a while. A server that has printed no address by then may never do so. */
const START_MS = 20_000
const MAX_OUTPUT = 64 * 1024
/** Servers print their address at the start; later output is not searched. */
const MAX_SEARCHED = 512 * 1024
const MAX_LINE = 4000

const args = z.object({ command: z.string().min(1).max(20_000) })

/** `onCrash` is called when it ends by itself after it was started. */
export function createDevServer(onCrash: (state: Extract<ServerState, { tag: 'ended' }>) => void): DevServer {
  let state: ServerState = { tag: 'none' }
  let printed = ''
  let running: { stop: AbortController; ended: Promise<void> } | null = null

  async function stop(): Promise<void> {
    const now = running
    now?.stop.abort()
    await now?.ended
  }

  const tool: DevServer['tool'] = {
    name: 'StartServer',
    failure: 'Not started',
    status: (fields) => ({ action: 'executing_command', detail: detailIn(fields, COMMAND_KEYS) }),
    args,
    approval({ command }, { root }) {
      const warning = commandWarning(command)
      return {
        kind: 'command',
        title: 'Start the dev server',
        action: command,
        folder: root,
        ...(warning !== null && { warning }),
      }
    },
    async run({ command }, { workspace, signal }) {
      if (running) {
        throw new FaultError('bad_request', 'A server is running already.', 'Stop it first.')
      }
      const control = new AbortController()
      const begun: ServerState = { tag: 'running', command, since: Date.now(), address: null }
      state = begun
      printed = ''
      let isReady = (): void => {}
      const ready = new Promise<void>((resolve) => (isReady = resolve))
      const address = watchForAddress((found) => {
        begun.address = found
        isReady()
      })
      let isStarting = true
      const ended = workspace
        .runCommand(command, {
          signal: control.signal,
          timeoutMs: null,
          pourOutput: true,
          onOutput(text) {
            printed = (printed + text).slice(-MAX_OUTPUT)
            address(text)
          },
        })
        .then((result) => {
          running = null
          const last: ServerState = control.signal.aborted
            ? { tag: 'stopped', command }
            : { tag: 'ended', command, result }
          state = last
          if (last.tag === 'ended' && !isStarting) onCrash(last)
        })
        .catch((error: unknown) => {
          running = null
          state = { tag: 'none' }
          throw error
        })
      running = { stop: control, ended: ended.catch(() => {}) }
      const onAbort = (): void => control.abort()
      signal?.addEventListener('abort', onAbort, { once: true })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, START_MS)))
      try {
        await Promise.race([ready, ended, late])
      } finally {
        isStarting = false
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      return state
    },
    artifact(after, { command }) {
      const message = after.tag === 'ended' ? commandEnding(after.result) : null
      return message === null ? null : { kind: 'error', title: shortTitle(`Failed: ${command}`), message }
    },
  }

  return { tool, state: () => state, output: () => printed, stop }
}

/** Looks at each whole line once, until an address was found or it is too late for one. */
function watchForAddress(onFound: (address: string) => void): (text: string) => void {
  let line = ''
  let searched = 0
  let isDone = false
  return (text) => {
    if (isDone) return
    searched += text.length
    const end = text.lastIndexOf('\n')
    if (end < 0) line = (line + text).slice(-MAX_LINE)
    else {
      const found = serverAddress(line + text.slice(0, end))
      line = text.slice(end + 1).slice(-MAX_LINE)
      if (found !== null) onFound(found)
      isDone = found !== null
    }
    isDone ||= searched > MAX_SEARCHED
  }
}
