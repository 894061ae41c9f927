// Performs a command in the window, however it was started: by key, palette, menu or button.
import { isOfWindow, type Overlay, type WindowAction } from '../../core/commands/command.ts'
import { commands, type CommandId } from '../../core/commands/commands.ts'
import { FaultError } from '../../shared/errors.ts'
import type { ViewAction } from '../../shared/conversation.ts'
import type { WindowArrangement } from '../../shared/ipc.ts'
import type { Settings } from '../../shared/settings.ts'
import type { AppProps } from '../store/use-room.tsx'
import { stopTarget } from '../talk/stop-target.ts'
import type { Theme } from '../ui/settings-context.tsx'
import { timesAsJson } from '../transcript/turn-times.ts'

interface Deps extends AppProps {
  settings: Settings | null
  theme: Theme
  highContrast: boolean
  change: (part: Partial<Settings>) => void
  open: (overlay: Overlay) => void
  report: (error: unknown) => void
}

/** Commands whose action does not say how the window performs it: listed, or said by the owner. */
type HandledId = {
  [Id in CommandId]: (typeof commands)[Id] extends { action: { type: 'window.run' } }
    ? Id
    : (typeof commands)[Id] extends { palette: string; action: { type: infer Type } }
      ? Type extends WindowAction['type'] | 'view.request'
        ? never
        : Id
      : never
}[CommandId]

const handlers: Record<HandledId | 'folder.trust', (deps: Deps) => void> = {
  'composer.focus': () => document.querySelector<HTMLElement>('.composer textarea')?.focus(),
  'pane.next': focusNextPane,
  'turn.interrupt': ({ talk, store, commands: agent, report }) => {
    const stops = stopTarget(talk.get(), store.get().agentState)
    if (stops === 'take' || stops === 'both') talk.send({ type: 'cancelled' })
    if (stops !== 'take') agent.interrupt().catch(report)
  },
  // Presses the button of the card in front, so that the key does what the user sees, and only when the button would.
  'approval.allow': () => document.querySelector<HTMLElement>('.approval-front .approval-allow')?.click(),
  // When the agent requests trust, the window opens the card itself, so this sends no request.
  'folder.trust': ({ open }) => open('trust'),
  'talk.toggle': ({ talk }) => talk.send({ type: 'toggled' }),
  'microphone.mute': ({ talk }) => talk.send({ type: 'mute.changed', muted: !talk.get().muted }),
  'reply.repeat': ({ store, commands: agent, report }) => {
    const reply = store
      .get()
      .conversation.transcript.findLast(({ role, isFinal }) => role === 'agent' && isFinal)
    if (reply?.turnId) agent.repeatReply(reply.turnId, 0).catch(report)
  },
  'times.copy': ({ store, report }) => {
    navigator.clipboard.writeText(timesAsJson(store.get().conversation)).catch(report)
  },
  'diagnostics.copy': ({ bridge, report }) => {
    bridge
      .request('app.diagnostics')
      .then(({ text }) => navigator.clipboard.writeText(text))
      .catch(report)
  },
  'contrast.toggle': ({ change, highContrast }) => change({ contrast: highContrast ? 'normal' : 'high' }),
  'theme.toggle': ({ change, theme }) => change({ theme: theme === 'dark' ? 'light' : 'dark' }),
  'voice.faster': (deps) => changePace(deps, RATE_STEP),
  'voice.slower': (deps) => changePace(deps, -RATE_STEP),
  'text.larger': (deps) => arrange(deps, 'larger text'),
  'text.smaller': (deps) => arrange(deps, 'smaller text'),
  'text.normal': (deps) => arrange(deps, 'normal text'),
  'window.minimise': (deps) => arrange(deps, 'minimised'),
  'window.maximise': (deps) => arrange(deps, 'maximised'),
  'window.fullscreen': (deps) => arrange(deps, 'full screen'),
  'window.restore': (deps) => arrange(deps, 'usual size'),
  'window.close': (deps) => arrange(deps, 'closed'),
  'app.quit': (deps) => arrange(deps, 'quit'),
  'editor.open': ({ bridge, commands: agent, report }) => {
    const { file, line = null } = agent.view()
    const opened =
      file === undefined
        ? Promise.reject(new FaultError('bad_request', 'You are not looking at a file.', 'Open one first.'))
        : bridge.request('editor.open', { file, line })
    opened.catch(report)
  },
  'conversation.new': ({ bridge, report }) => {
    bridge.request('conversation.new').catch(report)
  },
  'review.start': (deps) => askAboutDiff(deps, 'Review this diff'),
  'review.send': (deps) => askAboutDiff(deps, 'Send the review'),
  'review.commit': (deps) => askAboutDiff(deps, 'Commit what I kept'),
  'tab.left': (deps) => moveTab(deps, -1),
  'tab.right': (deps) => moveTab(deps, 1),
}

export function runCommand(id: CommandId, deps: Deps): void {
  if (isHandled(id)) return handlers[id](deps)
  const { action } = commands[id]
  if (action.type === 'overlay.open') deps.open(action.overlay)
  else if (action.type === 'setting.next') changeToNext(action, deps)
  else if (action.type === 'setting.set') deps.change(action.to)
  else if (action.type === 'view.request')
    deps.store.dispatch({ type: 'view.requested', action: action.action, line: null })
}

/** Performs what the agent asks of the window as a whole; the views, the voice and the tabs follow the other commands. */
export function performRequested(action: ViewAction, deps: Deps): void {
  if (!Object.hasOwn(commands, action)) return
  const id = action as CommandId
  if (isOfWindow(commands[id].action)) runCommand(id, deps)
}

const isHandled = (id: CommandId): id is keyof typeof handlers => Object.hasOwn(handlers, id)

function changeToNext(
  { key, values }: Extract<WindowAction, { type: 'setting.next' }>,
  { settings, change }: Deps,
): void {
  const now = values.indexOf(String(settings?.[key]))
  change({ [key]: values[(Math.max(0, now) + 1) % values.length] })
}

/** In percent. */
const RATE_STEP = 15
const MIN_RATE = 50
const MAX_RATE = 200

function changePace({ settings, change }: Deps, step: number): void {
  if (settings) change({ voiceRate: Math.min(MAX_RATE, Math.max(MIN_RATE, settings.voiceRate + step)) })
}

function arrange({ bridge, report }: Deps, how: WindowArrangement): void {
  bridge.request('window.arrange', { how }).catch(report)
}

/** Only while a diff is in front, as with the other commands about diffs. */
function askAboutDiff({ store, commands: agent, report }: Deps, request: string): void {
  const { artifacts, activeTab } = store.get().conversation
  const shown = artifacts.find(({ artifact }) => artifact.id === activeTab)
  if (shown?.artifact.kind === 'diff') agent.ask(request).catch(report)
}

const PANES = ['.composer textarea', '.viewer [role="tab"][aria-selected="true"]', '.status-bar button']

function focusNextPane(): void {
  const found = PANES.map((pane) => document.querySelector<HTMLElement>(pane)).filter((one) => one !== null)
  const inside = (one: HTMLElement): boolean =>
    one.closest('.talk, .viewer, .status-bar')?.contains(document.activeElement) ?? false
  const at = found.findIndex(inside)
  found[(at + 1) % found.length]?.focus()
}

function moveTab({ store }: Deps, step: -1 | 1): void {
  const { tabs, activeTab } = store.get().conversation
  const at = tabs.findIndex(({ id }) => id === activeTab)
  if (at < 0 || activeTab === null) return
  const before = step < 0 ? tabs[at - 1]?.id : (tabs[at + 2]?.id ?? null)
  if (before !== undefined) store.dispatch({ type: 'tab.moved', id: activeTab, before })
}
