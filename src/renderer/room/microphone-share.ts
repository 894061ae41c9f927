// The microphone as a track for the other people in a LiveKit room: there while it is open, heard while somebody talks. It
// is a copy, so that muting it for them does not deafen us; the copy goes with the original, and the device with both.
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
    // Silent until it is known whether it is to be heard.
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

  /** One thing after the other, until it is as it is wanted now. */
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
      // At once, whatever else is under way: a device that is given back is given back.
      if (published && published.original !== microphone.track) published.copy.stop()
      if (working) return
      working = true
      settle()
        // Others in the room do not hear us; the agent does, and that is what matters here.
        .catch(() => {})
        .finally(() => {
          working = false
        })
    },
  }
}
