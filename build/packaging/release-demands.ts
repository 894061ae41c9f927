// What a release requires, checked before anything is built.
import { packageSource } from './package-source.ts'

interface Release {
  version: string
  /** The package registry. */
  source?: string
}

/** `owner/name` on GitHub, where the release is published. */
export function releasedFrom(
  env: Readonly<Record<string, string | undefined>>,
  { version, source = packageSource() }: Release,
): string {
  // With any other suffix the updater would only offer versions with the same suffix, never the final one.
  if (version.includes('-') && !/-(?:alpha|beta)\.\d+$/.test(version))
    throw new Error(`${version} cannot be released: a pre-release must end in -alpha.N or -beta.N.`)
  const repository = env['GITHUB_REPOSITORY'] ?? ''
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new Error('Set GITHUB_REPOSITORY to owner/name: the app finds newer versions there.')
  if (source === '')
    throw new Error(
      'npm names no registry (npm config get registry); the app downloads the natural voice from it.',
    )
  return repository
}
