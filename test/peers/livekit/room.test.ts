import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createLiveKitRoom, type LiveKitRoom } from '../../../src/main/rooms/livekit/livekit-room.ts'
import { agentToken, guestToken } from '../../../src/main/rooms/livekit/tokens.ts'
import { systemClock } from '../../../src/main/clock.ts'
import { describeRoom } from '../../contract/room-contract.ts'
import { openNodeLink } from './node-link.ts'
import { startLiveKit } from './server.ts'

const started = await startLiveKit()
if (started.tag === 'absent') throw new Error(started.reason)
const { server } = started
afterAll(started.stop)

async function enterRoom(name: string): Promise<LiveKitRoom> {
  return new Promise((resolve) => {
    const room = createLiveKitRoom({
      url: server.url,
      room: name,
      admission: async () => ({ url: server.url, token: await agentToken(server, name) }),
      clock: systemClock,
      random: Math.random,
      onStatus: (status) => {
        if (status.tag === 'livekit' && status.state === 'in') resolve(room)
        else console.log(JSON.stringify(status))
      },
      onProblem: console.log,
    })
  })
}

describeRoom('a LiveKit room on a real server', async () => {
  const name = randomUUID()
  const room = await enterRoom(name)
  return {
    room,
    async join(listener) {
      const token = await guestToken(server, name, { identity: randomUUID(), name: 'Ada' })
      return openNodeLink({ url: server.url, token, topics: ['lk.transcription', 't'] }, listener)
    },
    lossyVoice: true,
    close: () => room.leave(),
  }
})
