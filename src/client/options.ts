// What was asked for on the command line.
import { GATEWAY_HOST, GATEWAY_PORT } from '../shared/wire/gateway.ts'
import { parseFaults, type FaultPlan } from './faults.ts'
import { clientWires, gatewayAddress, type ClientWire } from './link.ts'

export interface CommonOptions {
  gateway: URL
  token: string | null
  wav: string | null
  json: boolean
  timeoutMs: number
}

export interface SpeakOptions extends CommonOptions {
  wire: ClientWire
  auth: 'query' | 'frame'
  text: string | null
  /** Vela's pipeline; null where nothing was said about it. */
  pipeline: 'live' | 'mocked' | null
  realtime: boolean
  session: string | null
  after: string | null
  faults: FaultPlan | null
  /** Whose frames the faults happen to. */
  faultsOn: 'sent' | 'received' | 'both'
  seed: number | null
  count: number
}

export interface ConformOptions extends CommonOptions {
  subject: ClientWire | 'all'
  slow: boolean
}

export type ClientCommand =
  | { tag: 'help' }
  | { tag: 'refused'; message: string }
  | { tag: 'speak'; options: SpeakOptions }
  | { tag: 'conform'; options: ConformOptions }

/** Each option: what its value is called, or null for a switch; who has it; what it does. */
const table = {
  '--url': ['URL', 'both', `where the gateway is (ws://${GATEWAY_HOST}:${GATEWAY_PORT}); the path is added`],
  '--token': ['T', 'both', 'the token of the gateway (GATEWAY_TOKEN)'],
  '--auth': ['query|frame', 'speak', 'show the token in the address (query) or as the first frame'],
  '--text': ['WORDS', 'speak', 'what to say, in words'],
  '--wav': ['FILE', 'both', 'what to say, as a WAV file of 16 bits and one channel'],
  '--realtime': [null, 'speak', 'send sound as fast as it is spoken, and not all at once'],
  '--mocked': [null, 'speak', 'vela: the turn that is fixed in advance (the usual)'],
  '--live': [null, 'speak', 'vela: real words, with --wav'],
  '--session': ['ID', 'speak', 'voice-ide: the session to begin, or to come back to with --after'],
  '--after': ['EVENT_ID', 'speak', 'voice-ide: come back and ask for what followed this event'],
  '--count': ['N', 'speak', 'say it so many times, one turn after another (1)'],
  '--faults': [
    'PLAN',
    'speak',
    'drop=0.1,delay=50,reorder=0.2,duplicate=0.1,garble=0.05: what happens to frames',
  ],
  '--faults-on': ['sent|received|both', 'speak', 'to whose frames it happens (sent)'],
  '--seed': ['N', 'speak', 'the same faults as another time'],
  '--slow': [null, 'conform', 'also check what takes a minute or more'],
  '--json': [null, 'both', 'lines of JSON'],
  '--timeout': ['SECONDS', 'both', 'how long to wait for a turn or an answer (30)'],
  '--help': [null, 'both', 'this list'],
} as const

type Flag = keyof typeof table
const isFlag = (word: string): word is Flag => Object.hasOwn(table, word)
const isWire = (word: string | undefined): word is ClientWire =>
  (clientWires as readonly string[]).includes(word ?? '')

class Refusal extends Error {}

export function parseClientCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ClientCommand {
  try {
    return parse(argv, env)
  } catch (error) {
    if (error instanceof Refusal) return { tag: 'refused', message: error.message }
    throw error
  }
}

function parse(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): ClientCommand {
  if (argv.length === 0 || argv.includes('--help') || argv.includes('-h')) return { tag: 'help' }
  const [what, ...rest] = argv
  const isConform = what === 'conform'
  if (!isConform && !isWire(what))
    throw new Refusal(`There is no ${what}. Say g2, vela, voice-ide or conform; --help tells more.`)
  const subject = isConform && rest[0] !== undefined && !rest[0].startsWith('--') ? rest.shift()! : 'all'
  if (subject !== 'all' && !isWire(subject))
    throw new Refusal(`There is no ${subject} to check. Say g2, vela, voice-ide or all.`)
  const given = read(rest, isConform ? 'conform' : 'speak')

  const gateway = gatewayAddress(given.get('--url') ?? `ws://${GATEWAY_HOST}:${GATEWAY_PORT}`)
  if (gateway === null) throw new Refusal('--url must be an address that begins with ws:// or wss://.')
  const common: CommonOptions = {
    gateway,
    token: (given.get('--token') ?? env['GATEWAY_TOKEN']) || null,
    wav: given.get('--wav') ?? null,
    json: given.has('--json'),
    timeoutMs: 1000 * numberOf(given, '--timeout', 30, 0.001, 86_400),
  }
  if (isConform) return { tag: 'conform', options: { ...common, subject, slow: given.has('--slow') } }
  return { tag: 'speak', options: speakOptions(what, common, given) }
}

function speakOptions(
  wire: ClientWire,
  common: CommonOptions,
  given: ReadonlyMap<Flag, string>,
): SpeakOptions {
  const text = given.get('--text') ?? null
  const isLive = given.has('--live')
  const faultText = given.get('--faults')
  const faults = faultText === undefined ? null : parseFaults(faultText)
  if (faultText !== undefined && faults === null)
    throw new Refusal('--faults must be such as drop=0.1,delay=50,reorder=0.2,duplicate=0.1,garble=0.05.')
  if (text !== null && common.wav !== null) throw new Refusal('Either --text or --wav, not both.')
  if (isLive && given.has('--mocked')) throw new Refusal('Either --live or --mocked, not both.')
  if (wire !== 'vela' && (isLive || given.has('--mocked')))
    throw new Refusal('--live and --mocked are for vela.')
  if (wire !== 'voice-ide' && (given.has('--session') || given.has('--after')))
    throw new Refusal('--session and --after are for voice-ide.')
  if (wire === 'voice-ide' && common.wav !== null)
    throw new Refusal('voice-ide carries words and no sound: the client itself hears. Use --text.')
  if (isLive && text !== null) throw new Refusal('Live, vela carries sound and no words. Use --wav.')
  if (given.has('--after') && !given.has('--session'))
    throw new Refusal('--after needs the --session that the event was in.')
  return {
    ...common,
    wire,
    text,
    auth: choiceOf(given, '--auth', ['query', 'frame']),
    pipeline: isLive ? 'live' : given.has('--mocked') ? 'mocked' : null,
    realtime: given.has('--realtime'),
    session: given.get('--session') ?? null,
    after: given.get('--after') ?? null,
    faults,
    faultsOn: choiceOf(given, '--faults-on', ['sent', 'received', 'both']),
    seed: given.has('--seed') ? numberOf(given, '--seed', 0, 0, 0xffff_ffff, true) : null,
    count: numberOf(given, '--count', 1, 1, 1_000_000, true),
  }
}

function read(words: readonly string[], who: 'speak' | 'conform'): Map<Flag, string> {
  const given = new Map<Flag, string>()
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const equals = word.startsWith('--') ? word.indexOf('=') : -1
    const flag = equals < 0 ? word : word.slice(0, equals)
    if (!isFlag(flag)) throw new Refusal(`There is no option ${word}. --help lists those there are.`)
    const [value, whose] = table[flag]
    if (whose !== 'both' && whose !== who)
      throw new Refusal(`${flag} is not for ${who === 'conform' ? 'conform' : 'talking'}.`)
    if (value === null) given.set(flag, '')
    else if (equals >= 0) given.set(flag, word.slice(equals + 1))
    else {
      const next = words[++at]
      if (next === undefined || next.startsWith('--')) throw new Refusal(`${flag} needs a value.`)
      given.set(flag, next)
    }
  }
  return given
}

function choiceOf<C extends string>(
  given: ReadonlyMap<Flag, string>,
  flag: Flag,
  choices: readonly [C, ...C[]],
): C {
  const text = given.get(flag)
  const choice = text === undefined ? choices[0] : choices.find((one) => one === text)
  if (choice === undefined) throw new Refusal(`${flag} must be ${choices.join(' or ')}.`)
  return choice
}

function numberOf(
  given: ReadonlyMap<Flag, string>,
  flag: Flag,
  usual: number,
  least: number,
  most: number,
  isWhole = false,
): number {
  const text = given.get(flag)
  const value = text === undefined ? usual : text.trim() === '' ? NaN : Number(text)
  if (!(value >= least && value <= most) || (isWhole && !Number.isInteger(value)))
    throw new Refusal(`${flag} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}.`)
  return value
}

export function clientHelp(): string {
  const flags = Object.entries(table).map(([flag, [value, whose, what]]) => {
    const left = value === null ? flag : `${flag} ${value}`
    return [left, whose === 'conform' ? `conform: ${what}` : what] as const
  })
  const width = Math.max(...flags.map(([left]) => left.length))
  return [
    'usage: npm run client -- g2|vela|voice-ide [options]',
    '       npm run client -- conform [g2|vela|voice-ide|all] [options]',
    '',
    'The first speaks to a gateway as glasses, a browser or a voice runtime would, and shows every frame. Without --text',
    'or --wav, type what to say; a line that begins with { is sent as it is. The second checks a running gateway against',
    'every rule of its documents; it takes the place of a phone that is connected.',
    '',
    ...flags.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'Ends with 0 when all went well, 1 when a turn failed or a rule is broken, 2 when it was asked for something there is',
    'not, 3 when there is no gateway or it does not let us in.',
    '',
  ].join('\n')
}
