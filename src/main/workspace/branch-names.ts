// What the branches of a repository are called.
import { runGit } from './git.ts'

/** The ones last worked on first. None where there is no repository. */
export async function branchNames(root: string, limit: number): Promise<string[]> {
  const format = ['for-each-ref', '--sort=-committerdate', `--count=${limit}`, '--format=%(refname:short)']
  const { code, stdout } = await runGit(root, [...format, 'refs/heads'])
  return code === 0
    ? stdout
        .toString('utf8')
        .split('\n')
        .filter((name) => name !== '')
    : []
}
