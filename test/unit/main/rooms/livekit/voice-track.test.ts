import type { LocalParticipant } from '@livekit/rtc-node'
import { describe, expect, it } from 'vitest'
import { createVoiceTrack } from '../../../../../src/main/rooms/livekit/voice-track.ts'

describe('the track of the agent’s voice', () => {
  it('has its current id, also after a reconnection', async () => {
    const publication = { sid: 'TR_first' }
    const voice = createVoiceTrack(() => {})
    expect(voice.sid()).toBeNull()
    await voice.publish({ publishTrack: async () => publication } as unknown as LocalParticipant)
    expect(voice.sid()).toBe('TR_first')
    publication.sid = 'TR_second'
    expect(voice.sid()).toBe('TR_second')
    await voice.close()
  })
})
