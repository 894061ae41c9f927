// Which microphone and speaker, and how loud: things of this machine, kept by the page rather than with the settings.
import { z } from 'zod'
import { parseJson } from '../../core/parse-json.ts'

const soundChoices = z.object({
  microphone: z.string().max(512).nullable().catch(null),
  speaker: z.string().max(512).nullable().catch(null),
  volume: z.number().min(0).max(1).catch(1),
  /** The agent's voice is not to be heard; how loud it was is kept. */
  silent: z.boolean().catch(false),
  muted: z.boolean().catch(false),
})
export type SoundChoices = z.infer<typeof soundChoices>

const STORED_AS = 'parley.sound'

interface Place {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

export interface SoundChoicesStore {
  get(): SoundChoices
  change(part: Partial<SoundChoices>): void
}

export function createSoundChoices(place: () => Place): SoundChoicesStore {
  let choices = soundChoices.parse(stored(place) ?? {})
  return {
    get: () => choices,
    change(part) {
      choices = { ...choices, ...part }
      try {
        place().setItem(STORED_AS, JSON.stringify(choices))
      } catch {
        // A browser may refuse storage; the choice then lasts as long as the window.
      }
    },
  }
}

function stored(place: () => Place): unknown {
  try {
    const value = parseJson(place().getItem(STORED_AS) ?? '')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
