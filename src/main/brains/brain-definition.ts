// What a brain's folder says about its brain. main/app/brains.ts lists the definitions.
import type { Brain } from '../../core/ports/brain.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Toolbox } from '../../core/tools/toolbox.ts'
import type { BrainInfo } from '../../shared/brains.ts'
import type { ConnectionReport, FoundModelServer, KnownAgent } from '../../shared/ipc.ts'
import type { SettingKey, Settings } from '../../shared/settings.ts'

export interface BrainDefinition extends BrainInfo {
  /** The settings it is built with. If one changes, Parley builds the brain again. */
  readonly settings: readonly SettingKey[]
  /** It runs its own tools, which Parley cannot restrict: it works in trusted folders only. */
  readonly needsTrust: boolean
  /** The stored name of its token or key, and the address it belongs to. It is sent to no other address. */
  readonly secret?: { readonly name: string; address(settings: Settings): string }
  /** Called once per app. */
  open(deps: BrainDeps): OpenedBrain
}

export interface BrainDeps {
  settings(): Settings
  /** The token or key of `BrainDefinition.secret`, from the app or the environment. */
  secret(): string | null
  /** For further secrets, such as a device key. */
  secrets: Secrets
  storage: BrainStorage
  /** Parley's version. */
  version: string
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
}

export interface Secrets {
  get(name: string): string | null
  /** Null deletes it. */
  set(name: string, value: string | null): void
}

/** Small values that a brain needs after a restart, such as the ids of its sessions. Old ones are forgotten. */
export interface BrainStorage {
  get(key: string): Promise<string | null>
  /** Null deletes it. */
  set(key: string, value: string | null): Promise<void>
}

export interface OpenedBrain {
  /** Builds a brain for one conversation. */
  create(context: BrainContext): ConnectedBrain
  /** Looks for it on this computer, unasked; resolves with its address, or null. */
  detect?(): Promise<string | null>
  /** The coding agents it can start, and which of them are installed. No program of the open folder is run. */
  agents?(folder?: string | null): Promise<KnownAgent[]>
  /** How the user connects a model. */
  models?: ModelAccess
  /** The connection test of the settings page. */
  test?(): Promise<ConnectionReport>
}

export interface ModelAccess {
  /** Model servers on this computer. */
  find(): Promise<FoundModelServer[]>
  /** The models at an address. Without a key, the stored one is used if it belongs to that address. */
  list(url: string, key: string | null): Promise<string[]>
  /** The settings with which this model answers. */
  settingsFor(url: string, model: string): Partial<Settings>
  /** The owner chose this model, and agrees that it receives their conversations. */
  use(url: string, model: string): Promise<void>
}

export interface BrainContext {
  folder: string
  folderName: string
  /** Names the conversation; the same for the same folder and client. */
  conversation: string
  tools: Toolbox
  /** What to say before the first reply. */
  preface?: string
}

export interface ConnectedBrain extends Brain {
  /** Connects now, for example after a token was set. Absent if there is nothing to connect to. */
  retry?(): void
  /** What may explain a problem, without secrets, for a report the user makes. */
  diagnostics?(): string
}
