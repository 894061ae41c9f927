// The gateway and its model, started once for many tests. Tests run in other processes and control them over HTTP.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGateway } from './gateway.ts'
import { installGateway } from './install.ts'
import { startScriptedModel, type Move } from './scripted-model.ts'

export interface Peer {
  port: number
  token: string
  /** The gateway's own workspace. */
  workspace: string
  model: string
  control: string
}

export type StartedPeer =
  { tag: 'running'; peer: Peer; stop(): Promise<void> } | { tag: 'absent'; reason: string }

export async function startPeer(
  phrases: Readonly<Record<string, readonly Move[]>> = {},
): Promise<StartedPeer> {
  const installed = await installGateway()
  if (installed.tag === 'absent') return installed
  const model = await startScriptedModel(phrases)
  const gateway = await createGateway({ program: installed.program, modelPort: model.port })
  const control = createServer((request, response) => {
    const work = { '/kill': gateway.kill, '/stop': gateway.stop, '/start': gateway.start }[request.url ?? '']
    if (!work) return void response.writeHead(404).end()
    work().then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  control.listen(0, '127.0.0.1')
  await once(control, 'listening')
  const { port } = control.address() as AddressInfo
  return {
    tag: 'running',
    peer: {
      port: gateway.port,
      token: gateway.token,
      workspace: gateway.workspace,
      model: `http://127.0.0.1:${model.port}`,
      control: `http://127.0.0.1:${port}`,
    },
    async stop() {
      await gateway.remove()
      await model.close()
      control.closeAllConnections()
      control.close()
    },
  }
}
