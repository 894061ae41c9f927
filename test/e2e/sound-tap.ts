// Listens at the page's loudspeaker and its microphone: what is really sent out, by the sound's own clock, and whether the
// device is in use.
import type { Page } from '@playwright/test'

interface Tapped {
  /** Since when something was last heard, and where the sound's clock stood at each marked moment; in seconds. */
  blocks: { at: number; peak: number }[]
  marks: Record<string, number>
  contexts: AudioContext[]
  tracks: MediaStreamTrack[]
}

/** Must be called before anything sounds. */
export async function tapSound(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tapped: Tapped = { blocks: [], marks: {}, contexts: [], tracks: [] }
    Object.assign(window, { tapped })
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
      if (to instanceof AudioDestinationNode && !(this instanceof ScriptProcessorNode)) {
        const { context } = this
        const size = 256
        const tap = context.createScriptProcessor(size, 1, 1)
        tap.addEventListener('audioprocess', ({ inputBuffer, playbackTime }) => {
          const peak = inputBuffer.getChannelData(0).reduce((most, one) => Math.max(most, Math.abs(one)), 0)
          // The block was rendered two blocks before it would be played.
          tapped.blocks.push({ at: playbackTime - (2 * size) / context.sampleRate, peak })
        })
        connect.call(this, tap)
        connect.call(tap, to)
        tapped.contexts.push(context as AudioContext)
        return to
      }
      return connect.call(this, to)
    } as typeof AudioNode.prototype.connect
    const media = navigator.mediaDevices
    const open = media.getUserMedia.bind(media)
    media.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      tapped.tracks.push(...stream.getTracks())
      return stream
    }
  })
}

/** Notes where the sound's clock stands when this key is next pressed or let go, before the window hears of it. */
export async function markKey(page: Page, event: 'keydown' | 'keyup', key: string): Promise<void> {
  await page.evaluate(
    ([type, wanted]) => {
      const { tapped } = window as unknown as { tapped: Tapped }
      const mark = (pressed: Event): void => {
        if ((pressed as KeyboardEvent).key !== wanted) return
        tapped.marks[type!] = tapped.contexts.at(-1)?.currentTime ?? NaN
        window.removeEventListener(type!, mark, true)
      }
      window.addEventListener(type!, mark, true)
    },
    [event, key],
  )
}

export interface SoundSeen {
  marks: Record<string, number>
  /** Moments at which something sounded. */
  sounding: number[]
  /** Up to when it was listened. */
  until: number
  tracks: ('live' | 'ended')[]
}

export function soundSeen(page: Page): Promise<SoundSeen> {
  return page.evaluate(() => {
    const { tapped } = window as unknown as { tapped: Tapped }
    return {
      marks: tapped.marks,
      sounding: tapped.blocks.filter(({ peak }) => peak > 0.003).map(({ at }) => at),
      until: tapped.blocks.at(-1)?.at ?? 0,
      tracks: tapped.tracks.map(({ readyState }) => readyState),
    }
  })
}
