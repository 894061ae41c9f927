// The one window: sandboxed, isolated, and shown only when it has something to show.
import { BrowserWindow, nativeTheme } from 'electron'
import type { Settings } from '../../shared/settings.ts'
import { APP_URL } from './app-protocol.ts'

interface Options {
  preload: string
  theme: Settings['theme']
}

/** The system's own parts of the window, and `prefers-color-scheme` in the page, follow the setting. */
export function followTheme(theme: Settings['theme']): void {
  // The system knows no more than these; whatever else we have is dark underneath.
  nativeTheme.themeSource = theme === 'system' || theme === 'light' ? theme : 'dark'
}

export function openMainWindow({ preload, theme }: Options): BrowserWindow {
  followTheme(theme)
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Parley',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // Who talks by the keys that work in other windows is heard at once, also while this one is out of sight.
      backgroundThrottling: false,
      // Chromium would look for a dictionary on the network.
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(APP_URL)
  return window
}
