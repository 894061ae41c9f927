// The desktop app: one window in front of the app.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, BrowserWindow, MessageChannelMain, type WebContents } from 'electron'
import { withTimeout } from '../base/timeout.ts'
import { combineMishaps } from '../core/app/crash-record.ts'
import { faultOf } from '../shared/errors.ts'
import { ROOM_PORT_MESSAGE } from '../shared/ipc-channels.ts'
import type { IpcEventName, IpcEvents } from '../shared/ipc.ts'
import { createApp, type App } from './app/app.ts'
import { systemClock } from './app/clock.ts'
import { helpText, parseCommandLine } from './app/command-line.ts'
import { appInfo, surviveBrokenOutput } from './app/system.ts'
import { createVelaPage } from './gateways/vela/page.ts'
import { listenToWindows, sendToWindow } from './ipc/electron-ipc.ts'
import { createPortTransport } from './rooms/local/port-transport.ts'
import { systemKeychain } from './storage/keychain.ts'
import { defaultProfile } from './storage/profile-folder.ts'
import { declareAppProtocol, serveAppProtocol } from './window/app-protocol.ts'
import { arrangeWindow } from './window/arrange-window.ts'
import { buildKind } from './window/build-kind.ts'
import { watchCrashes } from './window/crashes.ts'
import { decodeRecording } from './window/decode-recording.ts'
import { pickFolder, pickProgram, showFailure, showStartFailure } from './window/dialogs.ts'
import { guardNavigation, guardPermissions, openOutside } from './window/guards.ts'
import { followTheme, openMainWindow } from './window/main-window.ts'
import { setMenu } from './window/menu.ts'
import { openUpdateSource } from './window/open-updates.ts'
import {
  listenForOutsideRequests,
  type OutsideRequests,
  type SecondStart,
} from './window/outside-requests.ts'
import { relaunch } from './window/relaunch.ts'
import { readRendererFile } from './window/renderer-files.ts'
import { requestedFolder } from './window/requested-folder.ts'
import { createShutdown } from './window/shutdown.ts'
import { spawnUtility } from './window/speech-utility.ts'
import { createTalkShortcut } from './window/talk-shortcut.ts'
import { createUpdateController } from './window/update-controller.ts'

/** A folder on a drive that does not respond must not keep the window from opening. */
const FOLDER_TIMEOUT_MS = 5_000

/** `parley --client …` runs the gateway client in the terminal. */
const CLIENT = '--client'
const clientAt = process.argv.indexOf(CLIENT)

// Unpackaged, the first argument is the app itself.
const parsed = parseCommandLine(process.argv.slice(1), process.env, {
  ignoreUnknown: true,
  takesName: app.isPackaged,
})
const built = (...path: string[]): string => join(import.meta.dirname, '..', ...path)

if (clientAt > 0) {
  process.argv = [process.execPath, CLIENT, ...process.argv.slice(clientAt + 1)]
  void import(pathToFileURL(built('main', 'client.js')).href).catch(failToStart)
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
  // Parley never turns the sandbox off itself. Tests that run as root pass --no-sandbox, and so does the AppImage on systems
  // without the namespaces Chromium needs.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declareAppProtocol()
  guardNavigation()

  const { workspace, named, trust } = commandLine.launch
  const asked: SecondStart = { folder: named ?? workspace, from: process.cwd() }
  // Not awaited: Electron emits `ready` only after the main module has been evaluated.
  if (app.requestSingleInstanceLock(asked)) {
    const outside = listenForOutsideRequests()
    app.whenReady().then(() => start(profile, outside).catch(failToStart), failToStart)
  } else {
    app.quit()
  }

  async function start(folder: string, outside: OutsideRequests): Promise<void> {
    guardPermissions()
    const crashes = watchCrashes(folder, { workspace, named })
    const kind = buildKind()
    const parley = await createApp({
      profile: folder,
      commandLine,
      trustAtStart: trust ? [workspace, named].flatMap(givenFolder) : [],
      version: app.getVersion(),
      resources: built('..', 'resources'),
      host: 'desktop',
      pickFolder,
      pickProgram,
      openLink: openOutside,
      keychain: systemKeychain,
      environment: process.env,
      guestPage: createVelaPage((path) => readRendererFile(built('vela'), path)),
      spawnSpeech: (naturalVoice) => spawnUtility(built('main', 'speech-worker.js'), naturalVoice),
      about: appInfo(kind),
      decodeRecording,
    })
    crashes.log(parley.log)
    // The journal is complete on disk before the process ends.
    const shutdown = createShutdown({
      close() {
        crashes.ending()
        return parley.close()
      },
      onEnded: crashes.endedWell,
      named,
      clock: systemClock,
    })
    const updates = createUpdateController({
      unavailable: kind === 'release' ? null : kind,
      channel: parley.settings().updates,
      open: () =>
        openUpdateSource({
          onProblem: (error) => parley.log('warn', 'update', { pii: { error } }),
          // The new app starts before this one has ended, so everything both write must be written by then.
          async beforeInstall() {
            await shutdown.end()
            crashes.endedForUpdate()
          },
          onNotInstalled() {
            crashes.endedForFailedUpdate()
            relaunch()
            app.exit(1)
          },
        }),
      clock: systemClock,
      onStatus: (status) => sendToWindows('app.updates.changed', status),
    })
    shutdown.onExit(updates.end)
    parley.onBusy(updates.setBusy)
    serveAppProtocol(built('renderer'), parley.servers)
    const shortcut = createTalkShortcut({
      onPressed: () => sendToWindows('talk.toggled', null),
      onChanged: (state) => sendToWindows('talk.shortcut.changed', state),
    })
    shortcut.follow(parley.settings().talkShortcut)
    listenToWindows((contents) => ({
      ...parley.handlers,
      'room.join': () => joinRoom(parley, contents),
      'window.arrange': ({ how }) => arrangeWindow(contents, how),
      'talk.shortcut': shortcut.state,
      'app.mishap': () => combineMishaps([crashes.takeMishap(), parley.takeMishap()]),
      'app.updates': updates.status,
      'app.updates.check': updates.check,
      'app.updates.install': updates.install,
    }))
    const openFolder = (path: string | null): Promise<unknown> =>
      path === null ? Promise.resolve() : parley.openWorkspace(path).catch(showFailure)
    const openWindow = (): void =>
      crashes.watch(
        openMainWindow({ preload: built('preload', 'index.cjs'), theme: parley.settings().theme }),
      )
    parley.onEvent((name, value) => {
      sendToWindows(name, value)
      const opened = name === 'workspace.changed' ? (value as IpcEvents['workspace.changed']) : null
      if (opened) crashes.opened(opened.path)
      followTheme(parley.settings().theme)
      shortcut.follow(parley.settings().talkShortcut)
      updates.follow(parley.settings().updates)
    })
    setMenu({
      developer: !app.isPackaged,
      handlers: { 'folder.open': () => void pickFolder().then(openFolder) },
    })
    await withTimeout(openFolder(crashes.opens.workspace), FOLDER_TIMEOUT_MS, systemClock)
    openWindow()
    // On a Mac the app runs on without a window. An app that is ending opens none.
    const ensureWindow = (): void => {
      if (BrowserWindow.getAllWindows().length === 0 && !shutdown.isUnderWay()) openWindow()
    }
    app.on('activate', ensureWindow)
    outside.follow(
      { ...asked, folder: crashes.opens.named },
      {
        open: (path) => void (shutdown.isUnderWay() || openFolder(path)),
        ensureWindow,
        endsFirst: shutdown.takesSecondStart,
      },
    )
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit()
    })
  }
}

function sendToWindows<K extends IpcEventName>(name: K, value: IpcEvents[K]): void {
  for (const window of BrowserWindow.getAllWindows()) sendToWindow(window.webContents, name, value)
}

function failToStart(error: unknown): void {
  const fault = faultOf(error)
  const message = `${fault.message} ${fault.remedy}`
  process.stderr.write(`Parley could not start: ${message}\n`)
  // A user who started Parley by its icon sees no terminal. The client runs in one.
  if (app.isReady() && clientAt < 0) showStartFailure(message)
  app.exit(1)
}

/** A folder the user named on the command line. One that a link names is not the user's choice, and is never trusted. */
function givenFolder(argument: string | null): string[] {
  const asked = argument === null ? null : requestedFolder(argument, process.cwd())
  return asked && !asked.byLink ? [asked.path] : []
}

/** Gives the page a new port; the old one closes with the page that had it. */
function joinRoom(parley: App, contents: WebContents): null {
  const { port1, port2 } = new MessageChannelMain()
  parley.join(createPortTransport(port1))
  contents.postMessage(ROOM_PORT_MESSAGE, null, [port2])
  return null
}
