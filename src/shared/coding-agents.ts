// The coding agents Parley can start, as far as every process knows them. main/brains/acp/agents.ts adds how each one is
// found, started and signed in to.

export interface CodingAgentInfo {
  /** The value of the setting `acpAgent`. */
  readonly id: string
  readonly title: string
  /** The command that installs it. */
  readonly install: string
}

/** The agent whose command the user gives. */
export const CUSTOM_AGENT = 'custom'

export const codingAgentInfos = {
  claude: {
    id: 'claude',
    title: 'Claude Code',
    install: 'npm install -g @anthropic-ai/claude-code @agentclientprotocol/claude-agent-acp',
  },
  codex: { id: 'codex', title: 'Codex', install: 'npm install -g @agentclientprotocol/codex-acp' },
  gemini: { id: 'gemini', title: 'Gemini CLI', install: 'npm install -g @google/gemini-cli' },
  opencode: { id: 'opencode', title: 'opencode', install: 'npm install -g opencode-ai' },
  goose: {
    id: 'goose',
    title: 'goose',
    install: 'curl -fsSL https://github.com/aaif-goose/goose/releases/download/stable/download_cli.sh | bash',
  },
  qwen: { id: 'qwen', title: 'Qwen Code', install: 'npm install -g @qwen-code/qwen-code' },
  copilot: { id: 'copilot', title: 'GitHub Copilot CLI', install: 'npm install -g @github/copilot' },
  cursor: { id: 'cursor', title: 'Cursor CLI', install: 'curl https://cursor.com/install -fsS | bash' },
} as const satisfies Record<string, CodingAgentInfo>

export type CodingAgentId = keyof typeof codingAgentInfos
