// A phone with glasses (document 004).
import { G2_PCM, g2Outbound, type G2Outbound } from '../../shared/wire/g2.ts'
import { createLineSpeaker, type TurnSoFar } from './line-speaker.ts'
import { sendPieces, type Line, type Saying, type Speaker, type SpeakerDeps } from './speaker.ts'

export function createG2Speaker(line: Line, deps: SpeakerDeps): Speaker {
  /** What waits until the gateway is done loading. */
  let afterLoading: (() => void) | null = null
  let isLoading = false
  const send = (frame: object): void => line.send(JSON.stringify(frame))

  function hear(frame: G2Outbound, turn: TurnSoFar): void {
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
        return
    }
  }

  function say(saying: Saying): void {
    if (saying === 'mocked') throw new Error('This wire has no mocked turn.')
    if ('text' in saying) return send({ type: 'text', message: saying.text })
    const { pieces } = saying
    const speak = (): void => {
      send({ type: 'start_audio', ...G2_PCM })
      void sendPieces(deps, pieces, line.send).then(() => send({ type: 'stop_audio' }))
    }
    // While it loads, sound is refused.
    if (isLoading) afterLoading = speak
    else speak()
  }

  return createLineSpeaker<G2Outbound>(line, deps, {
    read: (parsed) => g2Outbound.safeParse(parsed).data ?? null,
    isReady: ({ type }) => type === 'connected',
    hear,
    say,
  })
}
