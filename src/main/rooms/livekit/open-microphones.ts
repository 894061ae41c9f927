// Whose open microphone the agent listens to. People whose frontend knows only LiveKit send a track and do not say when they
// talk: a single one is always heard, of several the one the server reports as speaking. What they said just before that is
// stored, so that their first word is not cut.

interface Deps {
  onAudio(samples: Int16Array, sampleRate: number, from: string): void
  /** This participant is heard from now on; null for nobody. */
  onTalker(identity: string | null): void
}

export interface OpenMicrophones {
  opened(identity: string): void
  closed(identity: string): void
  received(identity: string, samples: Int16Array, sampleRate: number): void
  /** Those who speak now, the loudest first. */
  speaking(identities: readonly string[]): void
}

/** In frames of 10 milliseconds: a server reports a speaker within about half a second. */
const STORED_FRAMES = 100

interface Frame {
  samples: Int16Array
  sampleRate: number
}

export function createOpenMicrophones({ onAudio, onTalker }: Deps): OpenMicrophones {
  const open = new Map<string, Frame[]>()
  let talker: string | null = null

  function listenTo(identity: string | null): void {
    if (identity === talker) return
    talker = identity
    onTalker(identity)
    if (identity === null) return
    for (const { samples, sampleRate } of open.get(identity)?.splice(0) ?? [])
      onAudio(samples, sampleRate, identity)
  }

  const single = (): string | null => (open.size === 1 ? open.keys().next().value! : null)

  return {
    opened(identity) {
      if (!open.has(identity)) open.set(identity, [])
      if (talker === null) listenTo(single())
    },
    closed(identity) {
      open.delete(identity)
      if (talker === identity) listenTo(single())
    },
    received(identity, samples, sampleRate) {
      const frames = open.get(identity)
      if (!frames) return
      if (talker === identity) return onAudio(samples, sampleRate, identity)
      frames.push({ samples, sampleRate })
      if (frames.length > STORED_FRAMES) frames.shift()
    },
    speaking(identities) {
      // A louder voice does not cut off somebody who is still speaking.
      if (talker !== null && identities.includes(talker)) return
      const next = identities.find((identity) => open.has(identity))
      if (next !== undefined) listenTo(next)
    },
  }
}
