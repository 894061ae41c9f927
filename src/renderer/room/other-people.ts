// Other people in a LiveKit room are heard as the agent is: by the loudspeaker that was chosen, and as loud. A browser may
// keep a page silent until somebody clicks; the next thing the person does is what it waits for.
import { RoomEvent, type RemoteParticipant, type Room } from 'livekit-client'
import type { OthersHeard } from '../app-props.ts'

/** As much of a room as this needs. */
type HeardRoom = Pick<
  Room,
  'remoteParticipants' | 'switchActiveDevice' | 'canPlaybackAudio' | 'startAudio' | 'on' | 'off'
>

export interface OtherPeople {
  hear(how: OthersHeard): void
  /** Their sound has just begun to be played. */
  came(who: RemoteParticipant): void
  close(): void
}

const GESTURES = ['pointerdown', 'keydown'] as const
/** What the library calls the system's own. */
const DEFAULT = 'default'

export function hearOtherPeople(room: HeardRoom, page: EventTarget = window): OtherPeople {
  let how: OthersHeard = { speaker: null, volume: 1 }

  function wake(): void {
    stopWaiting()
    // Where it is still not allowed, the room says so again.
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
    // One that is not there any more leaves them where they are.
    room.switchActiveDevice('audiooutput', how.speaker ?? DEFAULT).catch(() => {})
  }

  return {
    hear(wanted) {
      const moved = wanted.speaker !== how.speaker
      how = wanted
      if (moved) useSpeaker()
      for (const who of room.remoteParticipants.values()) who.setVolume(how.volume)
    },
    came: (who) => who.setVolume(how.volume),
    close() {
      room.off(RoomEvent.AudioPlaybackStatusChanged, onBlocked)
      stopWaiting()
    },
  }
}
