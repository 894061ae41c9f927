// Files on disk that an agent reads and writes through Parley.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { undoTool } from '../../src/core/tools/change-files.ts'
import { createToolbox, type Toolbox } from '../../src/core/tools/toolbox.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { type ClientFiles, createClientFiles } from '../../src/main/brains/acp/client-files.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
let outside: TempFolder
let workspace: Workspace
let tools: Toolbox
let files: ClientFiles
let written: string[]

beforeEach(async () => {
  folder = createTempFolder({ 'a.txt': 'one\n' })
  outside = createTempFolder({ 'secret.txt': 'secret\n' })
  workspace = await openWorkspace(folder.path)
  tools = createToolbox(workspace, () => true)
  written = []
  files = createClientFiles({
    tools,
    mayWrite: () => true,
    onWrite: (change) => void written.push(change.path),
  })
})
afterEach(async () => {
  await workspace.close()
  folder.remove()
  outside.remove()
})

const inFolder = (file: string): string => path.join(folder.path, file)
const write = (file: string, content: string) => files.writeTextFile({ sessionId: 's', path: file, content })
const read = (file: string) => files.readTextFile({ sessionId: 's', path: file })

describe('A file on disk, for the agent', () => {
  it('keeps its encoding and line ends', async () => {
    const encoded = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')
    folder.write('old.txt', encoded('größer\r\nzwei\r\n'))
    expect((await read(inFolder('old.txt'))).content).toBe('größer\r\nzwei\r\n')
    await write(inFolder('old.txt'), 'kleiner\nzwei\n')
    expect(readFileSync(inFolder('old.txt'))).toEqual(encoded('kleiner\r\nzwei\r\n'))
  })

  it('is created with the folders it needs, and undone', async () => {
    await write(inFolder('new/deep/b.txt'), 'b\n')
    expect(readFileSync(inFolder('new/deep/b.txt'), 'utf8')).toBe('b\n')
    expect(written).toEqual(['new/deep/b.txt'])
    await tools.run(undoTool, { edit: tools.lastEdit()?.id ?? 0, path: '' }, { id: 'undo' })
    expect(existsSync(inFolder('new/deep/b.txt'))).toBe(false)
  })

  it('is neither read nor written outside the folder, whatever leads there', async () => {
    symlinkSync(outside.path, inFolder('link'))
    symlinkSync(path.join(outside.path, 'none.txt'), inFolder('dangling'))
    const refused = { data: { reason: 'outside_workspace' } }
    for (const way of ['link/secret.txt', `../${path.basename(outside.path)}/secret.txt`]) {
      await expect(read(inFolder(way))).rejects.toMatchObject(refused)
      await expect(write(inFolder(way), 'changed')).rejects.toMatchObject(refused)
    }
    await expect(write('link/new.txt', 'new')).rejects.toMatchObject(refused)
    await expect(write('dangling', 'new')).rejects.toThrow()
    expect(readFileSync(path.join(outside.path, 'secret.txt'), 'utf8')).toBe('secret\n')
    expect(existsSync(path.join(outside.path, 'new.txt'))).toBe(false)
    expect(existsSync(path.join(outside.path, 'none.txt'))).toBe(false)
    expect(written).toEqual([])
  })

  it('is not written into the repository’s own folder', async () => {
    folder.git('init', '--quiet')
    await expect(write('.git/hooks/pre-commit', 'evil')).rejects.toMatchObject({
      data: { reason: 'file_not_written' },
    })
    expect(existsSync(inFolder('.git/hooks/pre-commit'))).toBe(false)
  })

  it('that is a folder or not text is refused, and stays as it is', async () => {
    folder.write('sub/c.txt', '')
    const binary = new Uint8Array([0, 159, 146, 150])
    folder.write('data.bin', binary)
    await expect(write('sub', 'text')).rejects.toThrow()
    await expect(write('data.bin', 'text')).rejects.toMatchObject({ data: { reason: 'file_binary' } })
    expect(new Uint8Array(readFileSync(inFolder('data.bin')))).toEqual(binary)
  })
})
