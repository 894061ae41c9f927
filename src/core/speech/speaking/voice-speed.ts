// Whether a voice is fast enough on this computer. It must be well faster than real time, because it shares the
// computer with a compiler and an agent.

/** The same for every voice, with the length of a typical reply sentence. */
export const MEASURED_SENTENCE = 'I changed two files, and all of the forty two tests still pass.'

/** Seconds of work for each second of speech. */
export const SLOWEST_VOICE = 0.7

export interface SpeedVerdict {
  fastEnough: boolean
  /** For the user who chose the voice. */
  message: string
}

export function voiceSpeedVerdict(name: string, secondsPerSecond: number): SpeedVerdict {
  const fastEnough = secondsPerSecond < SLOWEST_VOICE
  if (!Number.isFinite(secondsPerSecond))
    return {
      fastEnough: false,
      message: `${name} made no audio when it was tried, so the built-in voice is used.`,
    }
  const took = `${name} needs ${rounded(secondsPerSecond)} seconds of work on this computer for each second it speaks`
  return fastEnough
    ? { fastEnough, message: `${took}. That is fast enough.` }
    : {
        fastEnough,
        message: `${took}. It would fall behind, so the built-in voice is used; ${rounded(SLOWEST_VOICE)} or less is needed.`,
      }
}

const rounded = (seconds: number): string => (seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds)))
