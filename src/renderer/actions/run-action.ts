// What each action of the window does, apart from opening something over it.
import type { Settings } from '../../shared/settings.ts'
import type { AppProps } from '../store/use-room.tsx'
import { whatStops } from '../talk/what-stops.ts'
import { timesAsJson } from '../transcript/turn-times.ts'
import type { ActionId } from './shortcuts.ts'

export type Overlay =
  'palette' | 'shortcuts' | 'settings' | 'history' | 'folders' | 'about' | 'room' | 'devices'

interface Deps extends AppProps {
  settings: Settings | null
  highContrast: boolean
  change: (part: Partial<Settings>) => void
  open: (overlay: Overlay) => void
  report: (error: unknown) => void
}

const nextTheme: Record<Settings['theme'], Settings['theme']> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
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
  const { tabs, activeTab } = store.get()
  const at = tabs.findIndex(({ id }) => id === activeTab)
  if (at < 0 || activeTab === null) return
  const before = step < 0 ? tabs[at - 1]?.id : (tabs[at + 2]?.id ?? null)
  if (before !== undefined) store.dispatch({ type: 'tab.moved', id: activeTab, before })
}

export function runAction(id: ActionId, deps: Deps): void {
  const { store, commands, bridge, talk, settings, change, open, report } = deps
  switch (id) {
    case 'palette.open':
      return open('palette')
    case 'shortcuts.open':
      return open('shortcuts')
    case 'settings.open':
      return open('settings')
    case 'room.open':
      return open('room')
    case 'devices.open':
      return open('devices')
    case 'about.open':
      return open('about')
    case 'history.open':
      return open('history')
    case 'folder.open':
      return open('folders')
    case 'composer.focus':
      return document.querySelector<HTMLElement>('.composer textarea')?.focus()
    case 'pane.next':
      return focusNextPane()
    case 'turn.interrupt': {
      const stops = whatStops(talk.get(), store.get().agentState)
      if (stops === 'words' || stops === 'both') talk.send({ type: 'cancelled' })
      if (stops !== 'words') commands.interrupt().catch(report)
      return
    }
    case 'approval.allow': {
      const asked = store.get().approvals[0]
      if (asked) commands.answerApproval(asked.approval.id, 'allow').catch(report)
      return
    }
    case 'talk.toggle':
      return talk.send({ type: 'toggled' })
    case 'talk.hands_free':
      return change({ talkMode: settings?.talkMode === 'hands-free' ? 'push' : 'hands-free' })
    case 'microphone.mute':
      return talk.send({ type: 'mute.changed', muted: !talk.get().muted })
    case 'reply.repeat': {
      const reply = store.get().transcript.findLast(({ role, isFinal }) => role === 'agent' && isFinal)
      if (reply?.turnId) commands.repeatReply(reply.turnId, 0).catch(report)
      return
    }
    case 'times.copy':
      navigator.clipboard.writeText(timesAsJson(store.get())).catch(report)
      return
    case 'diagnostics.copy':
      bridge
        .request('app.diagnostics')
        .then(({ text }) => navigator.clipboard.writeText(text))
        .catch(report)
      return
    case 'theme.next':
      return change({ theme: nextTheme[settings?.theme ?? 'system'] })
    case 'contrast.toggle':
      return change({ contrast: deps.highContrast ? 'normal' : 'high' })
    case 'layout.toggle':
      return change({ diffLayout: settings?.diffLayout === 'unified' ? 'side-by-side' : 'unified' })
    case 'preview.toggle':
      return change({ searchPreview: settings?.searchPreview === 'hidden' ? 'shown' : 'hidden' })
    case 'tab.left':
      return moveTab(deps, -1)
    case 'tab.right':
      return moveTab(deps, 1)
    case 'tab.next':
    case 'tab.previous':
    case 'tab.close':
    case 'tab.close_others':
    case 'tab.reopen':
    case 'tab.back':
    case 'tab.pin':
    case 'hunk.next':
    case 'hunk.previous':
    case 'hunk.keep':
    case 'hunk.revert':
    case 'file.next':
    case 'file.previous':
      return store.dispatch({ type: 'view.wished', action: id, line: null })
  }
}
