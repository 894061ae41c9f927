// Short names for tabs: the file's own name, and its folder too where two tabs would read the same.
import { inPlainOrder } from '../ui/plain-order.ts'
import type { Artifact } from '../../shared/artifacts.ts'

export function splitPath(path: string): { folder: string; name: string } {
  const trimmed = path.replace(/[/\\]+$/, '')
  const cut = Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('\\'))
  return cut < 0
    ? { folder: '', name: trimmed || path }
    : { folder: trimmed.slice(0, cut + 1), name: trimmed.slice(cut + 1) }
}

function looksLikePath(text: string): boolean {
  return /[/\\]/.test(text) && !/\s/.test(text)
}

/** The words a person would use for an artifact, whole: a tooltip, a heading. */
export function fullTitle(artifact: Artifact): string {
  const file = 'file' in artifact ? artifact.file : undefined
  // A file's own name says less than the way to it.
  if (file && splitPath(file).name === artifact.title) return file
  if (artifact.title.trim()) return artifact.title
  switch (artifact.kind) {
    case 'search_results':
      return `Results for “${artifact.query}”`
    case 'error':
      return 'Error'
    case 'diff':
      return artifact.file || 'Changes'
    case 'file':
      return artifact.file || 'File'
    case 'code':
    case 'markdown':
      return artifact.file ?? (artifact.kind === 'code' ? 'Code' : 'Document')
  }
}

function pathOf(artifact: Artifact): string | null {
  const title = fullTitle(artifact)
  return looksLikePath(title) ? title : null
}

export function tabLabel(artifact: Artifact): string {
  const path = pathOf(artifact)
  return inPlainOrder(path ? splitPath(path).name : fullTitle(artifact))
}

/** One label per artifact, in order. */
export function tabLabels(artifacts: readonly Artifact[]): string[] {
  const short = artifacts.map(tabLabel)
  const places = new Map<string, Set<string>>()
  artifacts.forEach((artifact, index) => {
    const label = short[index]!
    const seen = places.get(label) ?? new Set()
    places.set(label, seen.add(pathOf(artifact) ?? ''))
  })
  return artifacts.map((artifact, index) => {
    const label = short[index]!
    const path = pathOf(artifact)
    if (!path || (places.get(label)?.size ?? 0) < 2) return label
    const parent = splitPath(splitPath(path).folder).name
    return parent ? `${parent}/${label}` : label
  })
}
