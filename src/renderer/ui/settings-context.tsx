// The settings, and the theme that follows from them and from the system.
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { Settings } from '../../shared/settings.ts'
import { useApp } from '../store/use-room.tsx'
import { useReportFault } from './notices.tsx'
import { shownSettings, unread, withAnswer, withLoaded, withPending } from './pending-settings.ts'

export type Theme = 'light' | 'dark'

interface SettingsValue {
  /** Null until loaded. */
  settings: Settings | null
  theme: Theme
  highContrast: boolean
  change: (part: Partial<Settings>) => void
}

const SettingsContext = createContext<SettingsValue | null>(null)

export function useSettings(): SettingsValue {
  const value = useContext(SettingsContext)
  if (!value) throw new Error('This component must be inside SettingsProvider.')
  return value
}

const darkQuery = '(prefers-color-scheme: dark)'

const contrastQuery = '(prefers-contrast: more)'

function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(media).matches,
  )
}

export function SettingsProvider({ children }: { children: ReactNode }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [known, setKnown] = useState(unread)
  const settings = useMemo(() => shownSettings(known), [known])
  const systemDark = useMedia(darkQuery)
  const systemContrast = useMedia(contrastQuery)

  useEffect(() => {
    let stale = false
    const stop = bridge.on('settings.changed', (loaded) => setKnown((now) => withLoaded(now, loaded)))
    bridge.request('settings.read').then((loaded) => {
      if (!stale) setKnown((now) => withLoaded(now, loaded))
    }, report)
    return () => {
      stale = true
      stop()
    }
  }, [bridge, report])

  const chosen = settings?.theme ?? 'system'
  const theme: Theme = chosen === 'system' ? (systemDark ? 'dark' : 'light') : chosen
  const contrast = settings?.contrast ?? 'system'
  const highContrast = contrast === 'system' ? systemContrast : contrast === 'high'
  // Before the first paint, so that the window never appears in the wrong colours.
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme
    document.documentElement.dataset['contrast'] = highContrast ? 'high' : 'normal'
  }, [theme, highContrast])

  const change = useCallback(
    (part: Partial<Settings>) => {
      // Shown at once; the app's answer follows and wins.
      setKnown((now) => withPending(now, part))
      const answered = (answer: Settings | null): void => setKnown((now) => withAnswer(now, part, answer))
      bridge.request('settings.write', part).then(answered, (error: unknown) => {
        report(error)
        answered(null)
        bridge.request('settings.read').then((loaded) => setKnown((now) => withLoaded(now, loaded)), report)
      })
    },
    [bridge, report],
  )

  const value = useMemo(
    () => ({ settings, theme, highContrast, change }),
    [settings, theme, highContrast, change],
  )
  return <SettingsContext value={value}>{children}</SettingsContext>
}
