// The VoiceIDE wire (document 002): each connection's frames, one after the other, and the session they belong to.
import { readVoiceIdeFrame, type VoiceIdeFrame } from '../../../core/guests/voice-ide-frames.ts'
import { VOICE_IDE_VERSION, type VoiceIdeEvent } from '../../../shared/wire/voice-ide.ts'
import type { GuestSocket, Wire } from '../wire.ts'
import type { SessionClient } from './guest-session.ts'
import { createSessions, type Place, type SessionsDeps } from './sessions.ts'

const TITLE = 'VoiceIDE client'

/** The longest thing that can be asked, however it is escaped; text_too_long is said of less than this. */
const MAX_FRAME_BYTES = 1024 * 1024

/** So much may wait before the client is read no further; it is read again when all of it is dealt with. */
const HOLD_AT = 256
const HOLD_AT_BYTES = 1024 * 1024
/** What was on its way when it was held may come on top of that. More does not, whatever a client sends. */
const MAX_WAITING = 20_000
const MAX_WAITING_BYTES = 8 * 1024 * 1024

const REPLACED = 4000
const TOO_MUCH = 1008
const GOING_AWAY = 1001

export type VoiceIdeWireDeps = Omit<SessionsDeps, 'source'>

export function createVoiceIdeWire(deps: VoiceIdeWireDeps): Wire {
  const { clock, newId, onError } = deps
  const sessions = createSessions({ ...deps, source: TITLE })
  const sockets = new Set<GuestSocket>()

  const errorEvent = (code: string, message: string): VoiceIdeEvent => ({
    id: newId(),
    timestamp: new Date(clock.now()).toISOString(),
    kind: { error: { code, message } },
  })

  function accept(socket: GuestSocket): void {
    let place: Place | null = null
    let placeOf = ''
    let versioned = false
    let closed = false
    let replaced = false
    const waiting: (string | Uint8Array)[] = []
    let waitingBytes = 0
    let working = false

    const client: SessionClient = {
      send: (event) =>
        socket.send(JSON.stringify(versioned ? { protocolVersion: VOICE_IDE_VERSION, ...event } : event)),
      describe: (activity) => socket.describe(activity),
      replaced() {
        closed = replaced = true
        socket.close(REPLACED, 'Another connection took over this session')
      },
    }

    async function work(): Promise<void> {
      working = true
      for (let data = waiting.shift(); data !== undefined; data = waiting.shift()) {
        waitingBytes -= data.length
        try {
          await take(data)
        } catch (error) {
          onError('A frame of a VoiceIDE client could not be dealt with', error)
        }
      }
      working = false
      socket.hold(false)
      if (closed) leave()
    }

    async function take(data: string | Uint8Array): Promise<void> {
      const frame = readVoiceIdeFrame(data, place !== null)
      if (frame.type === 'ignored') return
      if (closed && frame.type !== 'event') return takeNoMore(frame)
      versioned ||= frame.versioned
      switch (frame.type) {
        case 'started':
          // Said again in the same session, it changes nothing.
          if (frame.sessionId !== placeOf) await enter(frame.sessionId)
          return
        case 'reconnected':
          return enter(frame.sessionId, frame.lastEventId)
        case 'event':
          place?.take({ type: 'client', event: frame.event })
          break
        case 'refused':
          if (place === null) client.send(errorEvent(frame.code, frame.message))
          else place.take({ type: 'refused', code: frame.code, message: frame.message })
          break
      }
      // Frames are read no faster than what comes of them can be kept.
      await place?.settled()
    }

    /** Whoever is gone comes into no session, and what they sent after that is for no other; a refusal has no reader. */
    function takeNoMore({ type }: VoiceIdeFrame): void {
      if (type !== 'refused') waiting.length = 0
    }

    async function enter(sessionId: string, lastEventId?: string | null): Promise<void> {
      leave()
      place = await sessions.enter(sessionId, client, lastEventId)
      placeOf = sessionId
    }

    function leave(): void {
      place?.leave()
      place = null
      placeOf = ''
    }

    sockets.add(socket)
    socket.describe('connected')
    socket.onMessage((data) => {
      if (closed) return
      waiting.push(data)
      waitingBytes += data.length
      if (waiting.length > MAX_WAITING || waitingBytes > MAX_WAITING_BYTES) {
        return socket.close(TOO_MUCH, 'Too much at once')
      }
      if (waiting.length >= HOLD_AT || waitingBytes >= HOLD_AT_BYTES) socket.hold(true)
      if (!working) void work()
    })
    socket.onClose((ending) => {
      closed = true
      // What came before the connection ended was said, and who said it has every reason to think that it was heard.
      if (ending === 'sent away' && !replaced) waiting.length = 0
      sockets.delete(socket)
      if (!working) leave()
    })
  }

  return {
    id: 'voice-ide',
    title: TITLE,
    path: '/events',
    maxFrameBytes: MAX_FRAME_BYTES,
    refusal: () => JSON.stringify(errorEvent('unauthorized', 'The token is missing or wrong.')),
    accept,
    async close() {
      for (const socket of sockets) socket.close(GOING_AWAY, 'Parley is closing')
      await sessions.close()
    },
  }
}
