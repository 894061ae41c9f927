// The same app for a browser, without Electron. One line of JSON on standard output says when it is ready; everything
// else goes to standard error.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WebSocket } from 'ws'
import { helpText, parseCommandLine, type CommandLine } from '../core/command-line.ts'
import { createApp } from './app.ts'
import { surviveBrokenOutput } from './broken-output.ts'
import { startBrowserServer } from './browser/browser-server.ts'
import { createVelaPage } from './gateways/vela/page.ts'
import { answerSocket, tellSocket } from './ipc/socket-ipc.ts'
import { createSocketCarrier } from './rooms/local/socket-carrier.ts'
import { livekitKeys } from './rooms/livekit/from-environment.ts'
import { packageSource, speechKeys } from './speech/from-environment.ts'
import { spawnChild } from './speech/process/spawn-child.ts'
import { aboutThis } from './storage/about-this.ts'
import { noUpdates } from './browser/no-updates.ts'
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
    process.stderr.write(
      `Parley could not start: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exit(1)
  })
}

async function serve(commandLine: CommandLine): Promise<void> {
  surviveBrokenOutput()
  const root = join(import.meta.dirname, '..')
  const parley = await createApp({
    profile: commandLine.launch.profile ?? defaultProfile(),
    commandLine,
    version: versionOf(join(root, '..', 'package.json')),
    resources: join(root, '..', 'resources'),
    host: 'browser',
    // The page opens links itself; a server has no business starting browsers.
    openLink: async () => {},
    gatewayToken: process.env['OPENCLAW_GATEWAY_TOKEN'] || null,
    guestToken: process.env['GATEWAY_TOKEN'] || null,
    guestPage: createVelaPage((path) => readRendererFile(join(root, 'vela'), path)),
    livekitKeys: livekitKeys(process.env),
    speechKeys: speechKeys(process.env),
    spawnSpeech: spawnChild,
    packageSource: packageSource(process.env),
    about: aboutThis('checkout'),
  })
  const windows = new Set<WebSocket>()
  parley.onEvent((name, value) => {
    for (const window of windows) tellSocket(window, name, value)
  })
  const { workspace, port } = commandLine.launch
  if (workspace !== null) await parley.openWorkspace(workspace)

  const server = await startBrowserServer({
    port,
    token: randomBytes(24).toString('base64url'),
    rendererRoot: join(root, 'renderer'),
    onRoom: (socket) => parley.join(createSocketCarrier(socket)),
    onIpc(socket) {
      windows.add(socket)
      socket.on('close', () => windows.delete(socket))
      answerSocket(socket, {
        ...parley.handlers,
        'room.join': () => null,
        'app.mishap': () => null,
        ...noUpdates,
        // A page cannot have keys that work in other windows.
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
  // Not once: a terminal's Ctrl+C reaches us twice, from it and from whoever started us.
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.stdout.write(
    `${JSON.stringify({ event: 'ready', url: server.url, gateway: parley.gatewayUrl() })}\n`,
  )
}

function versionOf(packageFile: string): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  return version
}
