// A browser (document 003).
import { velaServerEvent, type VelaServerEvent } from '../../shared/wire/vela.ts'
import { createLineSpeaker, type TurnSoFar } from './line-speaker.ts'
import { sendPieces, type Line, type Saying, type Speaker, type SpeakerDeps } from './speaker.ts'

interface Deps extends SpeakerDeps {
  live: boolean
}

export function createVelaSpeaker(line: Line, deps: Deps): Speaker {
  let readies = 0
  const send = (type: string, payload: object = {}): void => line.send(JSON.stringify({ type, payload }))

  function isReady({ type }: VelaServerEvent): boolean {
    if (type !== 'session.ready') return false
    readies++
    if (deps.live && readies === 1) send('session.start', { pipeline: 'live' })
    // Asked for the live pipeline, it says so by being ready once more.
    return !deps.live || readies === 2
  }

  function hear(event: VelaServerEvent, turn: TurnSoFar): void {
    switch (event.type) {
      case 'error':
        return turn.failed(`${event.payload.code}: ${event.payload.message}`)
      case 'response.completed':
        return turn.answered()
      case 'session.state':
        if (event.payload.value === 'idle') turn.over()
        return
      case 'session.ready':
      case 'transcript.partial':
      case 'transcript.final':
      case 'response.text.delta':
        return
    }
  }

  function say(saying: Saying): void {
    if (saying === 'mocked') return send('mocked.turn.trigger')
    if ('text' in saying) {
      send('input_audio.append', { chunk: saying.text })
      return send('input_audio.commit')
    }
    const append = (piece: Uint8Array): void =>
      send('input_audio.append', { chunk: Buffer.from(piece).toString('base64') })
    void sendPieces(deps, saying.pieces, append).then(() => send('input_audio.commit'))
  }

  return createLineSpeaker<VelaServerEvent>(line, deps, {
    read: (parsed) => velaServerEvent.safeParse(parsed).data ?? null,
    isReady,
    hear,
    say,
  })
}
