// Whether a voice keeps up on this machine. It must speak well faster than it is heard, or sentences come late, and it
// shares the machine with a compiler and an agent.

/** The same for every voice, of a length that replies have. */
export const MEASURED_SENTENCE = 'I changed two files, and all of the forty two tests still pass.'

/** Seconds of work for a second of speech. */
export const SLOWEST_VOICE = 0.7

export interface SpeedVerdict {
  fastEnough: boolean
  /** For the person who wanted the voice. */
  words: string
}

export function voiceSpeedVerdict(name: string, secondsPerSecond: number): SpeedVerdict {
  const fastEnough = secondsPerSecond < SLOWEST_VOICE
  if (!Number.isFinite(secondsPerSecond))
    return {
      fastEnough: false,
      words: `${name} made no sound when it was tried, so the built-in voice is used.`,
    }
  const took = `${name} needs ${told(secondsPerSecond)} seconds of work on this machine for each second it speaks`
  return fastEnough
    ? { fastEnough, words: `${took}. That is fast enough.` }
    : {
        fastEnough,
        words: `${took}. It would fall behind, so the built-in voice is used; ${told(SLOWEST_VOICE)} or less is needed.`,
      }
}

const told = (seconds: number): string => (seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds)))
