// The real agents: how each is started with a scripted model on loopback, in a home of its own.
import { globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { AgentId } from './install.ts'

export interface RealAgent {
  id: AgentId
  title: string
  version: string
  /** Its program, below the folder it is installed in. */
  program: string
  /** What its users type to start it. */
  command: string
  args: readonly string[]
  /** It does not tell what a command printed. */
  hidesOutput?: true
  /** Points it at the model, and makes it ask before it acts. `home` is empty. */
  environment(home: string, model: string): Record<string, string>
  /** What time would do before a restart, but tests do not wait for. */
  passTime?(home: string): void
}

const MODEL = 'scripted'

const put = (folder: string, file: string, text: string): void => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

export const realAgents: Readonly<Record<AgentId, RealAgent>> = {
  goose: {
    id: 'goose',
    title: 'goose',
    version: '1.52.0',
    program: 'node_modules/@aaif/goose-binary-linux-x64/bin/goose',
    command: 'goose',
    args: ['acp', '--with-builtin', 'developer'],
    environment: (_home, model) => ({
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: MODEL,
      GOOSE_DISABLE_KEYRING: '1',
      OPENAI_API_KEY: 'none',
      OPENAI_HOST: model,
      OPENAI_BASE_PATH: 'v1/chat/completions',
    }),
  },
  gemini: {
    id: 'gemini',
    title: 'Gemini CLI',
    version: '0.61.0',
    program: 'node_modules/.bin/gemini',
    command: 'gemini',
    args: ['--acp'],
    hidesOutput: true,
    environment(home, model) {
      const settings = {
        // In a folder that it does not trust, it uses no MCP server, and so none of Parley's tools.
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true, disableUpdateNag: true },
      }
      put(home, '.gemini/settings.json', JSON.stringify(settings))
      return { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'none', GEMINI_MODEL: 'gemini-2.5-flash' }
    },
    // It names a session's file after the minute in which it began, and overwrites it if it is asked for in that minute.
    passTime(home) {
      for (const file of globSync('.gemini/tmp/*/chats/session-*', { cwd: home }))
        renameSync(join(home, file), join(home, file.replace(/session-\d{4}/, 'session-2020')))
    },
  },
  claude: {
    id: 'claude',
    title: 'Claude Code',
    version: '0.99.1',
    program: 'node_modules/.bin/claude-agent-acp',
    command: 'claude-agent-acp',
    args: [],
    environment: (home, model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_MODEL: MODEL,
      ANTHROPIC_SMALL_FAST_MODEL: MODEL,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      // Otherwise it does not run as root, as build machines do.
      IS_SANDBOX: '1',
    }),
  },
  codex: {
    id: 'codex',
    title: 'Codex',
    version: '2.6.0',
    program: 'node_modules/.bin/codex-acp',
    command: 'codex-acp',
    args: [],
    environment(home, model) {
      put(
        home,
        '.codex/config.toml',
        [
          `model = "${MODEL}"`,
          'model_provider = "scripted"',
          '[model_providers.scripted]',
          'name = "Scripted"',
          `base_url = "${model}/v1"`,
          'wire_api = "responses"',
          'env_key = "SCRIPTED_KEY"',
          '',
        ].join('\n'),
      )
      return { CODEX_HOME: join(home, '.codex'), SCRIPTED_KEY: 'none', INITIAL_AGENT_MODE: 'read-only' }
    },
  },
  opencode: {
    id: 'opencode',
    title: 'opencode',
    version: '1.18.33',
    program: 'node_modules/opencode-linux-x64/bin/opencode',
    command: 'opencode',
    args: ['acp'],
    environment(home, model) {
      const provider = {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: `${model}/v1`, apiKey: 'none' },
        models: { [MODEL]: { name: 'Scripted', tool_call: true, limit: { context: 32_000, output: 4000 } } },
      }
      const config = {
        provider: { scripted: provider },
        model: `scripted/${MODEL}`,
        autoupdate: false,
        share: 'disabled',
        permission: { edit: 'ask', bash: 'ask' },
      }
      put(home, 'opencode.json', JSON.stringify(config))
      return { OPENCODE_CONFIG: join(home, 'opencode.json'), OPENCODE_DISABLE_AUTOUPDATE: '1' }
    },
  },
  qwen: {
    id: 'qwen',
    title: 'Qwen Code',
    version: '0.24.4',
    program: 'node_modules/.bin/qwen',
    command: 'qwen',
    args: ['--acp', '--auth-type', 'openai'],
    environment(home, model) {
      const settings = {
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
        security: { auth: { selectedType: 'openai' } },
      }
      put(home, '.qwen/settings.json', JSON.stringify(settings))
      return { OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: MODEL }
    },
  },
}

/** The environment of an agent: nothing of the user's but the path, and a network that ends at this machine. */
export function agentEnvironment(
  agent: RealAgent,
  { installed, home, modelPort }: { installed: string; home: string; modelPort: number },
): Record<string, string> {
  const path = [join(installed, 'bin'), dirname(process.execPath), process.env['PATH'] ?? '']
  return {
    PATH: path.join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    // Nothing answers at this port: whatever is not on loopback fails at once.
    HTTPS_PROXY: 'http://127.0.0.1:9',
    HTTP_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost',
    ...agent.environment(home, `http://127.0.0.1:${modelPort}`),
  }
}
