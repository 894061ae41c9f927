// "Start the dev server", "stop it", "is it running": the project's own command, in the background.
import type { IntentOf } from '../../../core/understanding/intent.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { plainOutput } from '../../../core/understanding/replies/plain-output.ts'
import {
  runningFor,
  serverEnded,
  serverPage,
  spokenAddress,
} from '../../../core/understanding/replies/server-report.ts'
import type { ServerState } from './dev-server.ts'
import { rememberFailed } from './dialogue.ts'
import type { Turn } from './turn.ts'

const NONE = 'I have not started a server here. Say start the dev server.'
const UNKNOWN = 'I cannot tell how this project is started. Say start the server with, and the exact command.'

export async function serve(intent: IntentOf<'server'>, turn: Turn): Promise<string> {
  const { server } = turn
  const state = server.state()
  switch (intent.do) {
    case 'start':
      if (state.tag === 'running')
        return `It is running already${place(state)}. Say restart the server to start it again.`
      return startProject(intent.command, turn)
    case 'restart': {
      const command = state.tag === 'none' ? undefined : state.command
      await server.stop()
      return startProject(
        command,
        turn,
        state.tag === 'running' ? 'All right. The server is stopped.' : undefined,
      )
    }
    case 'stop':
      if (state.tag !== 'running') return notRunning(state)
      await server.stop()
      return 'Stopped the server.'
    case 'status':
      if (state.tag !== 'running') return notRunning(state)
      return `Yes, it has been running for ${runningFor(Date.now() - state.since)}${place(state)}.`
    case 'output':
      if (state.tag === 'none') return NONE
      if (server.output() === '') return 'It has printed nothing so far.'
      showOutput(turn)
      return 'Here is what it printed last.'
    case 'address':
      if (state.tag !== 'running') return notRunning(state)
      showPage(state, turn)
      return state.address === null
        ? 'It has printed no address so far.'
        : `It is at ${spokenAddress(state.address)}. The link is on the screen.`
  }
}

const place = ({ address }: Extract<ServerState, { tag: 'running' }>): string =>
  address === null ? '' : `, at ${spokenAddress(address)}`

function notRunning(state: Exclude<ServerState, { tag: 'running' }>): string {
  if (state.tag === 'none') return NONE
  return state.tag === 'stopped'
    ? 'No, the server is stopped. Say start the dev server.'
    : `No, the server is not running. ${serverEnded(state.result)}`
}

async function startProject(dictated: string | undefined, turn: Turn, denied?: string): Promise<string> {
  if (dictated !== undefined) return startServer(dictated, turn, denied)
  const known = await turn.look((workspace) => workspace.serverCommands())
  if (!known.ok) return faultSentence(known.fault?.code)
  const [command] = known.value
  return command === undefined ? UNKNOWN : startServer(command, turn, denied)
}

/** Whether this command runs until it is stopped, as far as the project's own files tell. */
export async function isServerCommand(command: string, turn: Turn): Promise<boolean> {
  if (!/\b(?:dev|develop|serve|server|start|preview|runserver)\b/.test(command)) return false
  const known = await turn.look((workspace) => workspace.serverCommands())
  return known.ok && known.value.includes(asRun(command))
}

/** "npm start" is "npm run start". */
const asRun = (command: string): string =>
  command.trim().replace(/^(npm|pnpm|yarn|bun) (start|dev|serve|develop|preview)$/, '$1 run $2')

export async function startServer(
  command: string,
  turn: Turn,
  denied = 'All right, I did not start it.',
): Promise<string> {
  if (turn.server.state().tag === 'running') return 'A server is running already. Stop it first.'
  const started = await turn.use(turn.server.tool, { command })
  if (!started.ok) return started.denied ? denied : faultSentence(started.fault?.code)
  const reply = startedSentence(started.value, turn)
  return started.value.tag === 'ended'
    ? rememberFailed(turn.dialogue, { command, reply, isServer: true })
    : reply
}

function startedSentence(state: ServerState, turn: Turn): string {
  if (state.tag === 'ended') return endedAtOnce(state, turn)
  if (state.tag !== 'running') return 'The server is stopped.'
  showPage(state, turn)
  return state.address === null
    ? 'It runs in the background, but has printed no address so far. Say stop the server to stop it.'
    : `The server is running at ${spokenAddress(state.address)}. The link is on the screen.`
}

/** What runs and ends is no server; what it printed is what the user wanted. */
function endedAtOnce({ result }: Extract<ServerState, { tag: 'ended' }>, turn: Turn): string {
  if (result.exitCode !== 0) return `The server did not start. ${serverEnded(result)}`
  if (turn.server.output() === '') return 'It has ended, without an error.'
  showOutput(turn)
  return 'It has ended, without an error. What it printed is on the screen.'
}

function showOutput(turn: Turn): void {
  const content = plainOutput(turn.server.output())
  turn.show({ kind: 'code', title: 'Output of the server', content, language: 'plaintext' }, 'server output')
}

function showPage({ command, address }: Extract<ServerState, { tag: 'running' }>, turn: Turn): void {
  const content = serverPage(command, address, turn.server.output())
  // A restarted server has another address, and a tab of its own.
  const title = address === null ? 'Dev server' : `Server at ${spokenAddress(address)}`
  turn.show({ kind: 'markdown', title, query: 'server', content }, 'server')
}
