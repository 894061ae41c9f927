import { readFileSync, renameSync, symlinkSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withOrdinaryFile } from '../../../../src/main/workspace/open-ordinary-file.ts'
import { resolveInside } from '../../../../src/main/workspace/resolve-inside.ts'
import { createTempFolder, type TempFolder } from '../../../temp-folder.ts'

let folder: TempFolder
beforeEach(() => void (folder = createTempFolder({ 'a.txt': 'ours\n', 'secret.txt': 'not ours\n' })))
afterEach(() => folder.remove())
const at = (file: string): string => path.join(folder.path, file)

/** Opens a.txt, and does something between the check and the opening. */
const openWhile = (meanwhile: () => void): Promise<string> => {
  const limit = { valueOf: () => (meanwhile(), 1000) } as unknown as number
  return withOrdinaryFile({ root: folder.path, absolute: at('a.txt'), relative: 'a.txt' }, limit, (file) =>
    file.readFile('utf8'),
  )
}

describe('A file that is opened', () => {
  it('is the one that was checked', async () => {
    expect(await openWhile(() => {})).toBe('ours\n')
  })

  it('is refused when another file took its name in between', async () => {
    await expect(openWhile(() => renameSync(at('secret.txt'), at('a.txt')))).rejects.toMatchObject({
      fault: { code: 'file_changed' },
    })
  })

  it.skipIf(process.platform === 'win32')('is refused when it has become a link', async () => {
    const link = (): void => {
      unlinkSync(at('a.txt'))
      symlinkSync(at('secret.txt'), at('a.txt'))
    }
    await expect(openWhile(link)).rejects.toMatchObject({ fault: { code: 'file_not_found' } })
    // Also when it was a link before the check.
    await expect(openWhile(() => {})).rejects.toMatchObject({ fault: { code: 'file_not_found' } })
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('not ours\n')
  })

  it.skipIf(process.platform === 'win32')('is refused when a folder above it has become a link', async () => {
    folder.write('inside/a.txt', 'ours\n')
    folder.write('outside/a.txt', 'not ours\n')
    const inside = await resolveInside(at('.'), 'inside/a.txt')
    renameSync(at('inside'), at('before'))
    symlinkSync(at('outside'), at('inside'))
    await expect(withOrdinaryFile(inside, 1000, (file) => file.readFile('utf8'))).rejects.toMatchObject({
      fault: { code: 'file_changed' },
    })
  })
})
