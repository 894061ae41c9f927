// How a wire is described. The protocol pages, the JSON Schemas and the contract tests are generated from this.
import type { z } from 'zod'

export interface WireMessage<S extends z.ZodType = z.ZodType> {
  /** Also the key of its JSON Schema. */
  readonly name: string
  readonly direction: `${string}→${string}` | `${string}↔${string}`
  /** One sentence. */
  readonly meaning: string
  readonly schema: S
  readonly examples: readonly [z.input<S>, ...z.input<S>[]]
}

export interface Protocol {
  /** Also the name of its JSON Schema file. */
  readonly id: string
  readonly title: string
  readonly transport: string
  /** The topic, path or address. */
  readonly where: string
  /** The values of a field: the name of the set, then each value with its meaning. */
  readonly valueSets?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly messages: readonly WireMessage[]
}

/** A wire: one page of the documentation, with one or more message formats. */
export interface Wire {
  /** Also the name of its page in docs/protocols. */
  readonly id: string
  readonly title: string
  readonly protocols: readonly Protocol[]
}

/** Checks the examples against the schema at compile time. */
export const message = <S extends z.ZodType>(described: WireMessage<S>): WireMessage<S> => described

/** The keys of a value set, for `z.enum`. */
export const keysOf = <W extends string>(table: Readonly<Record<W, string>>): readonly W[] =>
  Object.keys(table) as W[]

/** The first problem of a rejected value, as one line to send back. */
export function problemOf(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'invalid'
  const where = issue.path.map(String).join('.')
  return where === '' ? issue.message : `${where}: ${issue.message}`
}
