// What the agent needs to speak its replies: text in as it is written, sound out as it is to be played.

export interface SpokenFrame {
  samples: Int16Array
  sampleRate: number
  /** How many samples of this reply were given before this frame. */
  at: number
  /** The place in the reply that is reached when the frame has been played. */
  place: number
}

export interface SpokenReply {
  append(delta: string): void
  /** No more text for now, as while a tool runs: what seems a whole sentence is said. */
  pause(): void
  end(): void
  /** To be read once, at whatever pace it is played. Ends after the last word, or at once when stopped. */
  frames(): AsyncIterable<SpokenFrame>
  /** At most one frame more is given, and it dies away. */
  stop(): void
  /** The place in the reply that was heard when so many samples had been played. */
  heard(played: number): number
}

/** One voice speaks at a time: beginning a reply ends the one before. */
export interface Speaker {
  begin(): SpokenReply
}
