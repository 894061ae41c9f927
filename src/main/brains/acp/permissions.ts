// What the agent may do only if the user allows it. Each question waits for its own answer; all of a turn end with the turn. What
// goes through Parley is held to what the user saw: the very change, the very command, one time.
import path from 'node:path'
import type { RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk'
import { newDiffBudget } from '../../../core/artifacts/unified-diff.ts'
import type { BrainEvent } from '../../../core/ports/brain.ts'
import { changeOf, type FileImage, isOutside } from '../../../core/wires/acp/file-change.ts'
import {
  answerFor,
  approvalOf,
  cancelled,
  isOwnTool,
  type Rule,
  ruleFor,
} from '../../../core/wires/acp/permission.ts'
import { proposedChanges, type Proposal } from '../../../core/wires/acp/proposed-change.ts'
import {
  type AgentCall,
  changesFiles,
  commandOf,
  folderIn,
  kindOf,
  newCall,
} from '../../../core/wires/acp/tool-call.ts'
import { commandWarning } from '../../../core/understanding/replies/command-warning.ts'
import { isEnough } from '../../../shared/authorization.ts'
import type { BrainRule } from '../../../shared/brain-status.ts'
import {
  approval as approvalSchema,
  type Approval,
  type ApprovalDecision,
} from '../../../shared/conversation.ts'
import type { ShownChange, ShownCommand } from './grants.ts'
import type { Turn } from './turn.ts'

export interface Permissions {
  request(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>
  /** The agent writes a file through Parley. */
  mayWrite(file: string, before: string | null, after: string): Promise<boolean>
  /** The agent runs a command through Parley. */
  mayRun(command: string, how: CommandPlace): Promise<boolean>
  /** A question of the agent itself; resolves with null if it is not answered. */
  ask(question: string, choices: readonly string[], signal: AbortSignal): Promise<string | null>
  answer(approvalId: string, decision: ApprovalDecision): void
  isWaiting(runId: string): boolean
  /** The turn is over, and its questions with it. */
  drop(runId: string): void
  rules(): readonly BrainRule[]
  revoke(ruleId: string): void
}

export interface CommandPlace {
  folder?: string | undefined
  /** What the agent adds to the environment; it may change what the command does. */
  environment: Readonly<Record<string, string>>
}

interface Deps {
  agent: string
  root: string
  newId(): string
  turn(): Turn | null
  /** Whether the mode is one in which this must be asked for. */
  mustAsk(deed: 'write' | 'run'): boolean
  /** The name of Parley's own MCP server. */
  ownServer(): string
  onRules(): void
  /** An approval was answered or withdrawn. */
  onSettled(): void
}

interface Open {
  turn: Turn
  approval: Approval
  settle(decision: ApprovalDecision | null): void
}

/** More questions at once than anybody can keep apart. */
const MAX_OPEN = 20
const MAX_RULES = 100

export function createPermissions(deps: Deps): Permissions {
  const { agent, root } = deps
  const open = new Map<string, Open>()
  let rules: readonly Rule[] = []

  /** An "always" does not hold for somebody who may not approve. */
  const mayAlways = ({ request }: Turn): boolean => isEnough(request.askedBy ?? 'owner', 'approver')

  /** The mode that the user chose lets the agent do it without a question, if they asked for the work themselves. */
  const isFree = (turn: Turn, deed: 'write' | 'run'): boolean => !deps.mustAsk(deed) && mayAlways(turn)

  const commandIn = (line: string, folder = '.'): ShownCommand => ({
    line,
    folder: path.resolve(root, folder),
  })

  const ruleOf = (turn: Turn, call: AgentCall): Rule | null => {
    const form = mayAlways(turn) ? ruleFor({ call, root }) : null
    return (form && rules.find(({ key }) => key === form.key)) ?? null
  }

  function addRule(call: AgentCall): void {
    const form = ruleFor({ call, root })
    if (!form || rules.some(({ key }) => key === form.key)) return
    rules = [...rules, { id: deps.newId(), label: form.label, key: form.key }].slice(-MAX_RULES)
    deps.onRules()
  }

  const tell = (turn: Turn, text: string, isWarning = false): void =>
    turn.emit({
      type: 'notice.told',
      runId: turn.runId,
      text: text.slice(0, 1000),
      ...(isWarning && { isWarning }),
    })

  /** Resolves with the user's decision, or null if the question is withdrawn. */
  function decide(turn: Turn, approval: Approval, signal?: AbortSignal): Promise<ApprovalDecision | null> {
    return new Promise((resolve) => {
      const withdraw = (): void => {
        if (!open.has(approval.id)) return
        const event: BrainEvent = {
          type: 'approval.settled',
          runId: turn.runId,
          approvalId: approval.id,
          decision: 'lapsed',
        }
        settle(null)
        turn.emit(event)
      }
      const settle = (decision: ApprovalDecision | null): void => {
        open.delete(approval.id)
        signal?.removeEventListener('abort', withdraw)
        resolve(decision)
        deps.onSettled()
      }
      if (signal?.aborted) return resolve(null)
      signal?.addEventListener('abort', withdraw)
      open.set(approval.id, { turn, approval, settle })
      turn.emit({ type: 'approval.requested', runId: turn.runId, approval })
    })
  }

  /** Asks unless a rule answers, if one may. `shown` is null if the question cannot be shown. */
  async function allowed(
    turn: Turn,
    call: AgentCall,
    shown: Approval | null,
    mayBeRule = true,
  ): Promise<boolean> {
    const rule = mayBeRule ? ruleOf(turn, call) : null
    if (rule) {
      tell(turn, `Allowed by your rule “${rule.label}”.`)
      return true
    }
    if (!shown || open.size >= MAX_OPEN) {
      tell(turn, `Denied: ${agent} asked for something that Parley cannot show.`, true)
      return false
    }
    const decision = await decide(turn, shown)
    if (decision === 'always') addRule(call)
    return decision === 'allow' || decision === 'always'
  }

  return {
    async request({ toolCall, options }, signal) {
      const turn = deps.turn()
      const call = turn?.asked(toolCall)
      if (!turn || !call) return cancelled
      if (isOwnTool(call, deps.ownServer())) return answerFor(options, 'allow')
      const files = changesFiles(call) ? turn.filesOf(call) : []
      const command = kindOf(call) === 'execute' ? commandOf(call) : null
      const images = new Map<string, FileImage>()
      for (const file of files)
        images.set(file, (await turn.images.before(file)) ?? (await turn.images.now(file)))
      // The turn may have ended meanwhile.
      if (deps.turn() !== turn) return cancelled
      const imageOf = (file: string): FileImage => images.get(file) ?? { kind: 'absent' }
      const proposals = proposedChanges(call, root, files, imageOf)
      const grant = (): void =>
        turn.grants.allow(call.id, {
          files,
          changes: shownChanges(proposals, imageOf),
          command: command === null ? null : commandIn(command, folderIn(call)),
        })
      // A link may lead out of the folder: a rule for the files of this folder does not cover what is there.
      const leadsOut = files.some((file) => isOutside(imageOf(file)))
      const rule = leadsOut ? null : ruleOf(turn, call)
      if (rule && options.filter(({ kind }) => kind === 'allow_once').length === 1) {
        grant()
        tell(turn, `Allowed by your rule “${rule.label}”: ${files.join(', ') || command || call.title}`)
        return answerFor(options, 'allow')
      }
      const shown =
        open.size >= MAX_OPEN
          ? `${agent} asked too many questions at once.`
          : approvalOf({
              id: deps.newId(),
              agent,
              root,
              call,
              options,
              proposals,
              imageOf,
              mayAlways: mayAlways(turn) && !leadsOut,
            })
      if (typeof shown === 'string') {
        turn.grants.refuse(call.id)
        tell(turn, `Denied: ${shown}`, true)
        return answerFor(options, 'deny')
      }
      const decision = await decide(turn, shown, signal)
      if (decision === null) return cancelled
      if (decision === 'deny') turn.grants.refuse(call.id)
      else grant()
      if (decision === 'always') addRule(call)
      return answerFor(options, decision)
    },

    async mayWrite(file, before, after) {
      const turn = deps.turn()
      if (!turn) return false
      if (turn.grants.takeWrite(file, { before, after }) || isFree(turn, 'write')) return true
      const call: AgentCall = { ...newCall(deps.newId()), kind: 'edit', input: { path: file } }
      const then: FileImage = before === null ? { kind: 'absent' } : { kind: 'text', text: before }
      const change = changeOf(file, then, { kind: 'text', text: after }, newDiffBudget())
      const isAllowed = await allowed(
        turn,
        call,
        shownApproval({
          id: deps.newId(),
          kind: 'edit',
          title: `${agent} wants to change ${file}`,
          action: file,
          ...(change && change.diff !== '' && { diff: change.diff }),
          decisions: mayAlways(turn) ? ['allow', 'always', 'deny'] : ['allow', 'deny'],
          alwaysMeans: ruleFor({ call, root })?.means,
        }),
      )
      if (isAllowed) turn.grants.allow(call.id, { files: [file] })
      // It was for this one time.
      turn.grants.ended(call.id)
      return isAllowed
    },

    async mayRun(line, { folder, environment }) {
      const turn = deps.turn()
      if (!turn) return false
      const isPlain = Object.entries(environment).every(([name, value]) => isHarmless(name, value))
      // The permission showed no environment, and most variables change what a command does.
      if ((isPlain && turn.grants.takeRun(commandIn(line, folder))) || isFree(turn, 'run')) return true
      const added = Object.entries(environment).map(([name, value]) => `${name}=${JSON.stringify(value)} `)
      const command = added.join('') + line
      const call: AgentCall = {
        ...newCall(deps.newId()),
        kind: 'execute',
        input: { command: line, ...(folder !== undefined && { cwd: folder }) },
      }
      const mayBeRule = isPlain && mayAlways(turn)
      const warning = commandWarning(command)
      const isAllowed = await allowed(
        turn,
        call,
        shownApproval({
          id: deps.newId(),
          kind: 'command',
          title: `${agent} wants to run a command`,
          action: command,
          ...(folder !== undefined && { folder }),
          ...(warning !== null && { warning }),
          decisions: mayBeRule ? ['allow', 'always', 'deny'] : ['allow', 'deny'],
          ...(mayBeRule && { alwaysMeans: ruleFor({ call, root })?.means }),
        }),
        isPlain,
      )
      if (isAllowed) turn.grants.allow(call.id, { command: commandIn(line, folder) })
      turn.grants.ended(call.id)
      return isAllowed
    },

    async ask(question, choices, signal) {
      const turn = deps.turn()
      if (!turn || open.size >= MAX_OPEN) return null
      const shown = shownApproval({
        id: deps.newId(),
        kind: 'question',
        title: question.slice(0, 300),
        action: question,
        choices: [...choices],
      })
      const decision = shown && (await decide(turn, shown, signal))
      const number = /^choice:(\d)$/.exec(decision ?? '')?.[1]
      return (number === undefined ? undefined : choices[Number(number) - 1]) ?? null
    },

    answer: (approvalId, decision) => {
      const question = open.get(approvalId)
      const choices = question?.approval.choices
      // A choice that does not exist is no answer.
      if (decision.startsWith('choice:') && !choices?.[Number(decision.slice(7)) - 1]) return
      if (choices && (decision === 'allow' || decision === 'always')) return
      const isOffered = question?.approval.decisions?.includes(decision) ?? true
      question?.settle(decision === 'always' && !isOffered ? 'allow' : decision)
    },
    isWaiting: (runId) => [...open.values()].some(({ turn }) => turn.runId === runId),
    drop(runId) {
      for (const { turn, settle } of open.values()) if (turn.runId === runId) settle(null)
    },
    rules: () => rules.map(({ id, label }) => ({ id, label })),
    revoke(ruleId) {
      rules = rules.filter(({ id }) => id !== ruleId)
      deps.onRules()
    },
  }
}

/** Agents tell a command who runs it, and what its terminal is like. */
const HARMLESS =
  /^(?:AGENT|AGENT_SESSION_ID|GOOSE_TERMINAL|CLAUDECODE|GEMINI_CLI|QWEN_CODE|OPENCODE|CI|TERM|NO_COLOR|COLUMNS|LINES)$/
const isHarmless = (name: string, value: string): boolean =>
  HARMLESS.test(name) && /^[\w.:-]{0,100}$/.test(value)

/** The changes that an approval shows in full. */
function shownChanges(
  proposals: readonly Proposal[],
  imageOf: (file: string) => FileImage,
): Map<string, ShownChange> {
  const changes = new Map<string, ShownChange>()
  for (const proposal of proposals) {
    const image = imageOf(proposal.file)
    if (!proposal.known || proposal.after.kind !== 'text' || image.kind === 'unreadable') continue
    const before = image.kind === 'text' ? image.text : null
    changes.set(proposal.file, { before, after: proposal.after.text })
  }
  return changes
}

/** Null if it is too long to show. */
function shownApproval(asked: unknown): Approval | null {
  const read = approvalSchema.safeParse(asked)
  return read.success ? read.data : null
}
