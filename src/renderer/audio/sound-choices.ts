// The chosen microphone, speaker and volume. They belong to this computer, so the page stores them, not the settings.
import { z } from 'zod'
import { parseJson } from '../../base/parse-json.ts'

const soundChoices = z.object({
  microphone: z.string().max(512).nullable().catch(null),
  speaker: z.string().max(512).nullable().catch(null),
  volume: z.number().min(0).max(1).catch(1),
  /** The voice is muted; its volume stays stored. */
  silent: z.boolean().catch(false),
  muted: z.boolean().catch(false),
})
export type SoundChoices = z.infer<typeof soundChoices>

const STORED_AS = 'parley.sound'

interface Storage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

export interface SoundChoicesStore {
  get(): SoundChoices
  change(part: Partial<SoundChoices>): void
}

export function createSoundChoices(storage: () => Storage): SoundChoicesStore {
  let choices = soundChoices.parse(stored(storage) ?? {})
  return {
    get: () => choices,
    change(part) {
      choices = { ...choices, ...part }
      try {
        storage().setItem(STORED_AS, JSON.stringify(choices))
      } catch {
        // A browser may refuse storage; the choice then lasts as long as the window.
      }
    },
  }
}

function stored(storage: () => Storage): unknown {
  try {
    const value = parseJson(storage().getItem(STORED_AS) ?? '')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
