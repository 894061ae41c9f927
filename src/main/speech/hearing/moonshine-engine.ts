// Moonshine, the recognizer on this computer: the larger model where the computer is fast enough, the smaller one elsewhere.
import { z } from 'zod'
import type { RecognizerEngine } from '../recognizer-engines.ts'
import type { MoonshineSize } from './onnx-models.ts'

/** Three seconds of audio must be transcribed in this time, or the transcript lags behind the speech. */
const FAST_ENOUGH_MS = 700

/** Which model to use, by how long the larger one takes for three seconds of audio. Until that is known, the larger one. */
export const chooseMoonshine = (baseMs: number | undefined): MoonshineSize =>
  baseMs === undefined || baseMs <= FAST_ENOUGH_MS ? 'base' : 'tiny'

const configuration = z.object({ size: z.enum(['base', 'tiny']) })

export const moonshineEngine: RecognizerEngine = {
  guesses: true,
  name: ({ measuredMs }) => `Moonshine ${chooseMoonshine(measuredMs)}, on this computer`,
  configure: ({ measuredMs }) => ({ size: chooseMoonshine(measuredMs) }),
  async load(given) {
    // Loaded late: the app's own process never needs the ONNX runtime.
    const { loadMoonshine } = await import('./moonshine.ts')
    const moonshine = await loadMoonshine(configuration.parse(given).size)
    // The first run is slow. It happens now, so that nobody waits for it while they speak.
    await moonshine.transcribe(new Int16Array(16_000), { signal: new AbortController().signal })
    return moonshine
  },
  async measure(signal) {
    const { loadMoonshine } = await import('./moonshine.ts')
    const base = await loadMoonshine('base')
    return base.measure(signal).finally(() => base.close())
  },
}
