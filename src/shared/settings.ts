// Every setting in one table: what it is for, where it can be set, what it is when nobody sets it.
// A flag wins over what was saved in the app, that over the environment, that over the default.
import { z } from 'zod'
import { busyPolicies } from './conversation.ts'
import { GATEWAY_HOST, GATEWAY_PORT } from './wire/gateway.ts'
import { updateChannels } from './update-status.ts'
import { OPENCLAW_HOST, OPENCLAW_PORT } from './wire/openclaw.ts'

/** A web address, or nothing. */
const address = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => text === '' || /^https?:\/\/[^\s@]+$/.test(text))

/** Where a LiveKit server is, or nothing. LiveKit's own tools take http:// for ws:// as well, in the same variable. */
const roomAddress = z
  .string()
  .trim()
  .max(2000)
  .overwrite((text) =>
    text.replace(/^(?:http|ws)(s?):/i, (_, secure: string) => `ws${secure.toLowerCase()}:`),
  )
  .refine((text) => text === '' || /^wss?:\/\/[^\s@]+$/.test(text))

export const settings = z.object({
  brain: z.enum(['builtin', 'openclaw']),
  openclawHost: z.string().trim().min(1).max(255),
  openclawPort: z.number().int().min(1).max(65_535),
  keepSecrets: z.enum(['keychain', 'file']),
  gangliaDialect: z.enum(['flat', 'enveloped']),
  whenBusy: z.enum(busyPolicies),
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.enum(['system', 'normal', 'high']),
  diffLayout: z.enum(['side-by-side', 'unified']),
  searchPreview: z.enum(['shown', 'hidden']),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']),
  logPii: z.boolean(),
  talkMode: z.enum(['push', 'hands-free']),
  talkKey: z.enum(['both', 'hold', 'toggle']),
  talkShortcut: z.enum(['Control+Alt+Space', 'Control+Shift+Space', 'Alt+Shift+Space', 'F9', 'off']),
  microphoneReady: z.enum(['talking', 'minutes', 'always']),
  talkSounds: z.boolean(),
  patience: z.enum(['short', 'normal', 'long']),
  ears: z.enum(['embedded', 'service', 'off']),
  earsUrl: address,
  earsModel: z.string().trim().min(1).max(200),
  voice: z.enum(['builtin', 'natural', 'service', 'off']),
  voiceName: z.string().trim().max(200),
  voiceRate: z.number().int().min(50).max(200),
  voiceUrl: address,
  voiceModel: z.string().trim().min(1).max(200),
  room: z.enum(['auto', 'local']),
  livekitUrl: roomAddress,
  livekitRoom: z.string().trim().min(1).max(200),
  livekitTokenUrl: address,
  livekitProgram: z.string().trim().max(4096),
  gateway: z.enum(['on', 'off']),
  gatewayHost: z.string().trim().min(1).max(255),
  gatewayPort: z.number().int().min(0).max(65_535),
  updates: z.enum(updateChannels),
})
export type Settings = z.infer<typeof settings>
export type SettingKey = keyof Settings

interface SettingEntry<K extends SettingKey> {
  flag: string
  env: string
  default: Settings[K]
  describe: string
  /** What it is called on the settings page, and its values where their own names say too little. */
  name: string
  choices?: Partial<Record<`${Settings[K]}`, string>>
  group:
    | 'Agent'
    | 'OpenClaw'
    | 'Talking'
    | 'Hearing'
    | 'Voice'
    | 'Room'
    | 'Devices'
    | 'Appearance'
    | 'Logs'
    | 'Updates'
  /** For what is written rather than chosen: what stands for it in help texts. */
  placeholder?: string
}

export const settingsTable: { [K in SettingKey]: SettingEntry<K> } = {
  brain: {
    flag: '--brain',
    env: 'PARLEY_BRAIN',
    default: 'builtin',
    describe: 'builtin works offline, openclaw asks an OpenClaw gateway',
    name: 'Who answers',
    group: 'Agent',
    choices: { builtin: 'The built-in agent', openclaw: 'An OpenClaw gateway' },
  },
  openclawHost: {
    flag: '--openclaw-host',
    env: 'OPENCLAW_HOST',
    default: OPENCLAW_HOST,
    describe: 'where the OpenClaw gateway is: a name or an address, with wss:// before it for one with TLS',
    name: 'Gateway',
    group: 'OpenClaw',
    placeholder: 'HOST',
  },
  openclawPort: {
    flag: '--openclaw-port',
    env: 'OPENCLAW_PORT',
    default: OPENCLAW_PORT,
    describe: 'the port of the OpenClaw gateway',
    name: 'Port',
    group: 'OpenClaw',
    placeholder: 'N',
  },
  keepSecrets: {
    flag: '--keep-secrets',
    env: 'PARLEY_KEEP_SECRETS',
    default: 'keychain',
    describe:
      'where tokens and the key of this device are kept: in the system’s keychain, or in a file only you can read',
    name: 'Tokens are kept in',
    group: 'OpenClaw',
    choices: { keychain: 'The keychain', file: 'A file' },
  },
  gangliaDialect: {
    flag: '--ganglia-dialect',
    env: 'PARLEY_GANGLIA_DIALECT',
    default: 'flat',
    describe: 'how status and artifacts are written on the ganglia-events topic',
    name: 'Dialect of events',
    group: 'Agent',
    choices: { flat: 'Flat', enveloped: 'Enveloped' },
  },
  whenBusy: {
    flag: '--when-busy',
    env: 'PARLEY_WHEN_BUSY',
    default: 'interrupt',
    describe:
      'what new words do while the agent works: interrupt it, wait as a follow-up, or steer what it is doing',
    name: 'New words while it works',
    group: 'Agent',
    choices: { interrupt: 'Interrupt it', followup: 'Wait as a follow-up', steer: 'Steer it' },
  },
  theme: {
    flag: '--theme',
    env: 'PARLEY_THEME',
    default: 'system',
    describe: 'the colours of the window',
    name: 'Theme',
    group: 'Appearance',
    choices: { system: 'As the system', light: 'Light', dark: 'Dark' },
  },
  contrast: {
    flag: '--contrast',
    env: 'PARLEY_CONTRAST',
    default: 'system',
    describe: 'how strongly text and lines stand out; high is for those who need it',
    name: 'Contrast',
    group: 'Appearance',
    choices: { system: 'As the system', normal: 'Normal', high: 'High' },
  },
  diffLayout: {
    flag: '--diff-layout',
    env: 'PARLEY_DIFF_LAYOUT',
    default: 'side-by-side',
    describe: 'how changes are drawn',
    name: 'Changes',
    group: 'Appearance',
    choices: { 'side-by-side': 'Side by side', unified: 'One column' },
  },
  searchPreview: {
    flag: '--search-preview',
    env: 'PARLEY_SEARCH_PREVIEW',
    default: 'shown',
    describe: 'whether the lines around a search result are shown beside the list',
    name: 'Search results',
    group: 'Appearance',
    choices: { shown: 'With a preview', hidden: 'The list alone' },
  },
  logLevel: {
    flag: '--log-level',
    env: 'PARLEY_LOG_LEVEL',
    default: 'info',
    describe: 'the least important thing that is logged',
    name: 'Log level',
    group: 'Logs',
    choices: { debug: 'Debug', info: 'Info', warn: 'Warnings', error: 'Errors' },
  },
  logPii: {
    flag: '--log-pii',
    env: 'PARLEY_LOG_PII',
    default: false,
    describe: 'whether logs may hold spoken words, code and paths',
    name: 'Words, code and paths in logs',
    group: 'Logs',
  },
  talkMode: {
    flag: '--talk-mode',
    env: 'PARLEY_TALK_MODE',
    default: 'push',
    describe:
      'whether a key is pressed for each thing said, or the agent hears by itself where it begins and ends',
    name: 'How to talk',
    group: 'Talking',
    choices: { push: 'With a key', 'hands-free': 'Hands-free' },
  },
  talkKey: {
    flag: '--talk-key',
    env: 'PARLEY_TALK_KEY',
    default: 'both',
    describe: 'what the talk key wants: to be held while talking, pressed before and after, or either',
    name: 'The talk key',
    group: 'Talking',
    choices: { both: 'Hold or tap', hold: 'Hold', toggle: 'Tap' },
  },
  talkShortcut: {
    flag: '--talk-shortcut',
    env: 'PARLEY_TALK_SHORTCUT',
    default: 'Control+Alt+Space',
    describe: 'the keys that begin and end talking while another window is in front; desktop app only',
    name: 'Keys in other windows',
    group: 'Talking',
    choices: { off: 'None' },
  },
  microphoneReady: {
    flag: '--microphone-ready',
    env: 'PARLEY_MICROPHONE_READY',
    default: 'minutes',
    describe:
      'how long the microphone stays open, so that a first word is not cut: while talking, five minutes more, or always',
    name: 'Microphone ready',
    group: 'Talking',
    choices: { talking: 'Only while talking', minutes: 'Five minutes more', always: 'Always' },
  },
  talkSounds: {
    flag: '--talk-sounds',
    env: 'PARLEY_TALK_SOUNDS',
    default: true,
    describe: 'whether soft sounds say that Parley listens and that your words were taken',
    name: 'Soft sounds',
    group: 'Talking',
  },
  patience: {
    flag: '--patience',
    env: 'PARLEY_PATIENCE',
    default: 'normal',
    describe: 'hands-free, how long a pause may be before what you said counts as finished',
    name: 'Patience with pauses',
    group: 'Talking',
    choices: { short: 'Short', normal: 'Normal', long: 'Long' },
  },
  ears: {
    flag: '--ears',
    env: 'PARLEY_EARS',
    default: 'embedded',
    describe:
      'what makes words of your speech: a recogniser on this computer, a service of your choice, or nothing',
    name: 'Who hears',
    group: 'Hearing',
    choices: { embedded: 'This computer', service: 'A service', off: 'Nobody' },
  },
  earsUrl: {
    flag: '--ears-url',
    env: 'PARLEY_EARS_URL',
    default: '',
    describe: 'the address of a service that has OpenAI’s /v1/audio/transcriptions',
    name: 'Address of the service',
    group: 'Hearing',
    placeholder: 'URL',
  },
  earsModel: {
    flag: '--ears-model',
    env: 'PARLEY_EARS_MODEL',
    default: 'whisper-1',
    describe: 'the model that service is asked for',
    name: 'Model of the service',
    group: 'Hearing',
    placeholder: 'NAME',
  },
  voice: {
    flag: '--voice',
    env: 'PARLEY_VOICE',
    default: 'builtin',
    describe:
      'what speaks replies: the voice that is built in, a natural one (89 MB, fetched once, and used if this computer is fast enough), a service of your choice, or nothing',
    name: 'Who speaks',
    group: 'Voice',
    choices: {
      builtin: 'The built-in voice',
      natural: 'The natural voice',
      service: 'A service',
      off: 'Nobody',
    },
  },
  voiceName: {
    flag: '--voice-name',
    env: 'PARLEY_VOICE_NAME',
    default: '',
    describe: 'which of its voices; the first one where nothing is named',
    name: 'Its voice',
    group: 'Voice',
    placeholder: 'NAME',
  },
  voiceRate: {
    flag: '--voice-rate',
    env: 'PARLEY_VOICE_RATE',
    default: 100,
    describe: 'how fast it speaks, in percent of its own pace, from 50 to 200',
    name: 'Pace',
    group: 'Voice',
    placeholder: 'N',
  },
  voiceUrl: {
    flag: '--voice-url',
    env: 'PARLEY_VOICE_URL',
    default: '',
    describe: 'the address of a service that has OpenAI’s /v1/audio/speech',
    name: 'Address of the service',
    group: 'Voice',
    placeholder: 'URL',
  },
  voiceModel: {
    flag: '--voice-model',
    env: 'PARLEY_VOICE_MODEL',
    default: 'tts-1',
    describe: 'the model that service is asked for',
    name: 'Model of the service',
    group: 'Voice',
    placeholder: 'NAME',
  },
  room: {
    flag: '--room',
    env: 'PARLEY_ROOM',
    default: 'auto',
    describe: 'where you talk with the agent: in a LiveKit room where one is set up, or in this window alone',
    name: 'Where you talk',
    group: 'Room',
    choices: { auto: 'In the LiveKit room, where one is set up', local: 'In this window alone' },
  },
  livekitUrl: {
    flag: '--livekit-url',
    env: 'LIVEKIT_URL',
    default: '',
    describe: 'the address of a LiveKit server, beginning with ws:// or wss://',
    name: 'LiveKit server',
    group: 'Room',
    placeholder: 'URL',
  },
  livekitRoom: {
    flag: '--livekit-room',
    env: 'PARLEY_LIVEKIT_ROOM',
    default: 'parley',
    describe: 'the name of the room',
    name: 'Name of the room',
    group: 'Room',
    placeholder: 'NAME',
  },
  livekitTokenUrl: {
    flag: '--livekit-token-url',
    env: 'PARLEY_LIVEKIT_TOKEN_URL',
    default: '',
    describe: 'an endpoint that gives tokens for the room, instead of a key and a secret',
    name: 'Token endpoint',
    group: 'Room',
    placeholder: 'URL',
  },
  livekitProgram: {
    flag: '--livekit-program',
    env: 'PARLEY_LIVEKIT_PROGRAM',
    default: '',
    describe:
      'where the program livekit-server is, for a server on this computer; the one on PATH where nothing is said',
    name: 'Program of the server',
    group: 'Room',
    placeholder: 'FILE',
  },
  gateway: {
    flag: '--gateway',
    env: 'PARLEY_GATEWAY',
    default: 'on',
    describe: 'whether phones, browsers and glasses can connect',
    name: 'Other devices',
    group: 'Devices',
    choices: { on: 'Can connect', off: 'Cannot connect' },
  },
  gatewayHost: {
    flag: '--gateway-host',
    env: 'GATEWAY_HOST',
    default: GATEWAY_HOST,
    describe: 'the address they connect to: 127.0.0.1 is this computer alone, 0.0.0.0 its network too',
    name: 'Address for devices',
    group: 'Devices',
    placeholder: 'HOST',
  },
  gatewayPort: {
    flag: '--gateway-port',
    env: 'GATEWAY_PORT',
    default: GATEWAY_PORT,
    describe: 'the port they connect to, 0 for any that is free',
    name: 'Port for devices',
    group: 'Devices',
    placeholder: 'N',
  },
  updates: {
    flag: '--updates',
    env: 'PARLEY_UPDATES',
    default: 'stable',
    describe: 'which newer versions the installed app fetches: finished ones, early ones too, or none',
    name: 'Newer versions',
    group: 'Updates',
    choices: { stable: 'Finished ones', beta: 'Early ones too', off: 'None' },
  },
}

export const settingKeys = Object.keys(settingsTable) as SettingKey[]

export const defaultSettings: Settings = Object.fromEntries(
  settingKeys.map((key) => [key, settingsTable[key].default]),
) as Settings

/** The values a setting may have, for help texts and choices on screen; none where it is written freely. */
export function settingChoices(key: SettingKey): readonly string[] {
  const schema = settings.shape[key]
  if (schema instanceof z.ZodEnum) return schema.options
  return schema instanceof z.ZodBoolean ? ['true', 'false'] : []
}

/** A setting from its text, as it stands on a command line or in a box; undefined where it does not fit. */
export function settingFromText(key: SettingKey, text: string): Settings[SettingKey] | undefined {
  const schema = settings.shape[key]
  const isSwitch = schema instanceof z.ZodBoolean && (text === 'true' || text === 'false')
  const isNumber = schema instanceof z.ZodNumber && text.trim() !== ''
  const parsed = schema.safeParse(isSwitch ? text === 'true' : isNumber ? Number(text) : text)
  return parsed.success ? parsed.data : undefined
}
