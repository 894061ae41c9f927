// What the agent says of itself, such as its state. A server sometimes answers such a change only after seconds, when the
// next one has overtaken it: nothing else waits for that, and the next change does not wait long.

interface Deps {
  send(attributes: Record<string, string>): Promise<unknown>
  /** As long as an answer is waited for, so that two changes do not overtake each other. */
  patience(): Promise<unknown>
  onError(error: unknown): void
}

export interface OwnAttributes {
  all(): Record<string, string>
  set(changed: Record<string, string>): void
}

export function createOwnAttributes(
  initial: Record<string, string>,
  { send, patience, onError }: Deps,
): OwnAttributes {
  let attributes = initial
  let sending = false
  let stale = false

  async function sendNewest(): Promise<void> {
    sending = true
    do {
      stale = false
      await Promise.race([send(attributes).catch(onError), patience()])
    } while (stale)
    sending = false
  }

  function again(): void {
    stale = true
    if (!sending) void sendNewest()
  }

  return {
    all: () => attributes,
    set(changed) {
      attributes = { ...attributes, ...changed }
      again()
    },
  }
}
