// What the model keeps of a conversation over a restart: the last requests and replies, without what tools found.
import { z } from 'zod'
import { parseJson } from '../../../base/parse-json.ts'
import { truncate } from '../../../base/truncate.ts'
import type { ModelMessage } from '../../../core/model/history.ts'
import type { BrainStorage } from '../brain-definition.ts'

const MAX_KEPT = 6_000
const MAX_EACH = 1_500

const kept = z
  .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string().max(MAX_EACH) }))
  .max(100)

export interface Memory {
  read(): Promise<ModelMessage[]>
  write(messages: readonly ModelMessage[]): Promise<void>
}

export function createMemory(storage: BrainStorage, conversation: string): Memory {
  const key = `model memory ${conversation}`
  return {
    async read() {
      const read = kept.safeParse(parseJson((await storage.get(key)) ?? ''))
      return read.success
        ? read.data.map(({ role, text }) => (role === 'user' ? { role, text } : { role, text, calls: [] }))
        : []
    },
    async write(messages) {
      const texts = messages.flatMap((message) =>
        message.role === 'tool' || message.text === ''
          ? []
          : { role: message.role, text: truncate(message.text, MAX_EACH) },
      )
      let room = MAX_KEPT
      const from = texts.findLastIndex(({ text }) => (room -= text.length) < 0) + 1
      // It begins with a request.
      const first = texts.findIndex(({ role }, at) => at >= from && role === 'user')
      await storage.set(key, JSON.stringify(first < 0 ? [] : texts.slice(first)))
    },
  }
}
