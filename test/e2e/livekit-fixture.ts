// A real LiveKit server for all tests of a file. If there is none, the tests are skipped with the reason.
import { startLiveKit, type LiveKitServer, type StartedServer } from '../peers/livekit/server.ts'
import { test } from './parley-fixture.ts'

interface LiveKitFixture {
  server(): LiveKitServer
  /** The environment that makes the app join this room. */
  roomEnvironment(name: string): Record<string, string>
}

export function withLiveKitServer(): LiveKitFixture {
  let started: StartedServer | null = null
  test.beforeAll(async () => {
    test.setTimeout(900_000)
    started = await startLiveKit()
  })
  test.afterAll(async () => {
    if (started?.tag === 'running') await started.stop()
  })
  function server(): LiveKitServer {
    if (started?.tag === 'running') return started.server
    if (process.env['PARLEY_DEMAND_ALL'] === '1') throw new Error(started?.reason)
    test.skip(true, started?.reason ?? '')
    throw new Error('skipped')
  }
  return {
    server,
    roomEnvironment: (name) => ({
      LIVEKIT_URL: server().url,
      LIVEKIT_API_KEY: server().key,
      LIVEKIT_API_SECRET: server().secret,
      PARLEY_LIVEKIT_ROOM: name,
    }),
  }
}
