// Opens, replaces and closes the conversation of the desktop. One folder is open at a time; opening and closing are queued,
// because two conversations about one folder would share a journal.
import { join } from 'node:path'
import { createEmitter } from '../../base/emitter.ts'
import { createTaskQueue } from '../../base/task-queue.ts'
import { withTimeout } from '../../base/timeout.ts'
import type { Workspace } from '../../core/ports/workspace.ts'
import { FaultError } from '../../shared/errors.ts'
import type { WorkspaceInfo } from '../../shared/ipc.ts'
import type { Settings } from '../../shared/settings.ts'
import type { SettingsStore } from '../storage/settings-store.ts'
import type { TrustedFolders } from '../storage/trusted-folders.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import { systemClock } from './clock.ts'
import { beginNextConversation } from './conversation-id.ts'
import { createConversation, type Conversation, type ConversationDeps } from './conversation.ts'

interface Deps extends Omit<ConversationDeps, 'settings' | 'isTrusted' | 'useBrain'> {
  settings: SettingsStore
  trusted: TrustedFolders
  onWorkspace(info: WorkspaceInfo): void
  onOpened(root: string): Promise<void>
}

export interface Conversations {
  current(): Conversation | null
  info(): Promise<WorkspaceInfo> | null
  open(path: string): Promise<WorkspaceInfo>
  /** Trusts the open folder or restricts it. Rejects if another folder is open by now. */
  trust(path: string, trust: 'trusted' | 'restricted'): Promise<WorkspaceInfo>
  /** Starts another conversation about the open folder; the earlier one stays on disk. */
  startNew(): Promise<void>
  /** Called before another folder opens or another brain answers. */
  onLeaving(listener: () => void): void
  /** Settles when the last change of the settings has been applied. Rejects if that failed. */
  settingsApplied(): Promise<void>
  close(): Promise<void>
}

const BRANCH_TIMEOUT_MS = 2_000

interface Open {
  conversation: Conversation
  /** The branch that is checked out, as far as Parley knows. */
  branch: string | null
  /** Settles when Parley knows the branch for the first time. */
  branchKnown: Promise<void>
}

export function createConversations(deps: Deps): Conversations {
  const { settings, activity, brains, trusted, log } = deps
  const queue = createTaskQueue()
  const indexFolder = join(deps.profile, 'indexes')
  const openFolder = (path: string): Promise<Workspace> =>
    openWorkspace(path, indexFolder, () => settings.get().editor)
  const leaving = createEmitter<[]>()
  let current: Open | null = null
  let restarted: Promise<void> = Promise.resolve()

  async function end(): Promise<void> {
    const ended = current
    current = null
    leaving.emit()
    activity.setDeskBusy(false)
    await ended?.conversation.close()
  }

  async function begin(workspace: Workspace): Promise<Open> {
    const conversation = await createConversation(workspace, {
      ...deps,
      settings: settings.get,
      isTrusted: (folder) => trusted.of(folder) === 'trusted',
      async useBrain(brain, agent) {
        brains.byId(brain)
        await settings.save({ brain, ...(agent !== null && { acpAgent: agent }) })
      },
    })
    const opened: Open = { conversation, branch: null, branchKnown: Promise.resolve() }
    opened.branchKnown = followBranch(opened)
    current = opened
    deps.onBrain(conversation.brainView())
    return opened
  }

  /** `between` runs while no conversation is open. */
  async function restart(between: () => void = () => {}): Promise<void> {
    const before = current
    await end()
    if (!before) return
    between()
    const opened = await begin(await openFolder(before.conversation.workspace.root))
    // The window shows the known branch until git has answered again.
    opened.branch ??= before.branch
  }

  /** Tells the window whenever another branch is checked out, inside or outside Parley. */
  function followBranch(opened: Open): Promise<void> {
    return new Promise((resolve) => {
      opened.conversation.workspace.onBranch((branch) => {
        opened.branch = branch
        resolve()
        if (current === opened) deps.onWorkspace(infoOf(opened))
      })
    })
  }

  const infoOf = ({ conversation: { workspace, replacedBrain }, branch }: Open): WorkspaceInfo => ({
    path: workspace.root,
    name: workspace.name,
    branch,
    trust: trusted.of(workspace.root),
    replacedBrain,
  })

  async function infoWithBranch(opened: Open): Promise<WorkspaceInfo> {
    // A git that hangs must not keep the window from opening.
    await withTimeout(opened.branchKnown, BRANCH_TIMEOUT_MS, systemClock)
    return infoOf(opened)
  }

  settings.onChange((after, before) => {
    if (!needsRestart(before, after)) return
    restarted = queue.run(async () => {
      await restart()
      if (current) deps.onWorkspace(infoOf(current))
    })
    restarted.catch((error: unknown) => log('error', 'conversation', { pii: { error: String(error) } }))
  })

  function needsRestart(before: Settings, after: Settings): boolean {
    const keys = ['brain', 'gangliaDialect', ...brains.chosen().definition.settings] as const
    return keys.some((key) => before[key] !== after[key])
  }

  return {
    current: () => current?.conversation ?? null,
    info: () => current && infoWithBranch(current),
    open: (path) =>
      queue.run(async () => {
        const workspace = await openFolder(path)
        await end()
        const opened = await begin(workspace)
        await deps.onOpened(workspace.root)
        log('info', 'workspace opened', { pii: { path: workspace.root } })
        const info = await infoWithBranch(opened)
        deps.onWorkspace(info)
        return info
      }),
    trust: (path, trust) =>
      queue.run(async () => {
        if (current?.conversation.workspace.root !== path)
          throw new FaultError('bad_request', 'Another folder is open now.', 'Look at it and decide again.')
        const before = trusted.of(path)
        // Applies before it is on disk: a folder that is no longer trusted is restricted at once.
        const saved = trusted.decide(path, trust)
        log('info', 'folder trust', { trust })
        const isRevoked = before === 'trusted' && trust === 'restricted'
        // Stops what runs, and changes to the brain that fits the new trust.
        if (isRevoked || (trust === 'trusted' && current.conversation.replacedBrain !== null)) await restart()
        const info = infoOf(current)
        deps.onWorkspace(info)
        await saved
        return info
      }),
    startNew: () =>
      queue.run(async () => {
        if (!current) return
        const { root } = current.conversation.workspace
        await restart(() => beginNextConversation(deps.profile, root))
        deps.onWorkspace(infoOf(current))
      }),
    onLeaving: (listener) => void leaving.on(listener),
    settingsApplied: () => restarted,
    close: () => queue.run(end),
  }
}
