// Every setting in one table: what it is for, where it can be set, and its default.
// A flag wins over a value saved in the app, that over the environment, that over the default.
import { z } from 'zod'
import { brainInfos, DEFAULT_BRAIN, type BrainInfo } from './brains.ts'
import { AUTO_EDITOR, editorIds, editorInfos } from './editors.ts'
import { codingAgentInfos, CUSTOM_AGENT } from './coding-agents.ts'
import { busyPolicies } from './conversation.ts'
import { GATEWAY_HOST, GATEWAY_PORT } from './wire/gateway.ts'
import { priceOf } from './model-price.ts'
import { choiceIds, choiceTitles, recognizerChoices, voiceChoices } from './speech-engines.ts'
import { updateChannels } from './update-status.ts'
import { OPENCLAW_HOST, OPENCLAW_PORT } from './wire/openclaw.ts'

/** A web address, or nothing. */
const address = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => text === '' || /^https?:\/\/[^\s@]+$/.test(text))

/** The address of a LiveKit server, or nothing. LiveKit's own tools accept http:// for ws:// in the same variable. */
const roomAddress = z
  .string()
  .trim()
  .max(2000)
  .overwrite((text) =>
    text.replace(/^(?:http|ws)(s?):/i, (_, secure: string) => `ws${secure.toLowerCase()}:`),
  )
  .refine((text) => text === '' || /^wss?:\/\/[^\s@]+$/.test(text))

const HTTP_ADDRESS = 'an address that begins with http:// or https://'

/** Not an enum: a settings file may name a brain of another version, and Parley says so instead of ignoring it. */
const brainId = z.string().regex(/^[\w.:-]{1,100}$/)
const brains: readonly BrainInfo[] = Object.values(brainInfos)

type Group =
  | 'Agent'
  | 'Coding agent'
  | 'Model'
  | 'OpenClaw'
  | 'Talking'
  | 'Recognition'
  | 'Voice'
  | 'Room'
  | 'Devices'
  | 'Appearance'
  | 'Editor'
  | 'Logs'
  | 'Updates'

interface SettingEntry<S extends z.ZodType> {
  schema: S
  flag: string
  env: string
  /** Names of earlier versions, which still work. */
  aliases?: readonly { key: string; flag: string; env: string }[]
  default: z.infer<S>
  describe: string
  /** Its name on the settings page. */
  name: string
  /** Labels of its values, where the values alone say too little. */
  choices?: Partial<Record<`${z.infer<S> & (string | number | boolean)}`, string>>
  group: Group
  /** For a setting that is typed, not chosen: the placeholder of its value in help texts. */
  placeholder?: string
  /** What a typed value must be, to end the sentence "--flag must be …". */
  expects?: string
  /** Why the page may write it; by default because it names no program, file, address or listener. */
  safe?: string
  /** Why the page may only reset it to its default. */
  resetOnly?: string
}

const setting = <S extends z.ZodType>(entry: SettingEntry<S>): SettingEntry<S> => entry

export const settingsTable = {
  brain: setting({
    schema: brainId,
    flag: '--brain',
    env: 'PARLEY_BRAIN',
    default: DEFAULT_BRAIN,
    describe: `which agent answers: ${brains.map(({ id, summary }) => `${id} ${summary}`).join(', ')}`,
    name: 'Agent',
    group: 'Agent',
    choices: Object.fromEntries(brains.map(({ id, choice }) => [id, choice])),
    safe: 'an agent outside Parley works in trusted folders only',
  }),
  acpAgent: setting({
    // Not an enum: see `brainId`.
    schema: z.string().regex(/^[a-z][a-z0-9-]{0,99}$/),
    flag: '--acp-agent',
    env: 'PARLEY_ACP_AGENT',
    default: 'claude',
    describe: `which coding agent: ${Object.keys(codingAgentInfos).join(', ')}; ${CUSTOM_AGENT} starts the command of --acp-command`,
    name: 'Coding agent',
    group: 'Coding agent',
    choices: {
      ...Object.fromEntries(Object.values(codingAgentInfos).map(({ id, title }) => [id, title])),
      [CUSTOM_AGENT]: 'Another command',
    },
    safe: 'it names an entry of a fixed table, and coding agents work in trusted folders only',
  }),
  acpCommand: setting({
    schema: z.string().trim().max(4000),
    flag: '--acp-command',
    env: 'PARLEY_ACP_COMMAND',
    default: '',
    describe: 'the command that starts any other agent that speaks ACP, for --acp-agent custom',
    name: 'Command',
    group: 'Coding agent',
    placeholder: 'COMMAND',
    resetOnly: 'it names a program that Parley starts',
  }),
  acpEnvironment: setting({
    schema: z
      .string()
      .trim()
      .max(4000)
      .refine((text) => text === '' || /^[A-Za-z_]\w*(?:[ ,]+[A-Za-z_]\w*)*$/.test(text)),
    flag: '--acp-env',
    env: 'PARLEY_ACP_ENV',
    default: '',
    describe:
      'names of environment variables that the coding agent receives, besides those every program needs',
    name: 'Environment variables',
    group: 'Coding agent',
    placeholder: 'NAMES',
    expects: 'names of variables, separated by spaces or commas',
    resetOnly: 'variables may hold keys, and they reach the program that Parley starts',
  }),
  modelUrl: setting({
    schema: address,
    flag: '--model-url',
    env: 'PARLEY_MODEL_URL',
    default: '',
    describe:
      'the address of a model: OpenAI, Anthropic, OpenRouter, Ollama, LM Studio, llama.cpp or another server with the same interface',
    name: 'Address',
    group: 'Model',
    placeholder: 'URL',
    expects: HTTP_ADDRESS,
    safe: 'the key is sent only to the address it was entered for, and Parley asks before it sends anything else there',
  }),
  modelName: setting({
    schema: z.string().trim().max(200),
    flag: '--model-name',
    env: 'PARLEY_MODEL_NAME',
    default: '',
    describe: 'which model of that server; empty for the first one',
    name: 'Model',
    group: 'Model',
    placeholder: 'NAME',
  }),
  modelApi: setting({
    schema: z.enum(['auto', 'openai', 'anthropic']),
    flag: '--model-api',
    env: 'PARLEY_MODEL_API',
    default: 'auto',
    describe: 'the interface of that server: OpenAI’s chat completions or Anthropic’s messages',
    name: 'Interface',
    group: 'Model',
    choices: { auto: 'Automatic', openai: 'OpenAI', anthropic: 'Anthropic' },
  }),
  modelContext: setting({
    schema: z.number().int().min(0).max(100_000_000),
    flag: '--model-context',
    env: 'PARLEY_MODEL_CONTEXT',
    default: 0,
    describe: 'how many tokens the model can read at once; 0 for what the server says',
    name: 'Context in tokens',
    group: 'Model',
    placeholder: 'N',
    expects: 'a whole number; 0 for what the server says',
  }),
  modelPrice: setting({
    schema: z
      .string()
      .trim()
      .max(40)
      .refine((text) => text === '' || priceOf(text) !== null),
    flag: '--model-price',
    env: 'PARLEY_MODEL_PRICE',
    default: '',
    describe:
      'US dollars for a million tokens sent and received, such as 3/15, so that Parley can show what a request costs',
    name: 'Price',
    group: 'Model',
    placeholder: 'IN/OUT',
    expects: 'two numbers, such as 3/15',
  }),
  modelSteps: setting({
    schema: z.number().int().min(1).max(500),
    flag: '--model-steps',
    env: 'PARLEY_MODEL_STEPS',
    default: 40,
    describe: 'how often the model may use tools and go on before Parley stops it and asks you',
    name: 'Steps for a request',
    group: 'Model',
    placeholder: 'N',
    expects: 'a whole number from 1 to 500',
  }),
  openclawHost: setting({
    schema: z.string().trim().min(1).max(255),
    flag: '--openclaw-host',
    env: 'OPENCLAW_HOST',
    default: OPENCLAW_HOST,
    describe: 'the host of the OpenClaw gateway: a name or an address; put wss:// before it for TLS',
    name: 'Gateway',
    group: 'OpenClaw',
    placeholder: 'HOST',
    safe: 'the token is sent only to the address it was entered for',
  }),
  openclawPort: setting({
    schema: z.number().int().min(1).max(65_535),
    flag: '--openclaw-port',
    env: 'OPENCLAW_PORT',
    default: OPENCLAW_PORT,
    describe: 'the port of the OpenClaw gateway',
    name: 'Port',
    group: 'OpenClaw',
    placeholder: 'N',
    expects: 'a whole number from 1 to 65535',
    safe: 'the token is sent only to the address it was entered for',
  }),
  keepSecrets: setting({
    schema: z.enum(['keychain', 'file']),
    flag: '--keep-secrets',
    env: 'PARLEY_KEEP_SECRETS',
    default: 'keychain',
    describe:
      'where Parley stores tokens and the key of this device: the keychain, or a file that only you can read',
    name: 'Store tokens in',
    group: 'OpenClaw',
    choices: { keychain: 'The keychain', file: 'A file' },
    safe: 'without a keychain, only the user can read the file with secrets',
  }),
  gangliaDialect: setting({
    schema: z.enum(['flat', 'enveloped']),
    flag: '--ganglia-dialect',
    env: 'PARLEY_GANGLIA_DIALECT',
    default: 'flat',
    describe: 'the format of status and artifacts on the ganglia-events topic',
    name: 'Event format',
    group: 'Agent',
    choices: { flat: 'Flat', enveloped: 'Enveloped' },
  }),
  whenBusy: setting({
    schema: z.enum(busyPolicies),
    flag: '--when-busy',
    env: 'PARLEY_WHEN_BUSY',
    default: 'interrupt',
    describe:
      'what a new request does while the agent works: interrupt it, wait until it is done, or steer it',
    name: 'If you speak while Parley is busy',
    group: 'Agent',
    choices: { interrupt: 'Interrupt', followup: 'Answer afterwards', steer: 'Steer the current work' },
  }),
  theme: setting({
    schema: z.enum(['system', 'light', 'dark']),
    flag: '--theme',
    env: 'PARLEY_THEME',
    default: 'system',
    describe: 'the colours of the window',
    name: 'Theme',
    group: 'Appearance',
    choices: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
  }),
  contrast: setting({
    schema: z.enum(['system', 'normal', 'high']),
    flag: '--contrast',
    env: 'PARLEY_CONTRAST',
    default: 'system',
    describe: 'the contrast of text and lines',
    name: 'Contrast',
    group: 'Appearance',
    choices: { system: 'Same as the system', normal: 'Normal', high: 'High' },
  }),
  diffLayout: setting({
    schema: z.enum(['side-by-side', 'unified']),
    flag: '--diff-layout',
    env: 'PARLEY_DIFF_LAYOUT',
    default: 'side-by-side',
    describe: 'the layout of diffs',
    name: 'Diffs',
    group: 'Appearance',
    choices: { 'side-by-side': 'Side by side', unified: 'One column' },
  }),
  searchPreview: setting({
    schema: z.enum(['shown', 'hidden']),
    flag: '--search-preview',
    env: 'PARLEY_SEARCH_PREVIEW',
    default: 'shown',
    describe: 'whether search results show the lines around a match beside the list',
    name: 'Search results',
    group: 'Appearance',
    choices: { shown: 'With a preview', hidden: 'List only' },
  }),
  editor: setting({
    schema: z.enum([AUTO_EDITOR, ...editorIds]),
    flag: '--editor',
    env: 'PARLEY_EDITOR',
    default: AUTO_EDITOR,
    describe:
      'which editor “open it in my editor” starts: the one that $VISUAL or $EDITOR names or else the first that is installed, or always the same',
    name: 'Your editor',
    group: 'Editor',
    choices: {
      [AUTO_EDITOR]: 'The first one found',
      ...Object.fromEntries(Object.values(editorInfos).map(({ id, title }) => [id, title])),
      jetbrains: 'A JetBrains IDE',
    },
    safe: 'it names an entry of a fixed table',
  }),
  logLevel: setting({
    schema: z.enum(['debug', 'info', 'warn', 'error']),
    flag: '--log-level',
    env: 'PARLEY_LOG_LEVEL',
    default: 'info',
    describe: 'the lowest level that is logged',
    name: 'Log level',
    group: 'Logs',
    choices: { debug: 'Debug', info: 'Info', warn: 'Warnings', error: 'Errors' },
  }),
  logPii: setting({
    schema: z.boolean(),
    flag: '--log-pii',
    env: 'PARLEY_LOG_PII',
    default: false,
    describe: 'whether logs may contain spoken text, code and paths',
    name: 'Text, code and paths in logs',
    group: 'Logs',
    safe: 'logs stay on this computer, and diagnostics leave these fields out',
  }),
  talkMode: setting({
    schema: z.enum(['push', 'hands-free']),
    flag: '--talk-mode',
    env: 'PARLEY_TALK_MODE',
    default: 'push',
    describe:
      'push: press a key for each request; hands-free: Parley detects where you start and stop talking',
    name: 'How to talk',
    group: 'Talking',
    choices: { push: 'With a key', 'hands-free': 'Hands-free' },
  }),
  talkKey: setting({
    schema: z.enum(['both', 'hold', 'toggle']),
    flag: '--talk-key',
    env: 'PARLEY_TALK_KEY',
    default: 'both',
    describe: 'how the talk key works: hold it while you talk, tap it before and after, or either',
    name: 'Talk key',
    group: 'Talking',
    choices: { both: 'Hold or tap', hold: 'Hold', toggle: 'Tap' },
  }),
  talkShortcut: setting({
    schema: z.enum(['Control+Alt+Space', 'Control+Shift+Space', 'Alt+Shift+Space', 'F9', 'off']),
    flag: '--talk-shortcut',
    env: 'PARLEY_TALK_SHORTCUT',
    default: 'Control+Alt+Space',
    describe: 'the keys that start and stop talking while another window has the focus; desktop app only',
    name: 'Talk keys in other windows',
    group: 'Talking',
    choices: { off: 'None' },
  }),
  microphoneReady: setting({
    schema: z.enum(['talking', 'minutes', 'always']),
    flag: '--microphone-ready',
    env: 'PARLEY_MICROPHONE_READY',
    default: 'minutes',
    describe:
      'how long the microphone stays open, so that your first word is not cut off: while you talk, five more minutes, or always',
    name: 'Keep the microphone open',
    group: 'Talking',
    choices: { talking: 'While you talk', minutes: 'Five more minutes', always: 'Always' },
  }),
  talkSounds: setting({
    schema: z.boolean(),
    flag: '--talk-sounds',
    env: 'PARLEY_TALK_SOUNDS',
    default: true,
    describe: 'whether short sounds tell you that Parley listens and that it received your request',
    name: 'Talk sounds',
    group: 'Talking',
  }),
  patience: setting({
    schema: z.enum(['short', 'normal', 'long']),
    flag: '--patience',
    env: 'PARLEY_PATIENCE',
    default: 'normal',
    describe: 'hands-free: how long a pause may last before your request counts as finished',
    name: 'Pause length',
    group: 'Talking',
    choices: { short: 'Short', normal: 'Normal', long: 'Long' },
  }),
  recognizer: setting({
    schema: z.enum(choiceIds(recognizerChoices)),
    flag: '--recognizer',
    env: 'PARLEY_RECOGNIZER',
    aliases: [{ key: 'ears', flag: '--ears', env: 'PARLEY_EARS' }],
    default: 'embedded',
    describe:
      'where Parley turns speech into text: on this computer, with a service of your choice, or not at all',
    name: 'Speech recognition',
    group: 'Recognition',
    choices: choiceTitles(recognizerChoices),
  }),
  recognizerUrl: setting({
    schema: address,
    flag: '--recognizer-url',
    env: 'PARLEY_RECOGNIZER_URL',
    aliases: [{ key: 'earsUrl', flag: '--ears-url', env: 'PARLEY_EARS_URL' }],
    default: '',
    describe: 'the address of a service with OpenAI’s /v1/audio/transcriptions',
    name: 'Service address',
    group: 'Recognition',
    placeholder: 'URL',
    expects: HTTP_ADDRESS,
    safe: 'the key is sent only to the address it was entered for',
  }),
  recognizerModel: setting({
    schema: z.string().trim().min(1).max(200),
    flag: '--recognizer-model',
    env: 'PARLEY_RECOGNIZER_MODEL',
    aliases: [{ key: 'earsModel', flag: '--ears-model', env: 'PARLEY_EARS_MODEL' }],
    default: 'whisper-1',
    describe: 'the model Parley asks the service for',
    name: 'Service model',
    group: 'Recognition',
    placeholder: 'NAME',
  }),
  voice: setting({
    schema: z.enum(choiceIds(voiceChoices)),
    flag: '--voice',
    env: 'PARLEY_VOICE',
    default: 'builtin',
    describe:
      'the voice of spoken replies: the built-in one, a natural one (89 MB, downloaded once, used if this computer is fast enough), a service of your choice, or none',
    name: 'Spoken replies',
    group: 'Voice',
    choices: choiceTitles(voiceChoices),
  }),
  voiceName: setting({
    schema: z.string().trim().max(200),
    flag: '--voice-name',
    env: 'PARLEY_VOICE_NAME',
    default: '',
    describe: 'which voice; empty for the first one',
    name: 'Voice',
    group: 'Voice',
    placeholder: 'NAME',
  }),
  voiceRate: setting({
    schema: z.number().int().min(50).max(200),
    flag: '--voice-rate',
    env: 'PARLEY_VOICE_RATE',
    default: 100,
    describe: 'how fast the voice speaks, in percent of its normal speed, from 50 to 200',
    name: 'Speed',
    group: 'Voice',
    placeholder: 'N',
    expects: 'a whole number from 50 to 200',
  }),
  voiceUrl: setting({
    schema: address,
    flag: '--voice-url',
    env: 'PARLEY_VOICE_URL',
    default: '',
    describe: 'the address of a service with OpenAI’s /v1/audio/speech',
    name: 'Service address',
    group: 'Voice',
    placeholder: 'URL',
    expects: HTTP_ADDRESS,
    safe: 'the key is sent only to the address it was entered for',
  }),
  voiceModel: setting({
    schema: z.string().trim().min(1).max(200),
    flag: '--voice-model',
    env: 'PARLEY_VOICE_MODEL',
    default: 'tts-1',
    describe: 'the model Parley asks the service for',
    name: 'Service model',
    group: 'Voice',
    placeholder: 'NAME',
  }),
  room: setting({
    schema: z.enum(['auto', 'local']),
    flag: '--room',
    env: 'PARLEY_ROOM',
    default: 'auto',
    describe: 'where you talk with the agent: in the LiveKit room if one is set up, or in this window only',
    name: 'Where you talk',
    group: 'Room',
    choices: { auto: 'In the LiveKit room, if one is set up', local: 'In this window only' },
  }),
  livekitUrl: setting({
    schema: roomAddress,
    flag: '--livekit-url',
    env: 'LIVEKIT_URL',
    default: '',
    describe: 'the address of a LiveKit server; it starts with ws:// or wss://',
    name: 'LiveKit server',
    group: 'Room',
    placeholder: 'URL',
    expects: 'an address that begins with ws:// or wss://',
    safe: 'keys sign tokens only for the address they were entered for',
  }),
  livekitRoom: setting({
    schema: z.string().trim().min(1).max(200),
    flag: '--livekit-room',
    env: 'PARLEY_LIVEKIT_ROOM',
    default: 'parley',
    describe: 'the name of the room',
    name: 'Room name',
    group: 'Room',
    placeholder: 'NAME',
  }),
  livekitTokenUrl: setting({
    schema: address,
    flag: '--livekit-token-url',
    env: 'PARLEY_LIVEKIT_TOKEN_URL',
    default: '',
    describe: 'an endpoint that issues tokens for the room, instead of a key and a secret',
    name: 'Token endpoint',
    group: 'Room',
    placeholder: 'URL',
    expects: HTTP_ADDRESS,
    safe: 'no secret is sent to it',
  }),
  livekitProgram: setting({
    schema: z.string().trim().max(4096),
    flag: '--livekit-program',
    env: 'PARLEY_LIVEKIT_PROGRAM',
    default: '',
    describe: 'the program livekit-server, for a server on this computer; empty for the one on PATH',
    name: 'Server program',
    group: 'Room',
    placeholder: 'FILE',
    resetOnly: 'Parley starts this program; set it by flag, environment or the system’s file dialog',
  }),
  gateway: setting({
    schema: z.enum(['on', 'off']),
    flag: '--gateway',
    env: 'PARLEY_GATEWAY',
    default: 'on',
    describe: 'whether phones, browsers and glasses can connect',
    name: 'Other devices',
    group: 'Devices',
    choices: { on: 'Can connect', off: 'Cannot connect' },
    safe: 'every client needs a token',
  }),
  gatewayHost: setting({
    schema: z.string().trim().min(1).max(255),
    flag: '--gateway-host',
    env: 'GATEWAY_HOST',
    default: GATEWAY_HOST,
    describe: 'the address devices connect to: 127.0.0.1 for this computer only, 0.0.0.0 for its network too',
    name: 'Address for devices',
    group: 'Devices',
    placeholder: 'HOST',
    safe: 'every client needs a token, from this computer too',
  }),
  gatewayPort: setting({
    schema: z.number().int().min(0).max(65_535),
    flag: '--gateway-port',
    env: 'GATEWAY_PORT',
    default: GATEWAY_PORT,
    describe: 'the port devices connect to; 0 for any free port',
    name: 'Port for devices',
    group: 'Devices',
    placeholder: 'N',
    expects: 'a whole number from 0 to 65535',
    safe: 'every client needs a token',
  }),
  updates: setting({
    schema: z.enum(updateChannels),
    flag: '--updates',
    env: 'PARLEY_UPDATES',
    default: 'stable',
    describe: 'which updates the installed app downloads: stable versions, beta versions too, or none',
    name: 'Updates',
    group: 'Updates',
    choices: { stable: 'Stable versions', beta: 'Beta versions too', off: 'None' },
    safe: 'updates come from one place and are verified',
  }),
}

type Table = typeof settingsTable
export type SettingKey = keyof Table
export const settingKeys = Object.keys(settingsTable) as SettingKey[]

export const settings = z.object(
  Object.fromEntries(settingKeys.map((key) => [key, settingsTable[key].schema])) as {
    [K in SettingKey]: Table[K]['schema']
  },
)
export type Settings = z.infer<typeof settings>

export const defaultSettings: Settings = Object.fromEntries(
  settingKeys.map((key) => [key, settingsTable[key].default]),
) as Settings

/** The values a setting may have, for help texts and choices on screen; none for a setting that is typed. */
export function settingChoices(key: SettingKey): readonly string[] {
  const { schema, placeholder, choices = {} } = settingsTable[key]
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodBoolean) return ['true', 'false']
  return placeholder === undefined ? Object.keys(choices) : []
}

/** A setting from its text, as on a command line or in a text box; undefined if it does not fit. */
export function settingFromText(key: SettingKey, text: string): Settings[SettingKey] | undefined {
  const { schema } = settingsTable[key]
  const choices = settingChoices(key)
  if (choices.length > 0 && !choices.includes(text)) return undefined
  const isNumber = schema instanceof z.ZodNumber && text.trim() !== ''
  const value = schema instanceof z.ZodBoolean ? text === 'true' : isNumber ? Number(text) : text
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}
