// The process of a coding agent: its messages, the end of its standard error, and what became of it.
import { spawn } from 'node:child_process'
import path from 'node:path'
import type { AnyMessage } from '@agentclientprotocol/sdk'
import { FaultError } from '../../../shared/errors.ts'
import { readMessages, TooMuchOutput } from './message-lines.ts'
import { killGroupOnExit, signalGroup } from './process-group.ts'
import { createStderrTail } from './stderr-tail.ts'

interface Options {
  /** An absolute path. */
  program: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** Values that no message and no log may show. */
  secrets: readonly string[]
  /** A line that is no message was skipped. */
  onSkipped(): void
}

export type ProcessEnd =
  | { tag: 'not started'; error: NodeJS.ErrnoException }
  | { tag: 'flooded' }
  | { tag: 'ended'; code: number | null; signal: string | null }

export interface AgentProcess {
  /** Read as they are used: an agent that is faster waits. */
  readonly messages: AsyncIterable<AnyMessage>
  readonly writable: WritableStream<AnyMessage>
  /** Resolves once it and the processes it started have ended. */
  readonly ended: Promise<ProcessEnd>
  /** The end of its standard error, without secrets. */
  errors(): string
  lastWords(): string
  end(): Promise<void>
}

/** How long it has to end by itself before it is killed. */
const GRACE_MS = 1_500
/** How long to read the remaining output of a process that has ended. */
const DRAIN_MS = 500
/** An agent that asks this much and does not wait for answers is broken. */
const MAX_UNANSWERED = 1_000

export function startAgentProcess(options: Options): AgentProcess {
  const { program, args } = spawnable(options.program, options.args)
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    windowsVerbatimArguments: program !== options.program,
    // Its own process group can be ended as a whole.
    detached: process.platform !== 'win32',
  })
  const tail = createStderrTail(options.secrets)
  const stopWatcher = child.pid === undefined ? () => {} : killGroupOnExit(child.pid)
  let onMessagesRead = (): void => {}
  const messagesRead = new Promise<void>((resolve) => (onMessagesRead = resolve))
  let hasFlooded = false
  let unanswered = 0

  child.stderr.on('data', (chunk: Buffer) => tail.write(chunk))
  // A process that has ended does not read any more. Its end is told below.
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => {})

  function flooded(): void {
    hasFlooded = true
    signalGroup(child, 'SIGKILL')
  }

  async function* messages(): AsyncGenerator<AnyMessage> {
    try {
      for await (const message of readMessages(child.stdout, options)) {
        if ('method' in message && 'id' in message && ++unanswered > MAX_UNANSWERED) return flooded()
        yield message
      }
    } catch (error) {
      if (error instanceof TooMuchOutput) flooded()
      // Otherwise the pipe broke, because the process has ended.
    } finally {
      onMessagesRead()
    }
  }

  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ tag: 'not started', error })
    })
    child.once('exit', (code, signal) => {
      stopWatcher()
      signalGroup(child, 'SIGKILL')
      const finish = (): void => {
        clearTimeout(drained)
        child.stdout.destroy()
        child.stderr.destroy()
        // Whoever waits for the last message gets it before the end.
        setImmediate(() => resolve(hasFlooded ? { tag: 'flooded' } : { tag: 'ended', code, signal }))
      }
      // Its last messages and words are worth waiting for, but not for ever: somebody else may hold a pipe.
      const drained = setTimeout(finish, DRAIN_MS)
      const errorsRead = new Promise<void>((done) => {
        if (child.stderr.closed) done()
        else child.stderr.once('close', done)
      })
      void Promise.all([messagesRead, errorsRead]).then(finish)
    })
  })

  return {
    messages: messages(),
    writable: new WritableStream({
      write(message: AnyMessage) {
        if (!('method' in message)) unanswered--
        return new Promise((resolve, reject) => {
          child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()))
        })
      },
    }),
    ended,
    errors: tail.text,
    lastWords: tail.lastWords,
    async end() {
      if (child.pid === undefined) return
      child.stdin.end()
      signalGroup(child, 'SIGTERM')
      const kill = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS)
      await ended
      clearTimeout(kill)
    },
  }
}

/** On Windows, only a shell can start a .cmd file, which is what npm installs. */
function spawnable(program: string, args: readonly string[]): { program: string; args: string[] } {
  if (!/\.(cmd|bat)$/i.test(program)) return { program, args: [...args] }
  const words = [program, ...args]
  // The shell gives these a meaning even between quotation marks.
  if (words.some((word) => /["%!\r\n]/.test(word)))
    throw new FaultError(
      'agent_command',
      'The command of the coding agent has characters that Windows cannot pass on to a .cmd file.',
      'Name the program itself instead of the .cmd file, for example node.exe and the path of the script.',
    )
  const shell = path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'cmd.exe')
  return { program: shell, args: ['/d', '/s', '/c', `"${words.map((word) => `"${word}"`).join(' ')}"`] }
}
