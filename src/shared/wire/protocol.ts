// How a wire is described: each message once, with its name, who sends it, what it means, its shape and real examples.
// The README, the JSON Schemas and the contract tests are all made from this.
import type { z } from 'zod'

export interface WireMessage<S extends z.ZodType = z.ZodType> {
  /** As its document calls it; also the key of its JSON Schema. */
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
  /** The number of the document that defines it. */
  readonly document: string
  readonly transport: string
  /** The topic, path or address where it is spoken. */
  readonly where: string
  /** What holds on this wire beside its messages, one sentence each. */
  readonly notes?: readonly string[]
  /** Closed or well-known sets of words inside messages: the set's name, then each word with what it means. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly messages: readonly WireMessage[]
}

/** Checks the examples against the schema at compile time; hands back what it was given. */
export const message = <S extends z.ZodType>(described: WireMessage<S>): WireMessage<S> => described

/** The keys of a table of words, typed as the words, for `z.enum`. */
export const wordsOf = <W extends string>(table: Readonly<Record<W, string>>): readonly W[] =>
  Object.keys(table) as W[]

/** The first thing wrong with a refused value, as one line that is fit to be sent back. */
export function problemOf(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'invalid'
  const where = issue.path.map(String).join('.')
  return where === '' ? issue.message : `${where}: ${issue.message}`
}
