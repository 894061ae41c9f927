// What a release cannot be without: it is noticed before anything is built, not by whoever installed it.
import { packageSource } from './package-source.ts'

/** `owner/name` on GitHub, where the release will be. */
export function releasedFrom(
  env: Readonly<Record<string, string | undefined>>,
  source = packageSource(),
): string {
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
