// Puts together the conversation about the folder that is open: its workspace, the brain that answers, the agent and its
// record. One folder is open at a time; opening and closing take their turns, since two at once would share a log.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Brain, Journal, Room } from '../core/ports.ts'
import { unfinished } from '../core/unfinished.ts'
import type { Workspace } from '../core/workspace.ts'
import type { AgentState } from '../shared/conversation.ts'
import type { IpcEventName, IpcEvents, WorkspaceInfo } from '../shared/ipc.ts'
import type { Settings } from '../shared/settings.ts'
import { AGENT_STATE } from '../shared/wire/transcription.ts'
import { createAgent, type Agent } from './agent/agent.ts'
import { createVocabulary, type Vocabulary } from './agent/vocabulary.ts'
import { createBuiltinBrain } from './brains/builtin/builtin-brain.ts'
import type { OpenClaw } from './brains/openclaw/open-openclaw.ts'
import type { OpenClawBrain } from './brains/openclaw/openclaw-brain.ts'
import { systemClock } from './clock.ts'
import { digest } from './digest.ts'
import { openJournal } from './journal/disk-journal.ts'
import type { Log } from './log.ts'
import type { OpenSpeech } from './speech/open-speech.ts'
import type { WhoIsBusy } from './who-is-busy.ts'
import { openWorkspace } from './workspace/open-workspace.ts'
import { createWorkspaceTools } from './workspace/workspace-tools.ts'

interface Deps {
  profile: string
  settings(): Settings
  room: Room
  openclaw: OpenClaw
  speech: OpenSpeech
  busy: WhoIsBusy
  tell<K extends IpcEventName>(name: K, value: IpcEvents[K]): void
  /** Another folder is about to be opened, or another brain to answer. */
  onLeaving(): void
  onOpened(root: string): Promise<void>
  log: Log
}

export interface Session {
  name: string
  workspace: Workspace
  brain: Brain & Partial<Pick<OpenClawBrain, 'retry'>>
  /** Another of the same kind, for a conversation of another name. */
  brainFor(name: string): Brain
  agent: Agent
  vocabulary: Vocabulary
  /** The branch that is checked out, as far as is known. */
  branch: string | null
  /** Settles when that is known for the first time. */
  branchKnown: Promise<void>
}

export interface Sessions {
  current(): Session | null
  info(): Promise<WorkspaceInfo> | null
  open(path: string): Promise<WorkspaceInfo>
  /** The settings have changed: a conversation that was built with something that is another now begins anew. */
  follow(before: Settings, after: Settings): Promise<void>
  close(): Promise<void>
}

/** What is told of the agent while there is no conversation. */
export const NOT_READY = { [AGENT_STATE]: 'initializing' } satisfies Record<string, AgentState>

const BRANCH_PATIENCE_MS = 2_000

export function createSessions(deps: Deps): Sessions {
  const { settings, openclaw, speech, busy, tell, log } = deps
  const warn = (what: string, error: unknown): void => log('warn', what, { pii: { error: String(error) } })
  let session: Session | null = null
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work, work)
    turn = result.catch(() => {})
    return result
  }

  async function end(): Promise<void> {
    const ended = session
    session = null
    deps.onLeaving()
    busy.desk(false)
    ended?.vocabulary.close()
    await ended?.agent.close()
    deps.room.setAttributes(NOT_READY)
    await ended?.brain.close()
    await ended?.workspace.close()
  }

  async function begin(workspace: Workspace): Promise<Session> {
    const name = digest(workspace.root)
    const journal = await openJournal(join(deps.profile, 'sessions', `${name}.jsonl`))
    await bringToAnEnd(journal)
    const tools = createWorkspaceTools(workspace)
    const brainFor = (of: string): Session['brain'] =>
      settings().brain === 'builtin'
        ? createBuiltinBrain({ tools, newId: randomUUID })
        : openclaw.brain({ folder: workspace.root, folderName: workspace.name, session: of })
    const brain = brainFor(name)
    brain.onStatus((status) => {
      log('info', 'brain', { state: status.state, code: status.fault?.code })
      tell('brain.changed', status)
    })
    const vocabulary = createVocabulary(workspace, systemClock, (error) =>
      warn('names of the workspace', error),
    )
    const agent = createAgent({
      room: deps.room,
      brain,
      journal,
      tools,
      workspace,
      clock: systemClock,
      newId: randomUUID,
      dialect: settings().gangliaDialect,
      whenBusy: () => settings().whenBusy,
      session: name,
      speech: { ...speech, names: vocabulary.index },
      onError: (what, error) => log('error', what, { pii: { error: String(error) } }),
    })
    const begun: Session = {
      name,
      workspace,
      brain,
      brainFor: (of) => busy.guest(brainFor(of)),
      agent,
      vocabulary,
      branch: null,
      branchKnown: Promise.resolve(),
    }
    begun.branchKnown = followBranch(begun)
    session = begun
    tell('brain.changed', brain.status())
    followIndex(workspace, log)
    return begun
  }

  /** From here on the window is told when another branch is checked out, whoever does it. */
  function followBranch(begun: Session): Promise<void> {
    return new Promise((resolve) => {
      begun.workspace.onBranch((branch) => {
        begun.branch = branch
        resolve()
        if (session === begun) tell('workspace.changed', infoOf(begun))
      })
    })
  }

  return {
    current: () => session,
    info: () => session && patientInfo(session),
    open: (path) =>
      inTurn(async () => {
        const workspace = await openWorkspace(path)
        await end()
        const begun = await begin(workspace)
        await deps.onOpened(workspace.root)
        log('info', 'workspace opened', { pii: { path: workspace.root } })
        const info = await patientInfo(begun)
        tell('workspace.changed', info)
        return info
      }),
    async follow(before, after) {
      if (!beginsAnew(before, after)) return
      await inTurn(async () => {
        const workspace = session?.workspace
        await end()
        if (workspace) await begin(await openWorkspace(workspace.root))
      })
    },
    close: () => inTurn(end),
  }
}

function beginsAnew(before: Settings, after: Settings): boolean {
  const keys: (keyof Settings)[] = ['brain', 'gangliaDialect']
  if (after.brain === 'openclaw') keys.push('openclawHost', 'openclawPort')
  return keys.some((key) => before[key] !== after[key])
}

/** Begins to index what is open, and puts on record how that went the first time. */
function followIndex(workspace: Workspace, log: Log): void {
  const unsubscribe = workspace.onIndexState((state) => {
    if (state.tag === 'indexing' || state.tag === 'idle') return
    unsubscribe()
    if (state.tag === 'ready') {
      const { files, symbols, durationMs, watchProblem } = state
      log('info', 'index ready', { files, symbols, durationMs, watched: watchProblem === null })
    } else log('warn', 'index failed', { code: state.fault.code, pii: { message: state.fault.message } })
  })
  workspace.startIndex()
}

/** A log that ends in the middle of a turn was cut off by a crash; its record is brought to an honest end. */
async function bringToAnEnd(journal: Journal): Promise<void> {
  const { records } = await journal.after(null)
  for (const event of unfinished(records))
    await journal.append({ id: randomUUID(), at: systemClock.now(), event })
}

const infoOf = ({ workspace: { root, name }, branch }: Session): WorkspaceInfo => ({
  path: root,
  name,
  branch,
})

async function patientInfo(session: Session): Promise<WorkspaceInfo> {
  // A git that hangs must not keep the window from opening.
  const patience = new Promise<void>((resolve) => setTimeout(resolve, BRANCH_PATIENCE_MS).unref())
  await Promise.race([session.branchKnown, patience])
  return infoOf(session)
}
