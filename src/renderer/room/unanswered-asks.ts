// Words count as sent when they come back as the person's own transcript. Until then a broken link means that nobody may
// have heard them, and whoever sent them is told so.

interface Ask {
  text: string
  resolve(): void
  reject(error: Error): void
}

export interface UnansweredAsks {
  sent(text: string): Promise<void>
  heard(text: string): void
  /** It did not even go out. */
  unsent(text: string): void
  lost(reason: string): void
}

export function createUnansweredAsks(): UnansweredAsks {
  let asks: Ask[] = []
  function taken(text: string): Ask | undefined {
    const ask = asks.find((waiting) => waiting.text === text)
    asks = asks.filter((waiting) => waiting !== ask)
    return ask
  }
  return {
    sent: (text) => new Promise((resolve, reject) => asks.push({ text, resolve, reject })),
    heard: (text) => taken(text)?.resolve(),
    unsent: (text) => taken(text)?.reject(new Error('Your words could not be sent. Send them again.')),
    lost(reason) {
      const given = asks
      asks = []
      for (const ask of given) ask.reject(new Error(`${reason} It is not certain that your words arrived.`))
    },
  }
}
