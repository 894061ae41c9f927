// The table of coding agents: how each one is found, started and signed in to, and how it is made to ask before it acts.
// To add one: describe it in shared/coding-agents.ts and add its entry here.
import {
  codingAgentInfos,
  CUSTOM_AGENT,
  type CodingAgentId,
  type CodingAgentInfo,
} from '../../../shared/coding-agents.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { Settings } from '../../../shared/settings.ts'
import { commandLineWords } from './command-line-words.ts'

export interface CodingAgent extends CodingAgentInfo {
  /** The program that speaks ACP: a name to look for, or the path the user gave. */
  readonly program: string
  readonly args: readonly string[]
  /** Its npm package, which tells its version. */
  readonly npmPackage?: string
  /** It answers to --version. Others would start instead. */
  readonly tellsVersion?: boolean
  /** The agent's own program, if `program` is only its adapter to ACP, and how to install the adapter alone. */
  readonly adapts?: { readonly program: string; readonly install: string }
  /** What makes it ask before it acts, where the mode of the session is not enough. */
  readonly environment?: Readonly<Record<string, string>>
  /** The mode in which it asks before it changes files and runs commands; null if it has no such mode. */
  readonly askingMode: string | null
  /** A command that signs in, to run in a terminal. */
  readonly signInCommand: string | null
  /** What it calls a way to sign in is only the advice to run that command. */
  readonly signsInOnlyByCommand?: boolean
  /** The variables that may hold its key. Parley passes one on only if the user lists it. */
  readonly keys: readonly string[]
  /** Tells the sessions of one agent from those of another. */
  readonly sessionsOf: string
}

type Entry = Omit<CodingAgent, keyof CodingAgentInfo | 'sessionsOf'>

const entries: Record<CodingAgentId, Entry> = {
  claude: {
    program: 'claude-agent-acp',
    args: [],
    npmPackage: '@agentclientprotocol/claude-agent-acp',
    adapts: { program: 'claude', install: 'npm install -g @agentclientprotocol/claude-agent-acp' },
    askingMode: 'default',
    signInCommand: 'claude /login',
    keys: ['ANTHROPIC_API_KEY'],
  },
  codex: {
    program: 'codex-acp',
    args: [],
    npmPackage: '@agentclientprotocol/codex-acp',
    adapts: { program: 'codex', install: 'npm install -g @agentclientprotocol/codex-acp' },
    // Its default mode runs commands without asking, from the first moment of a session.
    environment: { INITIAL_AGENT_MODE: 'read-only' },
    askingMode: 'read-only',
    signInCommand: 'codex login',
    keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
  },
  gemini: {
    program: 'gemini',
    args: ['--acp'],
    npmPackage: '@google/gemini-cli',
    tellsVersion: true,
    askingMode: 'default',
    signInCommand: 'gemini',
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  },
  opencode: {
    program: 'opencode',
    args: ['acp'],
    npmPackage: 'opencode-ai',
    tellsVersion: true,
    // Its modes are "build" and "plan"; what it asks about is a matter of its configuration.
    environment: { OPENCODE_PERMISSION: '{"edit":"ask","bash":"ask","webfetch":"ask"}' },
    askingMode: null,
    signInCommand: 'opencode auth login',
    signsInOnlyByCommand: true,
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'],
  },
  goose: {
    program: 'goose',
    args: ['acp', '--with-builtin', 'developer'],
    tellsVersion: true,
    environment: { GOOSE_MODE: 'approve' },
    askingMode: 'approve',
    signInCommand: 'goose configure',
    signsInOnlyByCommand: true,
    keys: ['GOOSE_PROVIDER', 'GOOSE_MODEL', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'],
  },
  qwen: {
    program: 'qwen',
    args: ['--acp'],
    npmPackage: '@qwen-code/qwen-code',
    tellsVersion: true,
    askingMode: 'default',
    signInCommand: 'qwen',
    keys: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'DASHSCOPE_API_KEY'],
  },
  copilot: {
    program: 'copilot',
    args: ['--acp'],
    npmPackage: '@github/copilot',
    tellsVersion: true,
    askingMode: 'https://agentclientprotocol.com/protocol/session-modes#agent',
    signInCommand: 'copilot login',
    keys: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
  },
  cursor: {
    program: 'cursor-agent',
    args: ['acp'],
    tellsVersion: true,
    askingMode: 'agent',
    signInCommand: 'cursor-agent login',
    keys: ['CURSOR_API_KEY'],
  },
}

export const codingAgents: readonly CodingAgent[] = Object.values(codingAgentInfos).map((info) => ({
  ...info,
  ...entries[info.id],
  sessionsOf: info.id,
}))

/** The agent of the settings. Throws a FaultError if they name none, or a command that cannot be read. */
export function chosenAgent({
  acpAgent,
  acpCommand,
}: Pick<Settings, 'acpAgent' | 'acpCommand'>): CodingAgent {
  if (acpAgent === CUSTOM_AGENT) return customAgent(acpCommand)
  const agent = codingAgents.find(({ id }) => id === acpAgent)
  if (agent) return agent
  throw new FaultError(
    'agent_absent',
    `The settings name the coding agent “${acpAgent}”, which this version of Parley does not know.`,
    'Choose another coding agent in the settings.',
  )
}

function customAgent(command: string): CodingAgent {
  if (command === '')
    throw new FaultError(
      'agent_command',
      'The settings name no command for the coding agent.',
      'Start Parley with --acp-command, followed by the command that starts the agent.',
    )
  const [program = '', ...args] = commandLineWords(command)
  const name = program.replace(/^.*[/\\]/, '').replace(/\.(exe|cmd)$/i, '')
  return {
    id: CUSTOM_AGENT,
    title: name,
    install: '',
    program,
    args,
    askingMode: null,
    signInCommand: null,
    keys: [],
    sessionsOf: `${CUSTOM_AGENT}:${command}`,
  }
}
