// Folders asked for while Parley runs or starts: by a second start of it, by the system's “Open with”, by a link.
import { app, BrowserWindow, dialog } from 'electron'
import { z } from 'zod'
import { askedFolder, type AskedFolder } from './asked-folder.ts'

/** What a second start tells the first. Its own words: Chromium gives them out of order. */
const secondStart = z.object({ folder: z.string().max(4096).nullable(), from: z.string().max(4096) })
export type SecondStart = z.infer<typeof secondStart>

export interface Outside {
  /** What this start itself was told, those that came before anybody could take them, and from now on each as it comes. */
  follow(first: SecondStart, hands: Hands): void
}

interface Hands {
  open(path: string): void
  haveWindow(): void
  /** True where the app ends just now, and will be started again with that: there is nothing to open any more. */
  endsFirst(second: SecondStart): boolean
}

/** Must be called before the app is ready: a Mac says what to open that early. */
export function listenOutside(): Outside {
  const waiting: AskedFolder[] = []
  let haveWindow = (): void => {}
  let endsFirst: Hands['endsFirst'] = () => false
  let take = (asked: AskedFolder): void => void waiting.push(asked)
  const hear = (word: string | null, from: string): void => {
    const asked = word === null ? null : askedFolder(word, from)
    if (asked) take(asked)
  }
  app.on('open-file', (event, path) => {
    event.preventDefault()
    hear(path, '/')
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    hear(url, '/')
  })
  app.on('second-instance', (_, _argv, _folder, told) => {
    const parsed = secondStart.safeParse(told)
    if (endsFirst(parsed.success ? parsed.data : { folder: null, from: '/' })) return
    haveWindow()
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized()) window.restore()
    window?.focus()
    if (parsed.success) hear(parsed.data.folder, parsed.data.from)
  })
  return {
    follow(first, hands) {
      haveWindow = hands.haveWindow
      endsFirst = hands.endsFirst
      const open = (path: string): void => {
        hands.open(path)
        // What is opened is also seen.
        hands.haveWindow()
      }
      take = ({ path, byLink }) => {
        if (!byLink) return open(path)
        void agrees(path).then((yes) => yes && open(path))
      }
      hear(first.folder, first.from)
      for (const asked of waiting.splice(0)) take(asked)
    },
  }
}

async function agrees(path: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'Parley',
    message: 'Open this folder?',
    detail: `A link asks Parley to open\n${path}`,
    buttons: ['&Open', '&Cancel'],
    normalizeAccessKeys: true,
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}
