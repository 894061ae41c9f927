// The main window: sandboxed, isolated, and shown when its content is ready.
import { BrowserWindow, nativeTheme } from 'electron'
import type { Settings } from '../../shared/settings.ts'
import { APP_URL } from './app-protocol.ts'

interface Options {
  preload: string
  theme: Settings['theme']
}

/** The system's parts of the window and `prefers-color-scheme` in the page follow the setting. */
export function followTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = theme
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
      // The talk keys work in other windows, so the page must react while it is hidden.
      backgroundThrottling: false,
      // Chromium would look for a dictionary on the network.
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(APP_URL)
  return window
}
