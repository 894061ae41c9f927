// Questions of the agent that the user has not answered yet.
import { z } from 'zod'

/** More would pile up in front of the user. */
const MAX_OPEN = 4

type Ask = (question: string, choices: readonly string[], signal: AbortSignal) => Promise<string | null>

/** How an agent that gave up waiting says so; its question came with another request. */
const cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
})

export interface McpQuestions {
  /** Whether the user has enough questions to answer. */
  isFull(): boolean
  /** Resolves with the choice; null if the agent gives up waiting or there is no answer. */
  ask(
    requestId: string | number,
    question: string,
    choices: readonly string[],
    signal: AbortSignal,
  ): Promise<string | null>
  /** Withdraws the question that this message cancels, if it does. */
  onMessage(message: unknown): void
  close(): void
}

export function createMcpQuestions(ask: Ask): McpQuestions {
  const open = new Set<{ requestId: string | number; withdrawn: AbortController }>()
  return {
    isFull: () => open.size >= MAX_OPEN,
    async ask(requestId, question, choices, signal) {
      const entry = { requestId, withdrawn: new AbortController() }
      const { signal: ended } = entry.withdrawn
      // Not once it is answered: the request ends then too, and there is nothing left to withdraw.
      const withdraw = (): void => entry.withdrawn.abort()
      signal.addEventListener('abort', withdraw)
      if (signal.aborted) withdraw()
      open.add(entry)
      try {
        return await Promise.race([ask(question, choices, ended), aborted(ended)])
      } finally {
        signal.removeEventListener('abort', withdraw)
        open.delete(entry)
      }
    },
    onMessage(message) {
      const parsed = cancellation.safeParse(message)
      if (!parsed.success) return
      for (const { requestId, withdrawn } of open)
        if (requestId === parsed.data.params.requestId) withdrawn.abort()
    },
    close() {
      for (const { withdrawn } of open) withdrawn.abort()
    },
  }
}

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
