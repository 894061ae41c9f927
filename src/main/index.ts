// The desktop app: one window, behind it the app.
import { join, resolve } from 'node:path'
import { app, BrowserWindow, dialog, MessageChannelMain, type WebContents } from 'electron'
import { helpText, parseCommandLine } from '../core/command-line.ts'
import { faultOf } from '../shared/errors.ts'
import { ROOM_PORT_MESSAGE, type IpcEventName, type IpcEvents } from '../shared/ipc.ts'
import { createApp, type App } from './app.ts'
import { listenToWindows, tellWindow } from './ipc/electron-ipc.ts'
import { createPortCarrier } from './rooms/local/port-carrier.ts'
import { livekitKeys } from './rooms/livekit/from-environment.ts'
import { packageSource, speechKeys } from './speech/from-environment.ts'
import { systemKeychain } from './storage/keychain.ts'
import { defaultProfile } from './storage/profile-folder.ts'
import { declareAppProtocol, serveAppProtocol } from './window/app-protocol.ts'
import { guardNavigation, guardPermissions, openOutside } from './window/guards.ts'
import { followTheme, openMainWindow } from './window/main-window.ts'
import { setMenu } from './window/menu.ts'
import { spawnUtility } from './window/speech-utility.ts'
import { createTalkShortcut } from './window/talk-shortcut.ts'

const parsed = parseCommandLine(process.argv.slice(1), process.env, { ignoreUnknown: true })
const built = (...path: string[]): string => join(import.meta.dirname, '..', ...path)

if (parsed.tag === 'help') {
  process.stdout.write(helpText('parley'))
  app.exit(0)
} else if (parsed.tag === 'refused') {
  process.stderr.write(`${parsed.message}\n`)
  app.exit(2)
} else {
  const { commandLine } = parsed
  const profile = resolve(commandLine.launch.profile ?? defaultProfile())
  app.setPath('userData', profile)
  // Whoever starts it with --no-sandbox, as tests must where they are root, has to mean it; nothing here ever adds it.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declareAppProtocol()
  guardNavigation()

  // Not awaited at the top level: an ES module that waits for `ready` there never gets it.
  if (app.requestSingleInstanceLock()) {
    app.whenReady().then(() => start(profile).catch(giveUp), giveUp)
  } else {
    app.quit()
  }

  async function start(folder: string): Promise<void> {
    guardPermissions()
    const parley = await createApp({
      profile: folder,
      commandLine,
      version: app.getVersion(),
      resources: built('..', 'resources'),
      host: 'desktop',
      pickFolder,
      openLink: openOutside,
      keychain: systemKeychain,
      gatewayToken: process.env['OPENCLAW_GATEWAY_TOKEN'] || null,
      livekitKeys: livekitKeys(process.env),
      speechKeys: speechKeys(process.env),
      spawnSpeech: (naturalVoice) => spawnUtility(built('main', 'speech-worker.js'), naturalVoice),
      packageSource: packageSource(process.env),
    })
    serveAppProtocol(built('renderer'), parley.servers)
    const shortcut = createTalkShortcut({
      onPressed: () => tellWindows('talk.toggled', null),
      onChanged: (state) => tellWindows('talk.shortcut.changed', state),
    })
    shortcut.follow(parley.settings().talkShortcut)
    listenToWindows((contents) => ({
      ...parley.handlers,
      'room.join': () => joinRoom(parley, contents),
      'talk.shortcut': shortcut.state,
    }))
    const openFolder = (path: string | null): Promise<unknown> =>
      path === null ? Promise.resolve() : parley.openWorkspace(path).catch(tellWhy)
    const openWindow = (): BrowserWindow =>
      openMainWindow({ preload: built('preload', 'index.cjs'), theme: parley.settings().theme })
    parley.onEvent((name, value) => {
      tellWindows(name, value)
      followTheme(parley.settings().theme)
      shortcut.follow(parley.settings().talkShortcut)
    })
    setMenu({ developer: !app.isPackaged, openFolder: () => void pickFolder().then(openFolder) })
    await openFolder(commandLine.launch.workspace)
    openWindow()
    app.on('activate', () => {
      if (BrowserWindow.getAllWindows().length === 0) openWindow()
    })
    app.on('second-instance', (_, argv) => {
      const [window] = BrowserWindow.getAllWindows()
      if (window?.isMinimized()) window.restore()
      window?.focus()
      const again = parseCommandLine(argv.slice(1), {}, { ignoreUnknown: true })
      if (again.tag === 'run') void openFolder(again.commandLine.launch.workspace)
    })
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit()
    })
    quitCleanly(parley)
  }
}

function tellWindows<K extends IpcEventName>(name: K, value: IpcEvents[K]): void {
  for (const window of BrowserWindow.getAllWindows()) tellWindow(window.webContents, name, value)
}

/** What went wrong with something asked for outside the window, such as on the command line. */
function tellWhy(error: unknown): void {
  const { message, remedy } = faultOf(error)
  void dialog.showMessageBox({ type: 'error', title: 'Parley', message, detail: remedy })
}

function giveUp(error: unknown): void {
  process.stderr.write(`Parley could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  app.exit(1)
}

async function pickFolder(): Promise<string | null> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const options = { title: 'Open folder', properties: ['openDirectory' as const] }
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return filePaths[0] ?? null
}

/** A new port for whoever asks; the old one closes with the page that had it. */
function joinRoom(parley: App, contents: WebContents): null {
  const { port1, port2 } = new MessageChannelMain()
  parley.join(createPortCarrier(port1))
  contents.postMessage(ROOM_PORT_MESSAGE, null, [port2])
  return null
}

/** The session log is written out before the process ends. */
function quitCleanly(parley: App): void {
  app.on('will-quit', (event) => {
    event.preventDefault()
    // Not quit(): asked for while it is already quitting, that is forgotten.
    void parley.close().finally(() => app.exit(0))
  })
}
