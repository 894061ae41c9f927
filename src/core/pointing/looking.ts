// The view in front, with what is on it, and what words can mean there.
import type { ViewContext } from '../../shared/conversation.ts'
import type { LineRange, Screen, ScreenThing, ThingKind } from '../../shared/screen.ts'
import { kindsInView } from './nouns.ts'

export interface Target extends LineRange {
  /** Absent for lines, whatever is in them. */
  kind?: ThingKind | undefined
  name?: string | undefined
  /** Only where it is not the file of the view. */
  file?: string | undefined
  hunk?: string | undefined
}

export type Pointed =
  | { tag: 'one'; target: Target }
  | { tag: 'several'; noun: string; targets: readonly Target[] }
  | { tag: 'none'; why: string }
  /** A view of this kind never has such a thing, so the words may mean something else. */
  | { tag: 'elsewhere' }

/** The view, with what is on it. */
export interface Looking {
  view: ViewContext
  screen: Screen
  things: readonly ScreenThing[]
  /** The selection, or the user's line. */
  at: LineRange
}

/** Null if nothing is reported of what is on screen. */
export function lookingAt(view: ViewContext | null): Looking | null {
  if (!view?.screen) return null
  const { line = view.screen.seen?.line ?? 1, screen } = view
  return { view, screen, things: screen.things, at: { line, endLine: Math.max(line, view.endLine ?? line) } }
}

export const isText = ({ view: { kind } }: Looking): boolean => kind === 'code' || kind === 'file'

/** Whether a view of this kind can have such things. */
export const canHave = (kinds: readonly ThingKind[], view: ViewContext): boolean =>
  kinds.some((kind) => kindsInView(view.kind).includes(kind))
