import type { MoonshineSize } from './model-files.ts'

/** Three seconds must be recognised in this time, or the words would lag behind whoever says them. */
const FAST_ENOUGH_MS = 700

/** Which Moonshine to use, by how long the larger takes for three seconds of sound. Measured once, kept by the caller. */
export const chooseMoonshine = (baseMs: number): MoonshineSize => (baseMs <= FAST_ENOUGH_MS ? 'base' : 'tiny')
