// The desktop app: one window, behind it the app.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, BrowserWindow, dialog, MessageChannelMain, type WebContents } from 'electron'
import { helpText, parseCommandLine } from '../core/command-line.ts'
import { faultOf } from '../shared/errors.ts'
import { ROOM_PORT_MESSAGE, type IpcEventName, type IpcEvents } from '../shared/ipc.ts'
import { createApp, type App } from './app.ts'
import { surviveBrokenOutput } from './broken-output.ts'
import { createVelaPage } from './gateways/vela/page.ts'
import { listenToWindows, tellWindow } from './ipc/electron-ipc.ts'
import { createPortCarrier } from './rooms/local/port-carrier.ts'
import { livekitKeys } from './rooms/livekit/from-environment.ts'
import { packageSource, speechKeys } from './speech/from-environment.ts'
import { aboutThis } from './storage/about-this.ts'
import { systemKeychain } from './storage/keychain.ts'
import { systemClock } from './clock.ts'
import { defaultProfile } from './storage/profile-folder.ts'
import { declareAppProtocol, serveAppProtocol } from './window/app-protocol.ts'
import { guardNavigation, guardPermissions, openOutside } from './window/guards.ts'
import { listenOutside, type Outside, type SecondStart } from './window/asked-from-outside.ts'
import { buildKind } from './window/build-kind.ts'
import { watchCrashes } from './window/crashes.ts'
import { createEnding } from './window/ending.ts'
import { followTheme, openMainWindow } from './window/main-window.ts'
import { setMenu } from './window/menu.ts'
import { spawnUtility } from './window/speech-utility.ts'
import { readRendererFile } from './window/renderer-files.ts'
import { openUpdateSource } from './window/open-updates.ts'
import { patiently } from './window/patiently.ts'
import { startAgain } from './window/start-again.ts'
import { createUpdateKeeper } from './window/update-keeper.ts'
import { createTalkShortcut } from './window/talk-shortcut.ts'

/** A folder on a drive that does not answer must not keep the window from opening. */
const FOLDER_PATIENCE_MS = 5_000

/** parley --client …: the client of the gateway's protocols, in a terminal. */
const CLIENT = '--client'
const clientAt = process.argv.indexOf(CLIENT)

// Unpackaged, the first word is the app itself.
const parsed = parseCommandLine(process.argv.slice(1), process.env, {
  ignoreUnknown: true,
  takesName: app.isPackaged,
})
const built = (...path: string[]): string => join(import.meta.dirname, '..', ...path)

if (clientAt > 0) {
  process.argv = [process.execPath, CLIENT, ...process.argv.slice(clientAt + 1)]
  void import(pathToFileURL(built('main', 'client.js')).href).catch(giveUp)
} else if (parsed.tag === 'help') {
  process.stdout.write(helpText(app.isPackaged ? 'parley [FOLDER]' : 'parley'))
  app.exit(0)
} else if (parsed.tag === 'refused') {
  process.stderr.write(`${parsed.message}\n`)
  app.exit(2)
} else {
  surviveBrokenOutput()
  const { commandLine } = parsed
  const profile = resolve(commandLine.launch.profile ?? defaultProfile())
  app.setPath('userData', profile)
  // Whoever starts it with --no-sandbox, as tests must where they are root, has to mean it; nothing here ever adds it. The
  // AppImage does, on systems that give Chromium no namespaces for one.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declareAppProtocol()
  guardNavigation()

  const { workspace, named } = commandLine.launch
  const asked: SecondStart = { folder: named ?? workspace, from: process.cwd() }
  // Not awaited at the top level: an ES module that waits for `ready` there never gets it.
  if (app.requestSingleInstanceLock(asked)) {
    const outside = listenOutside()
    app.whenReady().then(() => start(profile, outside).catch(giveUp), giveUp)
  } else {
    app.quit()
  }

  async function start(folder: string, outside: Outside): Promise<void> {
    guardPermissions()
    const crashes = watchCrashes(folder, { workspace, named })
    const kind = buildKind()
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
      guestToken: process.env['GATEWAY_TOKEN'] || null,
      guestPage: createVelaPage((path) => readRendererFile(built('vela'), path)),
      livekitKeys: livekitKeys(process.env),
      speechKeys: speechKeys(process.env),
      spawnSpeech: (naturalVoice) => spawnUtility(built('main', 'speech-worker.js'), naturalVoice),
      packageSource: packageSource(process.env),
      about: aboutThis(kind),
      onBusy: (busy) => updates.busy(busy),
    })
    crashes.log(parley.log)
    // The session log is written out before the process ends, whoever ends it.
    const ending = createEnding({
      close() {
        crashes.ending()
        return parley.close()
      },
      onEnded: crashes.endedWell,
      last: () => updates.end(),
      named,
      clock: systemClock,
    })
    const updates = createUpdateKeeper({
      unavailable: kind === 'release' ? null : kind,
      channel: parley.settings().updates,
      open: () =>
        openUpdateSource({
          onProblem: (error) => parley.log('warn', 'update', { pii: { error } }),
          // The new app starts while this one still ends: what both would write is written by then.
          async beforeInstall() {
            await ending.end()
            crashes.endedForNewer()
          },
          onNotInstalled() {
            crashes.endedForNothing()
            startAgain()
            app.exit(1)
          },
        }),
      clock: systemClock,
      onStatus: (status) => tellWindows('app.updates.changed', status),
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
      'app.mishap': crashes.takeMishap,
      'app.updates': updates.status,
      'app.updates.check': updates.check,
      'app.updates.install': updates.install,
    }))
    const openFolder = (path: string | null): Promise<unknown> =>
      path === null ? Promise.resolve() : parley.openWorkspace(path).catch(tellWhy)
    const openWindow = (): void =>
      crashes.watch(
        openMainWindow({ preload: built('preload', 'index.cjs'), theme: parley.settings().theme }),
      )
    parley.onEvent((name, value) => {
      tellWindows(name, value)
      const opened = name === 'workspace.changed' ? (value as IpcEvents['workspace.changed']) : null
      if (opened) crashes.opened(opened.path)
      followTheme(parley.settings().theme)
      shortcut.follow(parley.settings().talkShortcut)
      updates.follow(parley.settings().updates)
    })
    setMenu({ developer: !app.isPackaged, openFolder: () => void pickFolder().then(openFolder) })
    await patiently(openFolder(crashes.opens.workspace), FOLDER_PATIENCE_MS, systemClock)
    openWindow()
    // On a Mac the app goes on without a window. One that ends has nothing to show in it any more.
    const haveWindow = (): void => {
      if (BrowserWindow.getAllWindows().length === 0 && !ending.isUnderWay()) openWindow()
    }
    app.on('activate', haveWindow)
    outside.follow(
      { ...asked, folder: crashes.opens.named },
      {
        open: (path) => void (ending.isUnderWay() || openFolder(path)),
        haveWindow,
        endsFirst: ending.takesSecondStart,
      },
    )
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit()
    })
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
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`Parley could not start: ${message}\n`)
  // Whoever started it by its icon sees no terminal; whoever asked for the client is in one.
  if (app.isReady() && clientAt < 0) dialog.showErrorBox('Parley could not start', message)
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
