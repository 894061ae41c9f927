// The agents a user can name, as they are said and as recognizers write them.
import { brainInfos, DEFAULT_BRAIN } from '../../shared/brains.ts'
import { settingsTable } from '../../shared/settings.ts'

export interface NamedAgent {
  /** The values of the settings `brain` and `acpAgent`. */
  brain: string
  agent: string | null
  title: string
}

/** Other ways to say a name; recognizers do not know these names. Where they put the spaces does not matter. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  claude: ['claude', 'cloud', 'clod', 'claud', 'clawd', 'clawed', 'klaud'].flatMap((one) => [
    one,
    `${one} code`,
  ]),
  codex: ['codecs', 'kodex', 'openai codex'],
  gemini: ['gemini', 'gem and i', 'gemeni', 'jiminy', 'jemini', 'jiminy cli'],
  opencode: ['opencode cli'],
  goose: ['gooze', 'goos', 'the goose'],
  qwen: ['qwen', 'quen', 'quen code', 'gwen', 'gwen code', 'kwen', 'kwen code', 'q when'],
  copilot: ['copilot', 'github copilot', 'copilot cli'],
  cursor: ['cursor', 'cursor agent', 'curser'],
  openclaw: ['open clore', 'open claws', 'open clause', 'openclaw gateway'],
  [DEFAULT_BRAIN]: ['built-in', 'build in', 'built-in one'],
}

const { acpAgent } = settingsTable

const agents: readonly (NamedAgent & { names: ReadonlySet<string> })[] = [
  ...Object.entries(acpAgent.choices ?? {}).flatMap(([id, title]) =>
    id === 'custom' || title === undefined ? [] : [named(id, { brain: 'acp', agent: id, title })],
  ),
  named('openclaw', { brain: 'openclaw', agent: null, title: brainInfos.openclaw.title }),
  named(DEFAULT_BRAIN, { brain: DEFAULT_BRAIN, agent: null, title: 'the built-in agent' }),
]

function named(id: string, agent: NamedAgent) {
  return { ...agent, names: new Set([id, agent.title, ...(SAID[id] ?? [])].map(nameKey)) }
}

/** A name without spaces and hyphens, which recognizers put anywhere: "gem in I", "co-pilot", "open code". */
export function nameKey(name: string): string {
  return name.toLowerCase().replace(/[\s-]+/g, '')
}

/** The agent with this name, without "the" and "agent". */
export function agentCalled(name: string): NamedAgent | null {
  const found = agents.find(({ names }) => names.has(nameKey(name)))
  return found ? { brain: found.brain, agent: found.agent, title: found.title } : null
}

/** How users may call the agent that answers: keys of names. */
export function namesOf(title: string): ReadonlySet<string> {
  const name = nameKey(title)
  const known = agents.find(({ names }) => names.has(name))
  return new Set([name, ...(known?.names ?? [])])
}
