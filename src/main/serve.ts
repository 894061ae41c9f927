// The app for a browser, without Electron. It prints one line of JSON to standard output when it is ready; everything else
// goes to standard error.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WebSocket } from 'ws'
import { FaultError, faultOf } from '../shared/errors.ts'
import { createApp } from './app/app.ts'
import { helpText, parseCommandLine, type CommandLine } from './app/command-line.ts'
import { appInfo, surviveBrokenOutput } from './app/system.ts'
import { noUpdates, startBrowserServer } from './browser/browser-server.ts'
import { createVelaPage } from './gateways/vela/page.ts'
import { answerSocket, sendToSocket } from './ipc/socket-ipc.ts'
import { createSocketTransport } from './rooms/local/socket-transport.ts'
import { spawnChild } from './speech/process/spawn-child.ts'
import { defaultProfile } from './storage/profile-folder.ts'
import { readRendererFile } from './window/renderer-files.ts'

const parsed = parseCommandLine(process.argv.slice(2), process.env, { ignoreUnknown: false })

if (parsed.tag === 'help') {
  process.stdout.write(helpText('npm run serve --'))
} else if (parsed.tag === 'refused') {
  process.stderr.write(`${parsed.message}\n`)
  process.exitCode = 2
} else {
  serve(parsed.commandLine).catch((error: unknown) => {
    const { message, remedy } = faultOf(error)
    process.stderr.write(`Parley could not start: ${message} ${remedy}\n`)
    process.exit(1)
  })
}

async function serve(commandLine: CommandLine): Promise<void> {
  surviveBrokenOutput()
  const root = join(import.meta.dirname, '..')
  const { workspace, port, trust } = commandLine.launch
  const parley = await createApp({
    profile: commandLine.launch.profile ?? defaultProfile(),
    commandLine,
    trustAtStart: trust && workspace !== null ? [workspace] : [],
    version: versionOf(join(root, '..', 'package.json')),
    resources: join(root, '..', 'resources'),
    host: 'browser',
    // The page opens links itself.
    openLink: async () => {},
    environment: process.env,
    guestPage: createVelaPage((path) => readRendererFile(join(root, 'vela'), path)),
    spawnSpeech: spawnChild,
    about: appInfo('checkout'),
  })
  const windows = new Set<WebSocket>()
  parley.onEvent((name, value) => {
    for (const window of windows) sendToSocket(window, name, value)
  })
  if (workspace !== null) await parley.openWorkspace(workspace)

  const server = await startBrowserServer({
    port,
    token: randomBytes(24).toString('base64url'),
    rendererRoot: join(root, 'renderer'),
    onRoom: (socket) => parley.join(createSocketTransport(socket)),
    onIpc(socket) {
      windows.add(socket)
      socket.on('close', () => windows.delete(socket))
      answerSocket(socket, {
        ...parley.handlers,
        'room.join': () => null,
        'window.arrange': notInBrowser,
        'app.mishap': parley.takeMishap,
        ...noUpdates,
        // A page cannot register keys for other windows.
        'talk.shortcut': () => ({ keys: null, registered: false }),
      })
    },
    servers: parley.servers,
    onRefused: (reason) => parley.log('warn', 'connection refused', { reason }),
  })

  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    void Promise.all([server.close(), parley.close()]).then(() => process.exit(0))
  }
  // Not `once`: Ctrl+C in a terminal arrives twice, from the terminal and from the parent process.
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.stdout.write(
    `${JSON.stringify({ event: 'ready', url: server.url, gateway: parley.gatewayUrl() })}\n`,
  )
}

function notInBrowser(): never {
  throw new FaultError(
    'not_allowed',
    'A page cannot change its window or the size of its text.',
    'Use the menu of the browser; Control and plus make the text larger.',
  )
}

function versionOf(packageFile: string): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  return version
}
