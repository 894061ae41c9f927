import { describe, expect, it } from 'vitest'
import { microphoneStep, networkStep } from '../../../../src/renderer/place/window-health.ts'
import { troubleOf } from '../../../../src/renderer/talk/talk-troubles.ts'
import type { Connection, LinkWay } from '../../../../src/renderer/store/state.ts'

const idle = { trouble: null, muted: false, microphone: 'closed', microphoneName: null } as const
const one = { devices: 1, forbidden: false }

describe('the microphone', () => {
  it('is well when it is open, and when there is one to be opened', () => {
    expect(microphoneStep({ ...idle, microphone: 'open', microphoneName: 'Headset' }, one)).toMatchObject({
      ok: true,
      words: 'Headset is open.',
    })
    expect(microphoneStep(idle, one)).toMatchObject({ ok: true, remedy: null })
  })

  it('is not well where there is none, or where it was forbidden, each with what to do', () => {
    expect(microphoneStep(idle, { devices: 0, forbidden: false })).toMatchObject({
      ok: false,
      words: 'There is no microphone.',
      remedy: expect.stringContaining('Plug one in') as string,
    })
    expect(microphoneStep(idle, { devices: 1, forbidden: true })).toMatchObject({
      ok: false,
      words: 'Parley may not use the microphone.',
    })
  })

  it('is not well while it is known to be in trouble, unless the trouble is another one', () => {
    expect(microphoneStep({ ...idle, trouble: troubleOf('busy') }, one).ok).toBe(false)
    expect(microphoneStep({ ...idle, trouble: troubleOf('too_soon') }, one).ok).toBe(true)
  })

  it('is neither while the person keeps it muted', () => {
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

  it('is well when a call comes back soon, and says which way it went', async () => {
    expect(await networkStep(overLiveKit, async () => 4.6)).toEqual({
      what: 'network',
      ok: true,
      words: 'This window is connected over LiveKit; a call takes 5 ms there and back.',
      remedy: null,
    })
    expect((await networkStep(here, async () => 0.2)).words).toContain('the local room')
  })

  it('is neither when a call takes long', async () => {
    expect(await networkStep(overLiveKit, async () => 900)).toMatchObject({
      ok: null,
      remedy: expect.stringContaining('slow') as string,
    })
  })

  it('is not well where this window could not get to the server, and says why', async () => {
    const way = { tag: 'instead', why: 'could not establish pc connection' } as const
    expect(await networkStep(connected(way), async () => 1)).toMatchObject({
      ok: false,
      words: expect.stringContaining('could not establish pc connection') as string,
      remedy: expect.stringContaining('wss://') as string,
    })
  })

  it('is not well while there is no link, nor when a call fails', async () => {
    const lost = { tag: 'reconnecting', reason: 'It broke.', attempt: 2 } as const
    expect((await networkStep(lost, async () => 1)).ok).toBe(false)
    const fails = networkStep(here, () => Promise.reject(new Error('No answer.')))
    expect(await fails).toMatchObject({ ok: false, words: 'A call to the agent failed: No answer.' })
  })
})
