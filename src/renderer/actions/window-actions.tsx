// The actions of the window in React's hands: by key, from the palette, from a button.
import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { useApp } from '../store/use-room.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { runAction, type Overlay } from './run-action.ts'
import { actionIds, actionTable, isTyped, pressed, type ActionId } from './shortcuts.ts'

interface ActionsValue {
  run: (id: ActionId) => void
  overlay: Overlay | null
  close: () => void
}

const ActionsContext = createContext<ActionsValue | null>(null)

export function useActions(): ActionsValue {
  const value = useContext(ActionsContext)
  if (!value) throw new Error('A component that runs actions was drawn outside ActionsProvider.')
  return value
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Where a letter is text, or the editor's own. */
function typesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}

/** The agent is stopped where it can be seen to work, in the composer; the keys to talk are held as well as pressed. */
const ELSEWHERE: ReadonlySet<ActionId> = new Set(['turn.interrupt', 'talk.toggle'])

export function ActionsProvider({ children }: { children: ReactNode }) {
  const app = useApp()
  const report = useReportFault()
  const { settings, highContrast, change } = useSettings()
  const [overlay, setOverlay] = useState<Overlay | null>(null)

  const run = useCallback(
    (id: ActionId) => runAction(id, { ...app, settings, highContrast, change, open: setOverlay, report }),
    [app, settings, highContrast, change, report],
  )
  // Before the window is first seen: whoever sees it may press a key.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
      const typing = typesText(event.target)
      const id = actionIds.find(
        (one) =>
          !ELSEWHERE.has(one) &&
          actionTable[one].keys.some((keys) => !(typing && isTyped(keys)) && pressed(event, keys, isMac)),
      )
      if (!id || (id === 'approval.allow' && app.store.get().approvals.length === 0)) return
      event.preventDefault()
      run(id)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [run, app])

  // The browser tells late that a dialog was closed: by then another one may be wanted, which stays.
  const close = useCallback(() => setOverlay((now) => (now === overlay ? null : now)), [overlay])
  const value = useMemo(() => ({ run, overlay, close }), [run, overlay, close])
  return <ActionsContext value={value}>{children}</ActionsContext>
}
