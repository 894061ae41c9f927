// A typed request counts as sent when it comes back as the user's own transcript. If the link breaks before that, the agent
// may not have received it, and the caller learns so.

interface Ask {
  text: string
  resolve(): void
  reject(error: Error): void
}

export interface UnansweredAsks {
  sent(text: string): Promise<void>
  /** The text came back as a transcript. */
  received(text: string): void
  /** The text could not be sent. */
  unsent(text: string): void
  /** The link broke. */
  lost(reason: string): void
}

export function createUnansweredAsks(): UnansweredAsks {
  let asks: Ask[] = []
  function remove(text: string): Ask | undefined {
    const ask = asks.find((waiting) => waiting.text === text)
    asks = asks.filter((waiting) => waiting !== ask)
    return ask
  }
  return {
    sent: (text) => new Promise((resolve, reject) => asks.push({ text, resolve, reject })),
    received: (text) => remove(text)?.resolve(),
    unsent: (text) => remove(text)?.reject(new Error('Your message could not be sent. Send it again.')),
    lost(reason) {
      const lost = asks
      asks = []
      for (const ask of lost) ask.reject(new Error(`${reason} Your message may not have arrived.`))
    },
  }
}
