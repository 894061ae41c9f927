// Tab labels: the file's name, and its folder too if two tabs would have the same label.
import { kinds } from '../../core/artifacts/kinds/kinds.ts'
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

/** The full title of an artifact, for a tooltip or a heading. */
export function fullTitle(artifact: Artifact): string {
  const file = 'file' in artifact ? artifact.file : undefined
  // The path says more than the file's name.
  if (file && (!artifact.title.trim() || splitPath(file).name === artifact.title)) return file
  const kind = kinds.of(artifact)
  return artifact.title.trim() ? artifact.title : kind.title(artifact) || kind.name
}

function pathOf(artifact: Artifact): string | null {
  const title = fullTitle(artifact)
  return looksLikePath(title) ? title : null
}

export function tabLabel(artifact: Artifact): string {
  const path = pathOf(artifact)
  return path ? splitPath(path).name : fullTitle(artifact)
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
