// Whose open microphone is listened to. People whose frontend knows only LiveKit send a track and say nothing about when
// they talk: with one of them that one is heard, with several whoever the server says is speaking. What they said just
// before that is remembered, so that their first word is not cut.

interface Deps {
  onSound(samples: Int16Array, sampleRate: number, from: string): void
  /** From now on this one is heard; null when nobody is. */
  onTalker(identity: string | null): void
}

export interface OpenMicrophones {
  opened(identity: string): void
  closed(identity: string): void
  heard(identity: string, samples: Int16Array, sampleRate: number): void
  /** Those who speak now, the loudest first. */
  speaking(identities: readonly string[]): void
}

/** In frames of 10 milliseconds: a server notices a speaker within about half a second. */
const REMEMBERED_FRAMES = 100

interface Frame {
  samples: Int16Array
  sampleRate: number
}

export function createOpenMicrophones({ onSound, onTalker }: Deps): OpenMicrophones {
  const open = new Map<string, Frame[]>()
  let talker: string | null = null

  function listenTo(identity: string | null): void {
    if (identity === talker) return
    talker = identity
    onTalker(identity)
    if (identity === null) return
    for (const { samples, sampleRate } of open.get(identity)?.splice(0) ?? [])
      onSound(samples, sampleRate, identity)
  }

  const only = (): string | null => (open.size === 1 ? open.keys().next().value! : null)

  return {
    opened(identity) {
      if (!open.has(identity)) open.set(identity, [])
      if (talker === null) listenTo(only())
    },
    closed(identity) {
      open.delete(identity)
      if (talker === identity) listenTo(only())
    },
    heard(identity, samples, sampleRate) {
      const frames = open.get(identity)
      if (!frames) return
      if (talker === identity) return onSound(samples, sampleRate, identity)
      frames.push({ samples, sampleRate })
      if (frames.length > REMEMBERED_FRAMES) frames.shift()
    },
    speaking(identities) {
      // Somebody who is still speaking is not cut off by somebody louder.
      if (talker !== null && identities.includes(talker)) return
      const next = identities.find((identity) => open.has(identity))
      if (next !== undefined) listenTo(next)
    },
  }
}
