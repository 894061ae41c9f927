// Folders that are requested from outside while Parley runs or starts: by a second start, by “Open with”, by a link.
import { app, BrowserWindow, dialog } from 'electron'
import { z } from 'zod'
import { requestedFolder, linkQuestion, type RequestedFolder } from './requested-folder.ts'

/** What a second start sends to the first. Chromium passes on the arguments in another order, so it sends its own data. */
const secondStart = z.object({ folder: z.string().max(4096).nullable(), from: z.string().max(4096) })
export type SecondStart = z.infer<typeof secondStart>

export interface OutsideRequests {
  /** Handles the request of this start, those that arrived before this call, and each further one. */
  follow(first: SecondStart, handlers: Handlers): void
}

interface Handlers {
  open(path: string): void
  ensureWindow(): void
  /** True if the app is ending and restarts with this request. */
  endsFirst(second: SecondStart): boolean
}

/** Must be called before the app is ready: macOS sends requests that early. */
export function listenForOutsideRequests(): OutsideRequests {
  const waiting: RequestedFolder[] = []
  let ensureWindow = (): void => {}
  let endsFirst: Handlers['endsFirst'] = () => false
  let handle = (requested: RequestedFolder): void => void waiting.push(requested)
  const request = (argument: string | null, from: string): void => {
    const requested = argument === null ? null : requestedFolder(argument, from)
    if (requested) handle(requested)
  }
  app.on('open-file', (event, path) => {
    event.preventDefault()
    request(path, '/')
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    request(url, '/')
  })
  app.on('second-instance', (_, _argv, _folder, data) => {
    const parsed = secondStart.safeParse(data)
    if (endsFirst(parsed.success ? parsed.data : { folder: null, from: '/' })) return
    ensureWindow()
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized()) window.restore()
    window?.focus()
    if (parsed.success) request(parsed.data.folder, parsed.data.from)
  })
  return {
    follow(first, handlers) {
      ensureWindow = handlers.ensureWindow
      endsFirst = handlers.endsFirst
      const open = (path: string): void => {
        handlers.open(path)
        handlers.ensureWindow()
      }
      handle = ({ path, byLink }) => {
        if (!byLink) return open(path)
        void confirm(path).then((yes) => yes && open(path))
      }
      request(first.folder, first.from)
      for (const requested of waiting.splice(0)) handle(requested)
    },
  }
}

async function confirm(path: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'Parley',
    message: 'Open this folder?',
    detail: linkQuestion(path),
    buttons: ['&Open', '&Cancel'],
    normalizeAccessKeys: true,
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}
