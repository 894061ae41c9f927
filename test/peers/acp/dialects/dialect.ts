// A way in which agents talk to a model. It reads a request into plain turns and tools, and writes an answer piece by piece.
import type { ModelCall, ModelTool, ModelTurn } from '../moves.ts'

export interface Asked {
  turns: ModelTurn[]
  tools: ModelTool[]
  streams: boolean
}

/** Builds an answer. Each call returns what to send now; without streaming, `whole` is all there is. */
export interface Answer {
  begin(): string
  text(delta: string): string
  call(call: ModelCall, id: string): string
  end(): string
  whole(): unknown
}

export interface Dialect {
  fits(path: string): boolean
  read(body: Body, path: string): Asked
  answer(body: Body): Answer
}

export type Body = Record<string, unknown>
export type Item = Record<string, unknown>

export const items = (value: unknown): Item[] =>
  Array.isArray(value) ? value.filter((one): one is Item => typeof one === 'object' && one !== null) : []
export const string = (value: unknown): string => (typeof value === 'string' ? value : '')
export const record = (value: unknown): Item =>
  typeof value === 'object' && value !== null ? (value as Item) : {}
export const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : items(content)
        .map(({ text }) => string(text))
        .join('\n')
export const toolOf = (name: unknown, schema: unknown, isFreeText = false): ModelTool => ({
  name: string(name),
  parameters: isFreeText ? null : Object.keys(record(record(schema)['properties'])),
})
export const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
export const event = (type: string, fields: Item): string => `event: ${type}\n${data({ type, ...fields })}`
export const argumentsOf = ({ args }: ModelCall): string =>
  typeof args === 'string' ? args : JSON.stringify(args)
