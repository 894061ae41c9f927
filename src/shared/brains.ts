// The brains a user can choose in the settings, as far as every process knows them. main/app/brains.ts adds how each one
// is built.

export interface BrainInfo {
  /** The value of the setting `brain`. */
  readonly id: string
  /** The brain's name on screen and in speech. */
  readonly title: string
  /** How the settings offer it. */
  readonly choice: string
  /** For help texts: what follows the id in "openclaw asks an OpenClaw gateway". */
  readonly summary: string
  /** Where its answers come from, for the status bar. */
  readonly explanation: string
  /** What the settings page shows for this brain beside its plain settings. */
  readonly setup?: {
    /** The group of settings it belongs to. */
    readonly group: string
    /** A token or key, and the environment variable that may hold it. */
    readonly secret?: { readonly label: string; readonly env: string }
    /** What a test of the connection does. */
    readonly test?: string
  }
}

export const DEFAULT_BRAIN = 'builtin'

export const brainInfos = {
  [DEFAULT_BRAIN]: {
    id: DEFAULT_BRAIN,
    title: 'Built-in',
    choice: 'The built-in agent',
    summary: 'works offline',
    explanation:
      'The built-in agent answers on this computer with real tools on your files: no model, no network, no cost. It understands a fixed set of requests and tells you when it does not understand one.',
  },
  acp: {
    id: 'acp',
    title: 'Coding agent',
    choice: 'A coding agent on this computer',
    summary: 'starts a coding agent such as Claude Code, Codex, Gemini CLI or goose',
    explanation:
      'A coding agent on this computer answers, with its own model and its own tools. It asks you before it changes files or runs commands.',
    setup: { group: 'Coding agent' },
  },
  model: {
    id: 'model',
    title: 'Model',
    choice: 'A model of your choice',
    summary: 'asks a model on this computer, or one from a provider with your key',
    explanation:
      'A model answers, with Parley’s own tools. It reads your code with them, and asks you before it changes files or runs commands.',
    setup: {
      group: 'Model',
      secret: { label: 'Key', env: 'PARLEY_MODEL_KEY' },
      test: 'Lists the models of this server. Nothing of your code is sent.',
    },
  },
  openclaw: {
    id: 'openclaw',
    title: 'OpenClaw',
    choice: 'An OpenClaw gateway',
    summary: 'asks an OpenClaw gateway',
    explanation:
      'This gateway and its model answer. Parley asks it for the rights to read, write and answer its questions. Once for each folder it also asks for administrator rights, with the gateway’s own token and for that request alone, so that OpenClaw works in the open folder.',
    setup: {
      group: 'OpenClaw',
      secret: { label: 'Token', env: 'OPENCLAW_GATEWAY_TOKEN' },
      test: 'Connects as a conversation does. Then asks “What is 2+2?” over HTTP, if the gateway has that turned on.',
    },
  },
} as const satisfies Record<string, BrainInfo>
