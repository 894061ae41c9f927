// What the model is sent of the conversation. Each call of a tool has a result, also if the user stopped it: endpoints
// refuse a conversation with open calls.
import { truncate } from '../../base/truncate.ts'

/** A tool that the model wants to use. */
export interface ToolRequest {
  id: string
  name: string
  /** As the model wrote it: not checked. */
  input: unknown
  /** What the endpoint wants to have back with the call. Parley does not look into it. */
  attached?: unknown
}

export interface ToolAnswer {
  id: string
  name: string
  text: string
  failed: boolean
}

export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: readonly ToolRequest[] }
  | { role: 'tool'; answers: readonly ToolAnswer[] }

export const STOPPED = 'The user stopped this before its end. Check what is done before you go on.'
export const FAILED = 'Something failed in Parley before this was done.'
const NOT_BEGUN = 'This was not done: Parley ended the work before it began.'

/** Gives each open call a result, so that the conversation can go on after a limit. */
export function withoutOpenCalls(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message, at): ModelMessage[] => {
    if (message.role !== 'assistant' || message.calls.length === 0) return [message]
    const next = messages[at + 1]
    if (next?.role === 'tool') return [message]
    const answers = message.calls.map(({ id, name }) => ({ id, name, text: NOT_BEGUN, failed: true }))
    return [message, { role: 'tool', answers }]
  })
}

/** Consecutive requests as one: some models refuse a conversation in which nobody answered between two. */
export function withoutRepeatedRoles(messages: readonly ModelMessage[]): ModelMessage[] {
  const merged: ModelMessage[] = []
  for (const message of messages) {
    const last = merged.at(-1)
    if (message.role === 'user' && last?.role === 'user')
      merged[merged.length - 1] = { role: 'user', text: `${last.text}\n\n${message.text}` }
    else merged.push(message)
  }
  return merged
}

/** A rough count: code has fewer characters to a token than prose. */
const CHARACTERS_PER_TOKEN = 3.3

export const charactersIn = (tokens: number): number => Math.floor(tokens * CHARACTERS_PER_TOKEN)

export function charactersOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => {
    switch (message.role) {
      case 'user':
        return sum + message.text.length
      case 'assistant':
        return sum + message.text.length + message.calls.reduce((all, call) => all + callLength(call), 0)
      case 'tool':
        return sum + message.answers.reduce((all, { text }) => all + text.length, 0)
    }
  }, 0)
}

const callLength = ({ name, input }: ToolRequest): number => name.length + JSON.stringify(input ?? {}).length

/** Where the last request of the user begins. */
export function lastRequest(messages: readonly ModelMessage[]): number {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  return Math.max(0, at)
}

const MAX_LINE = 2_000

/** The conversation as a text, for a summary. */
export function asText(messages: readonly ModelMessage[], maxCharacters: number): string {
  const lines = messages.flatMap((message): string[] => {
    switch (message.role) {
      case 'user':
        return [`User: ${truncate(message.text, MAX_LINE)}`]
      case 'assistant':
        return [
          ...(message.text === '' ? [] : [`Assistant: ${truncate(message.text, MAX_LINE)}`]),
          ...message.calls.map(
            ({ name, input }) => `Tool ${name}: ${truncate(JSON.stringify(input ?? {}), 300)}`,
          ),
        ]
      case 'tool':
        return message.answers.map(({ name, text }) => `Result of ${name}: ${truncate(text, 300)}`)
    }
  })
  const text = lines.join('\n')
  // The end matters more than the beginning.
  return text.length > maxCharacters ? `…${text.slice(-maxCharacters)}` : text
}

const SUMMARY = '[Summary of the earlier conversation, which was left out to save space:'

export const summaryMessage = (summary: string): ModelMessage => ({
  role: 'user',
  text: `${SUMMARY}\n${summary}]`,
})

export const isSummary = (message: ModelMessage): boolean =>
  message.role === 'user' && message.text.startsWith(SUMMARY)
