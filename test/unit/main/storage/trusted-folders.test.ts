import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTrustedFolders } from '../../../../src/main/storage/trusted-folders.ts'
import { createTempFolder, type TempFolder } from '../../../temp-folder.ts'

let profile: TempFolder
let problems: string[] = []
beforeEach(() => {
  profile = createTempFolder()
  problems = []
})
afterEach(() => profile.remove())
const open = (recent: string[] = []) =>
  openTrustedFolders({ profile: profile.path, recent, onProblem: (fault) => problems.push(fault.code) })
const file = (): string => join(profile.path, 'trusted-folders.json')

describe('Trusted folders', () => {
  it('include the folders of a version without trust, but none that is opened later', async () => {
    const first = await open(['/code/old'])
    expect([first.of('/code/old'), first.of('/code/new')]).toEqual(['trusted', 'undecided'])
    const second = await open(['/code/new', '/code/old'])
    expect([second.of('/code/old'), second.of('/code/new')]).toEqual(['trusted', 'undecided'])
  })

  it('count as decided from the first start on, even if no folder was opened before', async () => {
    await open()
    expect((await open(['/code/new'])).of('/code/new')).toBe('undecided')
  })

  it('are stored, like restricted ones, in a file that only the user can read', async () => {
    const folders = await open()
    await folders.decide('/a', 'trusted')
    await folders.decide('/b', 'restricted')
    const again = await open()
    expect([again.of('/a'), again.of('/b')]).toEqual(['trusted', 'restricted'])
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('do not cover the folders inside or around them', async () => {
    const folders = await open(['/code'])
    expect([folders.of('/code/inside'), folders.of('/'), folders.of('/codec')]).toEqual([
      'undecided',
      'undecided',
      'undecided',
    ])
  })

  it('can be trusted for one run without being stored, and restricted again by the user', async () => {
    const folders = await open()
    folders.trustForThisRun('/a')
    expect(folders.of('/a')).toBe('trusted')
    expect((await open()).of('/a')).toBe('undecided')
    await folders.decide('/a', 'restricted')
    expect(folders.of('/a')).toBe('restricted')
  })

  it('are none if the file is damaged: recent folders do not become trusted', async () => {
    writeFileSync(file(), '{"decisions": [')
    expect((await open(['/code'])).of('/code')).toBe('undecided')
    expect(problems).toEqual(['profile_file'])
    // Nor at the next start, when the damaged file was set aside.
    expect((await open(['/code'])).of('/code')).toBe('undecided')
  })

  it('stay bounded in number', async () => {
    const folders = await open(Array.from({ length: 1_000 }, (_, at) => `/old/${at}`))
    await folders.decide('/new', 'trusted')
    expect([folders.of('/old/0'), folders.of('/old/1'), folders.of('/new')]).toEqual([
      'undecided',
      'trusted',
      'trusted',
    ])
    expect(existsSync(file())).toBe(true)
    expect(readFileSync(file(), 'utf8').split('"path"')).toHaveLength(1_001)
  })
})
