// A phone with G2 glasses.
import { G2_PCM, g2Outbound, type G2Outbound } from '../../shared/wire/g2.ts'
import {
  createSingleConnectionClient,
  type TurnProgress,
  sendPieces,
  type Connection,
  type Input,
  type WireClient,
  type WireClientDeps,
} from '../wire-client.ts'

export function createG2Client(line: Connection, deps: WireClientDeps): WireClient {
  /** Runs when the recognizer has been loaded. */
  let afterLoading: (() => void) | null = null
  let isLoading = false
  const send = (frame: object): void => line.send(JSON.stringify(frame))

  function receive(frame: G2Outbound, turn: TurnProgress): void {
    switch (frame.type) {
      case 'ping':
        return send({ type: 'pong' })
      case 'error':
        return turn.failed(`${frame.code}: ${frame.detail}`)
      case 'end':
        return turn.answered()
      case 'status':
        isLoading = frame.status === 'loading'
        if (frame.status !== 'idle') return
        turn.over()
        afterLoading?.()
        afterLoading = null
        return
      case 'connected':
      case 'transcription':
      case 'assistant':
      case 'history':
      case 'session_reset':
        return
    }
  }

  function say(input: Input): void {
    if (input === 'mocked') throw new Error('This wire has no mocked turn.')
    if ('text' in input) return send({ type: 'text', message: input.text })
    const { pieces } = input
    const speak = (): void => {
      send({ type: 'start_audio', ...G2_PCM })
      void sendPieces(deps, pieces, line.send).then(() => send({ type: 'stop_audio' }))
    }
    // The gateway refuses audio while the recognizer loads.
    if (isLoading) afterLoading = speak
    else speak()
  }

  return createSingleConnectionClient<G2Outbound>(line, deps, {
    read: (parsed) => g2Outbound.safeParse(parsed).data ?? null,
    isReady: ({ type }) => type === 'connected',
    receive,
    say,
  })
}
