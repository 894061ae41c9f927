// Temporary folders and repositories for tests, removed after the test.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface TempFolder {
  path: string
  write(file: string, content: string | Uint8Array): string
  git(...args: string[]): string
  /** Commits everything. */
  commitAll(): void
  remove(): void
}

export function createTempFolder(files: Record<string, string> = {}): TempFolder {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'parley-test-')))
  const folder: TempFolder = {
    path: root,
    write(file, content) {
      const target = path.join(root, file)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, content)
      return target
    },
    git(...args) {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', env: gitEnvironment() })
    },
    commitAll() {
      folder.git('add', '--all')
      folder.git('commit', '--quiet', '--allow-empty', '--message', 'As it was')
    },
    remove() {
      rmSync(root, { recursive: true, force: true })
    },
  }
  for (const [file, content] of Object.entries(files)) folder.write(file, content)
  return folder
}

/** A build machine has no git identity, and the user's git settings must not matter. */
function gitEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    GIT_CONFIG_GLOBAL: path.join(tmpdir(), 'parley-test-no-such-config'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.com',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.com',
  }
}
