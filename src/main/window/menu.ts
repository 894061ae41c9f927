// The application menu: the usual items, and the commands that the table offers in it.
import { Menu, type MenuItemConstructorOptions } from 'electron'
import { commands, menuCommands, type MenuCommandId } from '../../core/commands/commands.ts'

interface Options {
  handlers: Record<MenuCommandId, () => void>
  /** A packaged app has no developer tools. */
  developer: boolean
}

export function setMenu({ handlers, developer }: Options): void {
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        ...menuCommands(commands, 'File').map(({ id, label, accelerator }) => ({
          label,
          click: handlers[id],
          ...(accelerator !== undefined && { accelerator }),
        })),
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
