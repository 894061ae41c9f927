// The room contract, on a real LiveKit server.
import { randomUUID } from 'node:crypto'
import { guestToken } from '../../../src/main/rooms/livekit/tokens.ts'
import { describeRoom } from '../../contract/room-contract.ts'
import { createCondition } from './condition.ts'
import { openNodeLink } from './node-link.ts'
import { describeOnServer, liveKitServer } from './on-server.ts'
import { enterRoom, isIn } from './agent-in-room.ts'

describeOnServer('on a real server', () => {
  describeRoom('a LiveKit room', async () => {
    const name = randomUUID()
    const { room, until } = enterRoom(name)
    await until(isIn)
    return {
      room,
      async join(listener) {
        const token = await guestToken(liveKitServer(), name, { identity: randomUUID(), name: 'Ada' })
        const voice = createCondition(() => hears)
        let hears = false
        const link = await openNodeLink(
          { url: liveKitServer().url, token, topics: ['lk.transcription', 't'] },
          {
            ...listener,
            audio(samples, rate) {
              hears = true
              voice.changed()
              listener.audio(samples, rate)
            },
          },
        )
        // A participant who has just connected may miss text and audio; windows ask for what they missed.
        await link.call('nobody', '').catch(() => {})
        await voice.until((now) => now)
        return link
      },
      lossyVoice: true,
      close: () => room.leave(),
    }
  })
})
