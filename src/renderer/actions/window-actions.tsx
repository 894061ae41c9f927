// Gives components the commands of the window, and runs them by key.
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { Overlay } from '../../core/commands/command.ts'
import { commands, type CommandId } from '../../core/commands/commands.ts'
import { useApp, useConversation } from '../store/use-room.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { performRequested, runCommand } from './run-command.ts'
import { commandForKey } from './shortcuts.ts'

interface ActionsValue {
  run: (id: CommandId) => void
  overlay: Overlay | null
  close: () => void
}

const ActionsContext = createContext<ActionsValue | null>(null)

export function useActions(): ActionsValue {
  const value = useContext(ActionsContext)
  if (!value) throw new Error('useActions must be used inside ActionsProvider.')
  return value
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Whether a letter typed here is text. */
function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}

// The composer handles Escape, and the talk control handles Space, which can be held.
const { 'turn.interrupt': _interrupt, 'talk.toggle': _talk, ...keyCommands } = commands

export function ActionsProvider({ children }: { children: ReactNode }) {
  const app = useApp()
  const report = useReportFault()
  const { settings, theme, highContrast, change } = useSettings()
  const [overlay, setOverlay] = useState<Overlay | null>(null)

  const deps = useMemo(
    () => ({ ...app, settings, theme, highContrast, change, open: setOverlay, report }),
    [app, settings, theme, highContrast, change, report],
  )
  const run = useCallback((id: CommandId) => runCommand(id, deps), [deps])
  const requested = useConversation((conversation) => conversation.viewCommand)
  const performed = useRef(requested)
  useEffect(() => {
    if (requested === performed.current) return
    performed.current = requested
    if (requested) performRequested(requested.action, deps)
  }, [requested, deps])
  // A layout effect, so that keys work as soon as the window is visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
      const id = commandForKey(event, keyCommands, { isTyping: isTextField(event.target), isMac })
      if (!id || (id === 'approval.allow' && app.store.get().conversation.approvals.length === 0)) return
      event.preventDefault()
      run(id)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [run, app])

  // The browser reports a closed dialog late. By then another one may be open, which must stay.
  const close = useCallback(() => setOverlay((now) => (now === overlay ? null : now)), [overlay])
  const value = useMemo(() => ({ run, overlay, close }), [run, overlay, close])
  return <ActionsContext value={value}>{children}</ActionsContext>
}
