// Commands about the agent that answers: another agent, another mode or model, its own commands, what it costs. They
// depend on what the agent offers at the moment, so they cannot stand in the table.
import type { BrainOption, BrainStatus } from '../../shared/brain-status.ts'
import { agentCalled, nameKey, type NamedAgent } from './agent-names.ts'
import { askingMode, choicesFor, optionCalled, type OptionChoice } from './agent-options.ts'
import { barePhrase } from './match-command.ts'
import { compilePhrases } from './phrases.ts'

export type AgentCommand =
  | { type: 'agent.use'; agent: NamedAgent }
  /** More than one if the words fit several choices alike. */
  | { type: 'option.set'; fits: readonly OptionChoice[] }
  | { type: 'option.tell'; option: BrainOption; what: 'current' | 'all' }
  | { type: 'usage.tell'; what: 'cost' | 'context' }
  /** A command of the agent itself, as it is typed. */
  | { type: 'command.send'; text: string }

type Offers = Pick<BrainStatus, 'options' | 'commands'>

export function agentCommand(said: string, offers: Offers): AgentCommand | null {
  const text = barePhrase(said)
  if (text === '') return null
  return (
    slashCommand(text, offers) ??
    usageQuestion(text) ??
    optionQuestion(text, offers) ??
    optionChange(text, offers) ??
    agentSwitch(text)
  )
}

const SWITCH =
  /^(?:use|switch (?:over |back )?to|change (?:over )?to|go back to|talk to|connect (?:me )?to|work with|continue with) (.+?)(?: (?:agent|instead|now))*$/

const SWITCH_AGENT = [
  /^(?:use|change|switch|set) (?:the |my )?agents? to (.+)$/,
  /^(?:use|take) (.+?) as (?:the|my|an) agent$/,
  /^let (.+?) (?:answer|take over|do it)(?: now)?$/,
]

function agentSwitch(text: string): AgentCommand | null {
  const said = [...SWITCH_AGENT, SWITCH].map((form) => form.exec(text)?.[1]).find(Boolean)
  const name = said?.replace(/^(?:the|my) /, '')
  const agent = name === undefined ? null : agentCalled(name)
  return agent && { type: 'agent.use', agent }
}

const COSTS = compilePhrases([
  'what (did|has|does|do|will) (that|this|it|the (conversation|session|turn|last turn)|we) cost [me|us] [so far|until now|already]',
  'how much (did|has|does|do) (that|this|it|the (conversation|session|turn)) cost [me|us] [so far|already]',
  'how much (have|did) (we|i|you) (spent|spend|cost|used up) [so far|already]',
  'how (expensive|much) (was|is) (that|this|it)',
  "(what's|what is|what are) the costs [so far]",
  "(what's|what is) the (cost|price) [so far|of (this|that|it)]",
])
const CONTEXT = compilePhrases([
  'how much (context|memory|space|room) (is|do you have|have you|have we) [got] (left|used|remaining|free)',
  'how much [of] (your|the) (context|memory) (is|has been|have you|did you) (used|full|left|free|use)',
  'how full is (your|the) (context|memory|context window)',
  'how many tokens (are left|did you use|have you used|are used|did (that|this|it) (use|take)|do you have left)',
  'how (much|many) (tokens|context) (did|have) (you|we) (use|used)',
])

function usageQuestion(text: string): AgentCommand | null {
  if (COSTS(text)) return { type: 'usage.tell', what: 'cost' }
  return CONTEXT(text) ? { type: 'usage.tell', what: 'context' } : null
}

const CURRENT = [
  /^(?:what|which) (.+?) (?:are you|is this|is that|is it|are we|do you|am i)(?: (?:using|running|in|on|use|talking to|set to))*$/,
  /^(?:what's|what is) (?:your|the)(?: current)? (.+)$/,
]
const ALL = [
  /^(?:what|which) (.+?s) (?:are there|do you have|are available|can (?:i|you|we) (?:use|choose|pick|have)(?: from)?|exist|does it have|do you know|do you offer)$/,
  /^(?:list|show|tell me)(?: me)?(?: all)?(?: of)?(?: the| your)?(?: available)? (.+?s)$/,
  /^what are (?:the|your)(?: available)? (.+?s)$/,
]

function optionQuestion(text: string, { options }: Offers): AgentCommand | null {
  for (const [what, forms] of [
    ['all', ALL],
    ['current', CURRENT],
  ] as const) {
    for (const form of forms) {
      const name = form.exec(text)?.[1]
      const option = name === undefined ? null : optionCalled(options, name)
      if (option) return { type: 'option.tell', option, what }
    }
  }
  return null
}

const ASK_FIRST =
  /^(?:always )?ask (?:me )?(?:first|before (?:everything|anything|acting|each (?:step|action|change)|every (?:step|action|change)|edits|editing|changes|you (?:act|do anything|edit|change anything|run anything)|doing anything))$/
const MODE =
  /^(?:(?:(?:switch|change|go|get) (?:in)?to|use|enter|activate|turn on|start) )?(?:the |a )?(.{1,60}?) mode(?: on| now)?$/
const MODEL = /^(?:use|switch to|change to|take|go to) (?:the |a )?(.{1,60}?) model(?: now| instead)?$/
const SET = /^(?:set|change|switch|turn) (?:the |your )?(.{1,40}?) to (?:the )?(.{1,60})$/
const BY_NAME = /^(?:use|switch to|change to) (?:the )?(.{1,40}?)(?: instead| now)?$/

const USUAL =
  /^(?:(?:(?:switch |go )?back to|use|switch to) )?(?:the )?(?:normal|usual|standard|regular) mode$/
const LEAVE = /^(?:leave|exit|end|quit|stop|turn off|get out of) (?:the )?(.{1,40}) mode$/

/** Whether the agent shall be in its usual mode, which asks. "Turn off dark mode" is about something else. */
function wantsToBeAsked(text: string, modes: readonly BrainOption[]): boolean {
  const left = LEAVE.exec(text)?.[1]
  return (
    ASK_FIRST.test(text) || USUAL.test(text) || (left !== undefined && choicesFor(modes, left).length > 0)
  )
}

function optionChange(text: string, { options }: Offers): AgentCommand | null {
  const ofKind = (kind: BrainOption['kind']): BrainOption[] => options.filter((one) => one.kind === kind)
  const asking = wantsToBeAsked(text, ofKind('mode')) ? askingMode(ofKind('mode')) : null
  const mode = MODE.exec(text)?.[1]
  const model = MODEL.exec(text)?.[1]
  const set = SET.exec(text)
  const setOption = set && optionCalled(options, set[1] ?? '')
  const byName = BY_NAME.exec(text)?.[1]
  const found = [
    asking ? [asking] : [],
    mode === undefined ? [] : choicesFor(ofKind('mode'), mode),
    model === undefined ? [] : choicesFor(ofKind('model'), model),
    setOption ? choicesFor([setOption], set?.[2] ?? '') : [],
    byName === undefined || agentCalled(byName) ? [] : choicesFor(options, byName, 'by name'),
  ].find((fits) => fits.length > 0)
  return found ? { type: 'option.set', fits: found } : null
}

const SLASH = /^(?:forward )?slash (.+)$/
const RUN = /^(?:run|use|execute|do|start|call) (?:the )?(?:slash )?(?:command )?(.+?)(?: command)?$/

function slashCommand(text: string, { commands }: Offers): AgentCommand | null {
  const slash = SLASH.exec(text)?.[1]
  const run = /\bcommand\b/.test(text) ? RUN.exec(text)?.[1] : undefined
  const words = slash ?? run
  if (words === undefined) return null
  // The longest name first: "review pr" is not "review" with "pr".
  const byLength = commands
    .map(({ name, hint }) => ({ name, hint, said: name.toLowerCase().replace(/[-_:.\s]+/g, ' ') }))
    .toSorted((a, b) => b.said.length - a.said.length)
  for (const { name, hint, said } of byLength) {
    // Recognizers write letters apart: "P R comments".
    if (nameKey(words) === nameKey(said)) return { type: 'command.send', text: `/${name}` }
    if (slash !== undefined && hint !== null && words.startsWith(`${said} `))
      return { type: 'command.send', text: `/${name} ${words.slice(said.length + 1)}` }
  }
  return null
}

const CHOICE = compilePhrases([
  '[number|option|choice] {count}',
  '[the] {ordinal} [one|option]',
  '[take|use] [number|the] {count}',
])

/** The number of a choice that was just offered; null for anything else. */
export function chosenNumber(said: string, count: number): number | null {
  const number = CHOICE(barePhrase(said))?.number ?? null
  if (number === -1) return count
  return number !== null && number >= 1 && number <= count ? number : null
}
