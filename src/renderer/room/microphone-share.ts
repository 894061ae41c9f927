// The microphone as a track for other participants of a LiveKit room: published while it is open, unmuted while the user
// talks. It is a clone, so that muting it does not mute what the agent receives; the clone stops with the original.
import { Track, type LocalParticipant, type LocalTrackPublication } from 'livekit-client'
import type { SharedMicrophone } from '../app-props.ts'

interface Published {
  original: MediaStreamTrack
  copy: MediaStreamTrack
  publication: LocalTrackPublication | null
}

export interface MicrophoneShare {
  share(microphone: SharedMicrophone): void
}

export function createMicrophoneShare(me: LocalParticipant): MicrophoneShare {
  let wanted: SharedMicrophone = { track: null, heard: false }
  let published: Published | null = null
  let working = false

  async function publish(original: MediaStreamTrack): Promise<void> {
    const copy = original.clone()
    // Disabled until it is known whether others may hear it.
    copy.enabled = false
    const mine: Published = { original, copy, publication: null }
    published = mine
    mine.publication = await me.publishTrack(copy, { source: Track.Source.Microphone, name: 'microphone' })
    await mine.publication.mute()
  }

  async function withdraw({ copy }: Published): Promise<void> {
    published = null
    copy.stop()
    await me.unpublishTrack(copy, true)
  }

  /** Takes one step after the other until the published track is as wanted. */
  async function settle(): Promise<void> {
    const { track, heard } = wanted
    if (published && published.original !== track) await withdraw(published)
    else if (track && !published) await publish(track)
    else if (published?.publication && published.publication.isMuted === heard)
      await (heard ? published.publication.unmute() : published.publication.mute())
    else return
    return settle()
  }

  return {
    share(microphone) {
      wanted = microphone
      // At once, whatever else is under way, so that the device is released.
      if (published && published.original !== microphone.track) published.copy.stop()
      if (working) return
      working = true
      settle()
        // Other participants cannot hear the user then, but the agent can.
        .catch(() => {})
        .finally(() => {
          working = false
        })
    },
  }
}
