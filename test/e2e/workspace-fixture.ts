// A small repository with a change in it, partly hostile.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Sets window.pwned in any page it runs in. */
export const PAYLOAD = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'

const readme = `# Harbour

A small harbour for small boats.

| boat | length |
|---|---|
| Ada | 7 m |

[A link](https://example.org) and [a trap](javascript:window.pwned=1).

${PAYLOAD}

![a picture](https://example.org/pixel.png)
`

const files: Record<string, string> = {
  'README.md': readme,
  'src/session-manager.ts': Array.from(
    { length: 120 },
    (_, n) => `export const berth${n + 1} = ${n + 1} // TODO paint\n`,
  ).join(''),
  'src/tide.py': 'def tide(hour):\n    """The height of the water."""\n    return hour % 12\n',
  'src/hostile.html': `${PAYLOAD}\n`,
  'docs/notes.md': '# Notes\n\nNothing yet.\n',
  '.gitignore': 'ignored/\n',
  'ignored/secret.ts': 'export const berth = "TODO never found"\n',
  [`src/${PAYLOAD.replaceAll('/', '∕').replaceAll('"', "'")}.txt`]: 'TODO a file with a hostile name\n',
}

export async function write(root: string, file: string, content: string | Buffer): Promise<void> {
  const path = join(root, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

export async function createWorkspace(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'parley-harbour-')))
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], { cwd: path })
  for (const [file, content] of Object.entries(files)) await write(path, file, content)
  await write(path, 'logo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 2, 3]))
  await git('init', '-q', '-b', 'main')
  await git('add', '.')
  await git('commit', '-qm', 'first')
  await write(
    path,
    'src/tide.py',
    'def tide(hour):\n    """The height of the water."""\n    return (hour + 1) % 12\n',
  )
  await write(path, 'src/hostile.html', `${PAYLOAD}\n${PAYLOAD}\n`)
  // Processes of the app may still write a last file while they exit.
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 10 })
  return { path, remove }
}
