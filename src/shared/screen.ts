// What words such as “the next function” can mean in the view in front.
import { z } from 'zod'

/** Traits and protocols are interfaces; namespaces are modules; a constructor is a method. */
export const symbolKinds = [
  'function',
  'method',
  'class',
  'interface',
  'struct',
  'enum',
  'type',
  'module',
] as const
export type SymbolKind = (typeof symbolKinds)[number]

/** Declarations and blocks of code. */
export const codeKinds = [...symbolKinds, 'loop', 'condition', 'try', 'switch', 'comment'] as const

/** Also headings of a document, results of a search, hunks and files of a diff. */
export const thingKinds = [...codeKinds, 'heading', 'result', 'hunk', 'file'] as const
export type ThingKind = (typeof thingKinds)[number]

const lineNumber = z.number().int().positive()
const lineRange = z.object({ line: lineNumber, endLine: lineNumber })
export type LineRange = z.infer<typeof lineRange>

/** The most things that a window reports; the nearest ones count. */
export const MAX_THINGS = 150
export const MAX_THING_NAME = 80

const screenThing = lineRange.extend({
  kind: z.enum(thingKinds),
  name: z.string().max(MAX_THING_NAME).optional(),
  /** Only where it is not the file of the view. */
  file: z.string().max(4096).optional(),
  /** Of a hunk: what a decision about it is remembered by. */
  hunk: z.string().max(32).optional(),
})
export type ScreenThing = z.infer<typeof screenThing>

export const screen = z.object({
  /** The lines that the view has, and those of them in sight. */
  all: lineRange.optional(),
  seen: lineRange.optional(),
  /** In the order of the view. */
  things: z.array(screenThing).max(MAX_THINGS),
  /** There are more than are listed: the first ones, the last ones and those around the user's position are. */
  cut: z.boolean().optional(),
  /** The line that a selection grew from. */
  anchor: lineNumber.optional(),
  /** The selection was made in words, and nothing was asked since: “more” means more of it. */
  selecting: z.boolean().optional(),
})
export type Screen = z.infer<typeof screen>
