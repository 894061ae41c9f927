// The one window: sandboxed, isolated, and shown only when it has something to show.
import { BrowserWindow, nativeTheme } from 'electron'
import type { Settings } from '../../shared/settings.ts'
import { APP_URL } from './app-protocol.ts'

interface Options {
  preload: string
  theme: Settings['theme']
}

export function openMainWindow({ preload, theme }: Options): BrowserWindow {
  nativeTheme.themeSource = theme
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
      // Chromium would look for a dictionary on the network.
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(APP_URL)
  return window
}
