// A guided review as a value: the hunks of a diff, which of them waits, and what was decided. Pure; `main/brains/reviewing`
// carries out what follows from it.
import type { ArtifactOf } from '../../../shared/artifacts.ts'
import { scanDiff, type ScannedDiff } from '../diff-scan.ts'
import { hunkKeys } from '../hunk-keys.ts'

export interface ReviewedHunk {
  key: string
  /** Indexes into the scanned diff. */
  file: number
  hunk: number
}

/** A reverted hunk can be put back by the turn that reverted it. */
export type HunkDecision = { tag: 'kept' } | { tag: 'reverted'; turnId: string }

export interface HunkRemark {
  text: string
  /** The agent has it. */
  sent: boolean
}

/** What one sentence decided. */
interface ReviewStep {
  hunks: readonly string[]
  /** The hunk that was current then. */
  at: string | null
}

export interface Review {
  artifact: ArtifactOf<'diff'>
  scanned: ScannedDiff
  hunks: readonly ReviewedHunk[]
  /** The index of the hunk that waits; after the last one, their number. */
  at: number
  phase: 'hunk' | 'ended' | 'interrupted'
  decided: ReadonlyMap<string, HunkDecision>
  remarks: ReadonlyMap<string, HunkRemark>
  /** Reverted hunks that the agent was told about. */
  refusalsSent: ReadonlySet<string>
  /** The text of hunks that a newer version of the diff does not have any more. */
  gone: ReadonlyMap<string, string>
  done: readonly ReviewStep[]
}

const MAX_STEPS = 500

/** What is known of the hunks from before. */
export interface KnownDecisions {
  decided: ReadonlyMap<string, HunkDecision>
  remarks: ReadonlyMap<string, HunkRemark>
  refusalsSent: ReadonlySet<string>
}

export const nothingKnown: KnownDecisions = {
  decided: new Map(),
  remarks: new Map(),
  refusalsSent: new Set(),
}

function hunksOf(scanned: ScannedDiff): ReviewedHunk[] {
  return scanned.files.flatMap((file, index) =>
    hunkKeys(scanned, file).map((key, hunk) => ({ key, file: index, hunk })),
  )
}

/** Begins at the first hunk that is not decided. */
export function beginReview(
  artifact: ArtifactOf<'diff'>,
  { decided, remarks, refusalsSent }: KnownDecisions,
): Review {
  const scanned = scanDiff(artifact.diff)
  const review: Review = {
    artifact,
    scanned,
    hunks: hunksOf(scanned),
    at: -1,
    phase: 'hunk',
    decided,
    remarks,
    refusalsSent,
    gone: new Map(),
    done: [],
  }
  return goOn(review)
}

export const current = (review: Review): ReviewedHunk | null =>
  review.phase === 'hunk' ? (review.hunks[review.at] ?? null) : null

export const isOpen = (review: Review, { key }: ReviewedHunk): boolean => !review.decided.has(key)

export const openHunks = (review: Review): readonly ReviewedHunk[] =>
  review.hunks.filter((hunk) => isOpen(review, hunk))

export const openInFile = (review: Review): readonly ReviewedHunk[] => {
  const here = review.hunks[review.at]
  return here ? openHunks(review).filter(({ file }) => file === here.file) : []
}

/** "3 of 12", with the hunks that have gone since. */
export function placeOf(review: Review): { at: number; of: number } {
  const before = review.gone.size
  return { at: Math.min(review.at, review.hunks.length - 1) + 1 + before, of: review.hunks.length + before }
}

/** To the next hunk that is not decided; the review ends after the last one, even where hunks before were skipped. */
export function goOn(review: Review): Review {
  const after = review.hunks.findIndex((hunk, at) => at > review.at && isOpen(review, hunk))
  return after >= 0
    ? { ...review, at: after, phase: 'hunk' }
    : { ...review, at: review.hunks.length, phase: 'ended' }
}

/** To the hunk before or after, decided or not. Null at either end. */
export function step(review: Review, by: 1 | -1): Review | null {
  const at = review.at + by
  if (at < 0) return null
  return at < review.hunks.length
    ? { ...review, at, phase: 'hunk' }
    : { ...review, at: review.hunks.length, phase: 'ended' }
}

/** To the first hunk of the next file. */
export function nextFile(review: Review): Review {
  const file = review.hunks[review.at]?.file ?? -1
  const at = review.hunks.findIndex((hunk) => hunk.file > file)
  return at < 0 ? { ...review, at: review.hunks.length, phase: 'ended' } : { ...review, at, phase: 'hunk' }
}

export function goTo(review: Review, key: string): Review {
  const at = review.hunks.findIndex((hunk) => hunk.key === key)
  return at < 0 ? review : { ...review, at, phase: 'hunk' }
}

export function decide(review: Review, decisions: readonly (readonly [key: string, HunkDecision])[]): Review {
  const done = { hunks: decisions.map(([key]) => key), at: review.hunks[review.at]?.key ?? null }
  return {
    ...review,
    decided: new Map([...review.decided, ...decisions]),
    done: [...review.done, done].slice(-MAX_STEPS),
  }
}

/** What is undone next, and the review as it is then: at the hunk where that was decided. Null if there is nothing. */
export function undoLast(
  review: Review,
): { hunks: readonly (readonly [key: string, HunkDecision])[]; review: Review } | null {
  const done = [...review.done]
  for (let last = done.pop(); last; last = done.pop()) {
    const hunks = last.hunks.flatMap((key) => {
      const decision = review.decided.get(key)
      return decision ? [[key, decision] as const] : []
    })
    if (hunks.length === 0) continue
    const decided = new Map(review.decided)
    for (const [key] of hunks) decided.delete(key)
    const back = goTo({ ...review, decided, done }, last.at ?? hunks[0]![0])
    return { hunks, review: back }
  }
  return null
}

/** Somebody decided about a hunk in a window, or took that back. */
export function noteDecision(review: Review, keys: readonly string[], decision: HunkDecision | null): Review {
  const decided = new Map(review.decided)
  for (const key of keys) {
    if (decision) decided.set(key, decision)
    else decided.delete(key)
  }
  return { ...review, decided }
}

export function remark(review: Review, key: string, { text, sent }: HunkRemark): Review {
  const remarks = new Map(review.remarks)
  if (text === '') remarks.delete(key)
  else remarks.set(key, { text, sent })
  return { ...review, remarks }
}

/** A hunk as it stands in the diff, with its heading. */
export function hunkText({ scanned, hunks, gone }: Review, key: string): string {
  const found = hunks.find((hunk) => hunk.key === key)
  const place = found && scanned.files[found.file]?.hunks[found.hunk]
  return place ? scanned.lines.slice(place.from - 1, place.to).join('\n') : (gone.get(key) ?? '')
}

/**
 * The same changes as they are now. Hunks that are the same keep what was decided. If the hunk that waits is gone, what is in
 * its place waits: the agent may have replaced it.
 */
export function withNewer(review: Review, artifact: ArtifactOf<'diff'>): Review {
  if (artifact.diff === review.artifact.diff) return { ...review, artifact }
  const scanned = scanDiff(artifact.diff)
  const hunks = hunksOf(scanned)
  const places = new Map(hunks.map(({ key }, at) => [key, at]))
  const gone = new Map([...review.gone].filter(([key]) => !places.has(key)))
  // Only what was decided counts; a hunk that the agent replaced by another is no longer part of the changes.
  for (const { key } of review.hunks)
    if (!places.has(key) && review.decided.has(key)) gone.set(key, hunkText(review, key))
  const next = { ...review, artifact, scanned, hunks, gone }
  const waits = review.hunks[review.at]
  if (!waits) return { ...next, at: hunks.length }
  const before = review.hunks.slice(0, review.at).findLast(({ key }) => places.has(key))
  const at = places.get(waits.key) ?? (before ? places.get(before.key)! + 1 : 0)
  const here = hunks[at]
  return here && (here.key === waits.key || isOpen(next, here))
    ? { ...next, at }
    : goOn({ ...next, at: at - 1 })
}

export interface ReviewCounts {
  kept: number
  reverted: number
  open: number
  remarks: number
  /** Comments and refusals that the agent does not have. */
  unsent: number
}

export function countReview(review: Review): ReviewCounts {
  const decisions = [...review.decided.values()]
  const known = new Set([...review.hunks.map(({ key }) => key), ...review.gone.keys()])
  const isKnown = (key: string): boolean => known.has(key)
  return {
    kept: [...review.decided].filter(([key, { tag }]) => tag === 'kept' && isKnown(key)).length,
    reverted: decisions.filter(({ tag }) => tag === 'reverted').length,
    open: openHunks(review).length,
    remarks: review.remarks.size,
    unsent: unsentHunks(review).length,
  }
}

/** The hunks with something that the agent does not have. */
export function unsentHunks(review: Review): readonly string[] {
  const commented = [...review.remarks].filter(([, { sent }]) => !sent).map(([key]) => key)
  const refused = [...review.decided]
    .filter(([key, { tag }]) => tag === 'reverted' && !review.refusalsSent.has(key))
    .map(([key]) => key)
  return [...new Set([...commented, ...refused])]
}

export const asSent = (review: Review, keys: readonly string[]): Review => ({
  ...review,
  remarks: new Map(
    [...review.remarks].map(([key, one]) => [key, keys.includes(key) ? { ...one, sent: true } : one]),
  ),
  refusalsSent: new Set([
    ...review.refusalsSent,
    ...keys.filter((key) => review.decided.get(key)?.tag === 'reverted'),
  ]),
})
