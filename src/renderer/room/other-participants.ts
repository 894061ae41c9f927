// Plays other participants of a LiveKit room like the agent: on the chosen loudspeaker and at the same volume. A browser may
// block audio until the user clicks or presses a key, so the next such gesture starts it.
import { RoomEvent, type RemoteParticipant, type Room } from 'livekit-client'
import type { OthersPlayback } from '../app-props.ts'

type PlayedRoom = Pick<
  Room,
  'remoteParticipants' | 'switchActiveDevice' | 'canPlaybackAudio' | 'startAudio' | 'on' | 'off'
>

export interface OtherParticipants {
  play(playback: OthersPlayback): void
  /** A participant's audio has just started. */
  started(participant: RemoteParticipant): void
  close(): void
}

const GESTURES = ['pointerdown', 'keydown'] as const
/** LiveKit's name for the system's loudspeaker. */
const DEFAULT = 'default'

export function playOtherParticipants(room: PlayedRoom, page: EventTarget = window): OtherParticipants {
  let playback: OthersPlayback = { speaker: null, volume: 1 }

  function wake(): void {
    stopWaiting()
    // If it is still blocked, the room emits the event again.
    room.startAudio().catch(() => {})
  }
  function stopWaiting(): void {
    for (const gesture of GESTURES) page.removeEventListener(gesture, wake)
  }
  function onBlocked(): void {
    stopWaiting()
    if (!room.canPlaybackAudio) for (const gesture of GESTURES) page.addEventListener(gesture, wake)
  }
  room.on(RoomEvent.AudioPlaybackStatusChanged, onBlocked)

  function useSpeaker(): void {
    // If that loudspeaker is missing, the current one stays in use.
    room.switchActiveDevice('audiooutput', playback.speaker ?? DEFAULT).catch(() => {})
  }

  return {
    play(wanted) {
      const moved = wanted.speaker !== playback.speaker
      playback = wanted
      if (moved) useSpeaker()
      for (const participant of room.remoteParticipants.values()) participant.setVolume(playback.volume)
    },
    started: (participant) => participant.setVolume(playback.volume),
    close() {
      room.off(RoomEvent.AudioPlaybackStatusChanged, onBlocked)
      stopWaiting()
    },
  }
}
