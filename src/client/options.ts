// The command line of the client.
import { GATEWAY_HOST, GATEWAY_PORT } from '../shared/wire/gateway.ts'
import { parseFaults, type FaultPlan } from './faults.ts'
import { gatewayAddress } from './link.ts'
import { clientWires, type ClientWire, type GivenOptions, type OptionSpec } from './wires.ts'

export interface CommonOptions {
  gateway: URL
  /** Null if none was given: then a gateway on this computer gets the token of the profile. */
  token: string | null
  /** Parley's profile folder; null for the default one. */
  profile: string | null
  wav: string | null
  json: boolean
  timeoutMs: number
}

export interface SpeakOptions extends CommonOptions {
  wire: ClientWire
  /** The options of this wire. */
  given: GivenOptions
  auth: 'query' | 'frame'
  text: string | null
  realtime: boolean
  faults: FaultPlan | null
  /** Which frames the faults apply to. */
  faultsOn: 'sent' | 'received' | 'both'
  seed: number | null
  count: number
}

export interface ConformOptions extends CommonOptions {
  wires: readonly ClientWire[]
  slow: boolean
}

export type ClientCommand =
  | { tag: 'help' }
  | { tag: 'refused'; message: string }
  | { tag: 'speak'; options: SpeakOptions }
  | { tag: 'conform'; options: ConformOptions }

const both: Readonly<Record<string, OptionSpec>> = {
  '--url': ['URL', `the gateway (ws://${GATEWAY_HOST}:${GATEWAY_PORT}), without the path of the wire`],
  '--token': ['T', 'the token of the gateway (GATEWAY_TOKEN; on this computer, the token of the profile)'],
  '--profile': ['DIR', 'the profile of Parley whose token is used (PARLEY_PROFILE)'],
  '--wav': ['FILE', 'speech to send, as a 16-bit mono WAV file'],
  '--json': [null, 'print lines of JSON'],
  '--timeout': ['SECONDS', 'how long to wait for a turn or an answer (30)'],
  '--help': [null, 'print this list'],
}
const speakOnly: Readonly<Record<string, OptionSpec>> = {
  '--auth': ['query|frame', 'send the token in the address (query) or as the first frame'],
  '--text': ['TEXT', 'text to send'],
  '--realtime': [null, 'send audio as slowly as it was spoken, not all at once'],
  '--count': ['N', 'repeat the turn this many times (1)'],
  '--faults': ['PLAN', 'disturb frames: drop=0.1,delay=50,reorder=0.2,duplicate=0.1,garble=0.05'],
  '--faults-on': ['sent|received|both', 'which frames to disturb (sent)'],
  '--seed': ['N', 'repeat the faults of another run'],
}
const conformOnly: Readonly<Record<string, OptionSpec>> = {
  '--slow': [null, 'also check rules that take a minute or more'],
}

class Refusal extends Error {}

export function parseClientCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  wires = clientWires,
): ClientCommand {
  try {
    return parse(argv, env, wires)
  } catch (error) {
    if (error instanceof Refusal) return { tag: 'refused', message: error.message }
    throw error
  }
}

function parse(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  wires: readonly ClientWire[],
): ClientCommand {
  if (argv.length === 0 || argv.includes('--help') || argv.includes('-h')) return { tag: 'help' }
  const ids = wires.map(({ wire }) => wire.id)
  const wireOf = (id: string | undefined): ClientWire | undefined => wires.find(({ wire }) => wire.id === id)
  const [what, ...rest] = argv
  const isConform = what === 'conform'
  const wire = wireOf(what)
  if (!isConform && !wire)
    throw new Refusal(`Unknown command ${what}. Use ${ids.join(', ')} or conform; see --help.`)
  const subject = isConform && rest[0] !== undefined && !rest[0].startsWith('--') ? rest.shift()! : 'all'
  const subjects = subject === 'all' ? wires : wires.filter((one) => one.wire.id === subject)
  if (subjects.length === 0) throw new Refusal(`Unknown wire ${subject}. Use ${ids.join(', ')} or all.`)
  const given = read(rest, wire ?? null, wires)

  const gateway = gatewayAddress(given.get('--url') ?? `ws://${GATEWAY_HOST}:${GATEWAY_PORT}`)
  if (gateway === null) throw new Refusal('--url must start with ws:// or wss://.')
  const common: CommonOptions = {
    gateway,
    token: (given.get('--token') ?? env['GATEWAY_TOKEN']) || null,
    profile: (given.get('--profile') ?? env['PARLEY_PROFILE']) || null,
    wav: given.get('--wav') ?? null,
    json: given.has('--json'),
    timeoutMs: 1000 * numberOf(given, '--timeout', 30, 0.001, 86_400),
  }
  if (!wire) return { tag: 'conform', options: { ...common, wires: subjects, slow: given.has('--slow') } }
  return { tag: 'speak', options: speakOptions(wire, common, given) }
}

function speakOptions(
  wire: ClientWire,
  common: CommonOptions,
  all: ReadonlyMap<string, string>,
): SpeakOptions {
  const text = all.get('--text') ?? null
  const given = Object.fromEntries([...all].filter(([flag]) => Object.hasOwn(wire.options, flag)))
  const faultText = all.get('--faults')
  const faults = faultText === undefined ? null : parseFaults(faultText)
  if (faultText !== undefined && faults === null)
    throw new Refusal('--faults must look like drop=0.1,delay=50,reorder=0.2,duplicate=0.1,garble=0.05.')
  if (text !== null && common.wav !== null) throw new Refusal('Use either --text or --wav.')
  const problem = wire.check?.(given, { text, wav: common.wav }) ?? null
  if (problem !== null) throw new Refusal(problem)
  return {
    ...common,
    wire,
    given,
    text,
    auth: choiceOf(all, '--auth', ['query', 'frame']),
    realtime: all.has('--realtime'),
    faults,
    faultsOn: choiceOf(all, '--faults-on', ['sent', 'received', 'both']),
    seed: all.has('--seed') ? numberOf(all, '--seed', 0, 0, 0xffff_ffff, true) : null,
    count: numberOf(all, '--count', 1, 1, 1_000_000, true),
  }
}

/** The options that were given. `wire` is null for `conform`. */
function read(
  argv: readonly string[],
  wire: ClientWire | null,
  wires: readonly ClientWire[],
): Map<string, string> {
  const known = { ...both, ...(wire ? { ...speakOnly, ...wire.options } : conformOnly) }
  const given = new Map<string, string>()
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!
    const equals = word.startsWith('--') ? word.indexOf('=') : -1
    const flag = equals < 0 ? word : word.slice(0, equals)
    const spec = Object.hasOwn(known, flag) ? known[flag] : undefined
    if (!spec) throw new Refusal(misplaced(flag, wire, wires))
    if (spec[0] === null) given.set(flag, '')
    else if (equals >= 0) given.set(flag, word.slice(equals + 1))
    else {
      const next = argv[++at]
      if (next === undefined || next.startsWith('--')) throw new Refusal(`${flag} needs a value.`)
      given.set(flag, next)
    }
  }
  return given
}

function misplaced(flag: string, wire: ClientWire | null, wires: readonly ClientWire[]): string {
  const owner = wires.find(({ options }) => Object.hasOwn(options, flag))
  if (owner) return `${flag} is an option of ${owner.wire.id}.`
  if (!wire && Object.hasOwn(speakOnly, flag)) return `${flag} is not an option of conform.`
  if (wire && Object.hasOwn(conformOnly, flag)) return `${flag} is an option of conform.`
  return `Unknown option ${flag}. See --help.`
}

function choiceOf<C extends string>(
  given: ReadonlyMap<string, string>,
  flag: string,
  choices: readonly [C, ...C[]],
): C {
  const text = given.get(flag)
  const choice = text === undefined ? choices[0] : choices.find((one) => one === text)
  if (choice === undefined) throw new Refusal(`${flag} must be ${choices.join(' or ')}.`)
  return choice
}

function numberOf(
  given: ReadonlyMap<string, string>,
  flag: string,
  byDefault: number,
  min: number,
  max: number,
  isWhole = false,
): number {
  const text = given.get(flag)
  const value = text === undefined ? byDefault : text.trim() === '' ? NaN : Number(text)
  if (!(value >= min && value <= max) || (isWhole && !Number.isInteger(value)))
    throw new Refusal(`${flag} must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`)
  return value
}

export function clientHelp(wires = clientWires): string {
  const ids = wires.map(({ wire }) => wire.id).join('|')
  const lines = (specs: Readonly<Record<string, OptionSpec>>, prefix = ''): [string, string][] =>
    Object.entries(specs).map(([flag, [value, help]]) => [
      value === null ? flag : `${flag} ${value}`,
      prefix + help,
    ])
  const all = [
    ...lines(both),
    ...lines(speakOnly),
    ...wires.flatMap(({ wire, options }) => lines(options, `${wire.id}: `)),
    ...lines(conformOnly, 'conform: '),
  ]
  const width = Math.max(...all.map(([left]) => left.length))
  return [
    `usage: npm run client -- ${ids} [options]`,
    `       npm run client -- conform [${ids}|all] [options]`,
    '',
    'The first form talks to a gateway over one wire and prints every frame. Without --text or --wav, type what to',
    'send; a line that starts with { is sent as a frame. The second form checks a running gateway against the rules',
    'of its wires (docs/protocols). It disconnects a phone with glasses.',
    '',
    ...all.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'Exit codes: 0 success, 1 a turn failed or a rule is broken, 2 wrong options, 3 no connection.',
    '',
  ].join('\n')
}
