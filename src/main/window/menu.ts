// The application menu: what a person expects, and nothing that opens a back door in a packaged app.
import { Menu, type MenuItemConstructorOptions } from 'electron'

interface Actions {
  openFolder(): void
  /** A packaged app has no developer tools. */
  developer: boolean
}

export function setMenu({ openFolder, developer }: Actions): void {
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Open folder…', accelerator: 'CmdOrCtrl+O', click: openFolder },
        { type: 'separator' },
        process.platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'reload' },
        ...(developer ? [{ role: 'toggleDevTools' } as const] : []),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
