import { describe, expect, it } from 'vitest'
import { microphoneStep, networkStep } from '../../../../src/renderer/room-settings/window-health.ts'
import { problemOf } from '../../../../src/renderer/talk/talk-problems.ts'
import type { Connection, LinkWay } from '../../../../src/renderer/store/state.ts'

const idle = { problem: null, muted: false, microphone: 'closed', microphoneName: null } as const
const one = { devices: 1, forbidden: false }

describe('the microphone', () => {
  it('is OK if it is open or can be opened', () => {
    expect(microphoneStep({ ...idle, microphone: 'open', microphoneName: 'Headset' }, one)).toMatchObject({
      ok: true,
      words: 'Headset is open.',
    })
    expect(microphoneStep(idle, one)).toMatchObject({ ok: true, remedy: null })
  })

  it('is a problem if there is none or it is blocked, each with a next step', () => {
    expect(microphoneStep(idle, { devices: 0, forbidden: false })).toMatchObject({
      ok: false,
      words: 'There is no microphone.',
      remedy: expect.stringContaining('Connect one') as string,
    })
    expect(microphoneStep(idle, { devices: 1, forbidden: true })).toMatchObject({
      ok: false,
      words: 'Parley may not use the microphone.',
    })
  })

  it('is a problem while the talk state has one about the microphone', () => {
    expect(microphoneStep({ ...idle, problem: problemOf('busy') }, one).ok).toBe(false)
    expect(microphoneStep({ ...idle, problem: problemOf('too_soon') }, one).ok).toBe(true)
  })

  it('is a note while the user keeps it muted', () => {
    expect(microphoneStep({ ...idle, muted: true }, one)).toMatchObject({
      ok: null,
      remedy: expect.stringContaining('Unmute') as string,
    })
  })
})

describe('the network', () => {
  const connected = (way: LinkWay): Connection => ({ tag: 'connected', way })
  const overLiveKit = connected({ tag: 'livekit' })
  const here = connected({ tag: 'local' })

  it('is OK if a call returns quickly, and says over which room', async () => {
    expect(await networkStep(overLiveKit, async () => 4.6)).toEqual({
      what: 'network',
      ok: true,
      words: 'This window is connected over LiveKit; the round trip takes 5 ms.',
      remedy: null,
    })
    expect((await networkStep(here, async () => 0.2)).words).toContain('the local room')
  })

  it('is a note if a call takes long', async () => {
    expect(await networkStep(overLiveKit, async () => 900)).toMatchObject({
      ok: null,
      remedy: expect.stringContaining('slow') as string,
    })
  })

  it('is a problem if the window could not reach the server, and says why', async () => {
    const way = { tag: 'instead', why: 'could not establish pc connection' } as const
    expect(await networkStep(connected(way), async () => 1)).toMatchObject({
      ok: false,
      words: expect.stringContaining('could not establish pc connection') as string,
      remedy: expect.stringContaining('wss://') as string,
    })
  })

  it('is a problem without a link, or if a call fails', async () => {
    const lost = { tag: 'reconnecting', reason: 'It broke.', attempt: 2 } as const
    expect((await networkStep(lost, async () => 1)).ok).toBe(false)
    const fails = networkStep(here, () => Promise.reject(new Error('No answer.')))
    expect(await fails).toMatchObject({ ok: false, words: 'A call to the agent failed: No answer.' })
  })
})
