// The VoiceIDE wire: handles the frames of each connection one after the other, in their session.
import {
  inForm,
  nextForm,
  readVoiceIdeFrame,
  type VoiceIdeForm,
  type VoiceIdeFrame,
} from '../../../core/wires/voice-ide/frames.ts'
import type { VoiceIdeEvent } from '../../../shared/wire/voice-ide.ts'
import { voiceIdeWire } from '../../../shared/wire/voice-ide-typed.ts'
import type { GuestSocket, WireServer } from '../wire-server.ts'
import type { SessionClient } from './guest-session.ts'
import { createSessions, type JoinedSession, type SessionsDeps } from './sessions.ts'

/** Fits the longest request, however it is escaped. A shorter one that is too long gets text_too_long. */
const MAX_FRAME_BYTES = 1024 * 1024

/** With this many waiting frames the server stops reading from the client, until it has handled all of them. */
const PAUSE_AT = 256
const PAUSE_AT_BYTES = 1024 * 1024
/** Frames that were already on their way may exceed that, but not this. */
const MAX_WAITING = 20_000
const MAX_WAITING_BYTES = 8 * 1024 * 1024

const REPLACED = 4000
const TOO_MUCH = 1008
const STOPPING = 1001

export type VoiceIdeServerDeps = Omit<SessionsDeps, 'source'>

export function createVoiceIdeServer(deps: VoiceIdeServerDeps): WireServer {
  const { clock, newId, onError } = deps
  const sessions = createSessions({ ...deps, source: voiceIdeWire.title })
  const sockets = new Set<GuestSocket>()

  const eventOf = (kind: VoiceIdeEvent['kind']): VoiceIdeEvent =>
    ({ id: newId(), timestamp: new Date(clock.now()).toISOString(), kind }) as VoiceIdeEvent
  const errorEvent = (code: string, message: string): VoiceIdeEvent => eventOf({ error: { code, message } })

  function accept(socket: GuestSocket): void {
    let joined: JoinedSession | null = null
    let joinedId = ''
    let form: VoiceIdeForm = { tag: 'plain' }
    let closed = false
    let replaced = false
    const waiting: (string | Uint8Array)[] = []
    let waitingBytes = 0
    let working = false

    const client: SessionClient = {
      send: (event) => socket.send(JSON.stringify(inForm(event, form))),
      describe: (activity) => socket.describe(activity),
      mayApprove: () => socket.mayApprove(),
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
          await handle(data)
        } catch (error) {
          onError('A frame of a VoiceIDE client could not be handled', error)
        }
      }
      working = false
      socket.pause(false)
      if (closed) leave()
    }

    async function handle(data: string | Uint8Array): Promise<void> {
      const frame = readVoiceIdeFrame(data, joined !== null)
      if (frame.type === 'ignored') return
      if (closed && frame.type !== 'event') return dropRest(frame)
      form = nextForm(form, frame.form)
      switch (frame.type) {
        case 'started':
          // A repeated start of the same session changes nothing.
          if (frame.sessionId !== joinedId) await start(frame.sessionId, frame.resumable)
          return
        case 'reconnected':
          return resume(frame)
        case 'event':
          joined?.receive({ type: 'client', event: frame.event })
          break
        case 'refused':
          if (joined === null) client.send(errorEvent(frame.code, frame.message))
          else joined.receive({ type: 'refused', code: frame.code, message: frame.message })
          break
      }
      // Frames are read no faster than their results can be logged.
      await joined?.settled()
    }

    /** After the close, no session is joined, and the frames that follow belong to none. */
    function dropRest({ type }: VoiceIdeFrame): void {
      if (type !== 'refused') waiting.length = 0
    }

    async function start(sessionId: string, resumable: boolean): Promise<void> {
      leave()
      const { session, secret } = await sessions.start(socket.device, sessionId, resumable, client)
      joined = session
      joinedId = sessionId
      if (secret !== null) session.tellAside(eventOf({ sessionStarted: { sessionId, resumeSecret: secret } }))
    }

    async function resume(frame: Extract<VoiceIdeFrame, { type: 'reconnected' }>): Promise<void> {
      leave()
      const { sessionId, resumeSecret: secret, lastEventId } = frame
      joined = await sessions.resume(socket.device, { sessionId, secret, lastEventId }, client)
      if (joined !== null) joinedId = sessionId
      else
        client.send(
          errorEvent('unknown_session', 'There is no session that you can resume. Start a new one.'),
        )
    }

    function leave(): void {
      joined?.leave()
      joined = null
      joinedId = ''
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
      if (waiting.length >= PAUSE_AT || waitingBytes >= PAUSE_AT_BYTES) socket.pause(true)
      if (!working) void work()
    })
    socket.onClose((closedBy) => {
      closed = true
      // Frames from before the end still count: the client may believe that they arrived.
      if (closedBy === 'gateway' && !replaced) waiting.length = 0
      sockets.delete(socket)
      if (!working) leave()
    })
  }

  return {
    wire: voiceIdeWire,
    maxFrameBytes: MAX_FRAME_BYTES,
    refusal: () => JSON.stringify(errorEvent('unauthorized', 'The token is missing or wrong.')),
    accept,
    async close() {
      for (const socket of sockets) socket.close(STOPPING, 'Parley is closing')
      await sessions.close()
    },
  }
}
