// A browser on the Vela wire.
import { velaServerEvent, type VelaServerEvent } from '../../shared/wire/vela.ts'
import {
  createSingleConnectionClient,
  type TurnProgress,
  sendPieces,
  type Connection,
  type Input,
  type WireClient,
  type WireClientDeps,
} from '../wire-client.ts'

interface Deps extends WireClientDeps {
  live: boolean
}

export function createVelaClient(line: Connection, deps: Deps): WireClient {
  let readies = 0
  const send = (type: string, payload: object = {}): void => line.send(JSON.stringify({ type, payload }))

  function isReady({ type }: VelaServerEvent): boolean {
    if (type !== 'session.ready') return false
    readies++
    if (deps.live && readies === 1) send('session.start', { pipeline: 'live' })
    // The gateway confirms the live pipeline with a second session.ready.
    return !deps.live || readies === 2
  }

  function receive(event: VelaServerEvent, turn: TurnProgress): void {
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

  function say(input: Input): void {
    if (input === 'mocked') return send('mocked.turn.trigger')
    if ('text' in input) {
      send('input_audio.append', { chunk: input.text })
      return send('input_audio.commit')
    }
    const append = (piece: Uint8Array): void =>
      send('input_audio.append', { chunk: Buffer.from(piece).toString('base64') })
    void sendPieces(deps, input.pieces, append).then(() => send('input_audio.commit'))
  }

  return createSingleConnectionClient<VelaServerEvent>(line, deps, {
    read: (parsed) => velaServerEvent.safeParse(parsed).data ?? null,
    isReady,
    receive,
    say,
  })
}
