// What a release cannot be without: it is noticed before anything is built, not by whoever installed it.
import { packageSource } from './package-source.ts'

interface Release {
  version: string
  /** Where packages come from. */
  source?: string
}

/** `owner/name` on GitHub, where the release will be. */
export function releasedFrom(
  env: Readonly<Record<string, string | undefined>>,
  { version, source = packageSource() }: Release,
): string {
  // Of any other name the updater offers no more than the next of that name: who has one would never hear of the real thing.
  if (version.includes('-') && !/-(?:alpha|beta)\.\d+$/.test(version))
    throw new Error(`${version} cannot be released: an early version ends in -alpha.N or -beta.N.`)
  const repository = env['GITHUB_REPOSITORY'] ?? ''
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new Error(
      'A release names where it is from and finds newer versions there: set GITHUB_REPOSITORY to owner/name.',
    )
  if (source === '')
    throw new Error(
      'npm does not say where packages come from (npm config get registry), and the app fetches the natural voice from there.',
    )
  return repository
}
