// The answers to the requests of a window that do not depend on the window.
import { homedir } from 'node:os'
import { diagnosticsText } from '../../core/app/diagnostics.ts'
import { FaultError } from '../../shared/errors.ts'
import type { AppInfo } from '../../shared/ipc.ts'
import type { Settings } from '../../shared/settings.ts'
import type { IpcHandlers } from '../ipc/answer-request.ts'
import { checkPageSettings } from '../ipc/page-settings.ts'
import { listFolders } from '../storage/list-folders.ts'
import { readLicences } from '../storage/read-licences.ts'
import type { Brains } from './brains.ts'
import type { Conversations } from './conversations.ts'
import type { Profile } from './profile.ts'
import { speechKeyNames, type AppSecrets } from './secrets.ts'
import type { AppSpeech } from './speech.ts'

/** The handlers that depend on the window come from index.ts and serve.ts. */
export type AppHandlers = Omit<
  IpcHandlers,
  'room.join' | 'window.arrange' | 'talk.shortcut' | 'app.mishap' | `app.updates${string}`
>

type OwnHandlers = Omit<AppHandlers, `livekit.${string}` | `room.${string}` | `gateway.${string}`> &
  Pick<AppHandlers, 'livekit.program.pick'>

interface Deps {
  app: Pick<AppInfo, 'version' | 'host'>
  about: Record<string, string>
  resources: string
  /** The system's dialogs; absent in a browser. */
  pickFolder?: () => Promise<string | null>
  pickProgram?: () => Promise<string | null>
  openLink(url: string): Promise<void>
  profile: Profile
  secrets: AppSecrets
  speech: AppSpeech
  brains: Brains
  conversations: Conversations
}

const LOG_LINES = 300

export function createHandlers(deps: Deps): OwnHandlers {
  const { app, profile, secrets, speech, brains, conversations } = deps
  const { settings } = profile

  async function saveSettings(changed: Partial<Settings>): Promise<Settings> {
    const saved = await settings.save(changed)
    await conversations.settingsApplied()
    return saved
  }

  function secretOf(brain: string): string {
    const { title, secret } = brains.byId(brain).definition
    if (secret) return secret.name
    throw new FaultError('bad_request', `${title} needs no token.`, 'Ask it something.')
  }

  return {
    'app.describe': () => ({ ...app, home: homedir() }),
    'app.licences': () => readLicences(deps.resources),
    'app.diagnostics': () => ({
      text: diagnosticsText({
        about: { ...app, ...deps.about },
        settings: settings.get(),
        agent: conversations.current()?.brainDiagnostics() ?? '',
        log: profile.logFile.tail(LOG_LINES),
      }),
    }),
    'workspace.current': () => conversations.info(),
    'workspace.recent': () => profile.recent.list(),
    'workspace.pick': async () => {
      const path = (await deps.pickFolder?.()) ?? null
      return path === null ? null : conversations.open(path)
    },
    'workspace.open': ({ path }) => conversations.open(path),
    'workspace.trust': ({ path, trust }) => conversations.trust(path, trust),
    'conversation.new': async () => {
      await conversations.startNew()
      return null
    },
    'editor.open': async (place) => {
      const workspace = conversations.current()?.workspace
      if (!workspace) throw new FaultError('no_workspace', 'No folder is open.', 'Open a folder first.')
      const { editor } = await workspace.openInEditor(place)
      return { editor }
    },
    'folders.list': ({ path }) => listFolders(path),
    'settings.read': () => settings.get(),
    'settings.write': (changed) => {
      checkPageSettings(changed)
      return saveSettings(changed)
    },
    'livekit.program.pick': async () => {
      const livekitProgram = (await deps.pickProgram?.()) ?? null
      return livekitProgram === null ? null : saveSettings({ livekitProgram })
    },
    'brain.status': () => conversations.current()?.brainView() ?? null,
    'brain.retry': () => {
      conversations.current()?.retryBrain()
      return null
    },
    'brain.detect': brains.detect,
    // Each coding agent is listed by the brain that starts it.
    'brain.agents': () => brains.agents(conversations.current()?.workspace.root ?? null),
    'brain.use': ({ brain, agent }) => {
      brains.byId(brain)
      return saveSettings({ brain, ...(agent !== null && { acpAgent: agent }) })
    },
    'brain.option.set': async ({ option, value }) => {
      await conversations.current()?.setBrainOption(option, value)
      return null
    },
    'brain.rule.revoke': ({ rule }) => {
      conversations.current()?.revokeBrainRule(rule)
      return null
    },
    'brain.signin': async ({ method }) => {
      await conversations.current()?.signInToBrain(method)
      return null
    },
    'brain.secret': ({ brain }) => secrets.state(secretOf(brain)),
    'brain.secret.set': async ({ brain, secret }) => {
      const state = await secrets.set(secretOf(brain), secret)
      conversations.current()?.retryBrain()
      return state
    },
    'brain.test': ({ brain }) => brains.test(brain),
    'model.find': () => brains.models.find(),
    'model.list': ({ url, key }) => brains.models.list(url, key),
    'model.use': async ({ url, model, key }) => {
      // The key belongs to the address, so that comes first.
      await settings.save(brains.models.settingsFor(url, model))
      if (key !== null) await secrets.set(secretOf('model'), key)
      await brains.models.use(url, model)
      const saved = await saveSettings({ brain: 'model' })
      conversations.current()?.retryBrain()
      return saved
    },
    'speech.key': ({ of }) => secrets.state(speechKeyNames[of]),
    'speech.key.set': async ({ of, key }) => {
      const state = await secrets.set(speechKeyNames[of], key)
      speech.follow()
      return state
    },
    'link.open': async ({ url }) => {
      await deps.openLink(url)
      return null
    },
  }
}
