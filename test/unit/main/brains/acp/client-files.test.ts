import { describe, expect, it, vi } from 'vitest'
import { undoTool } from '../../../../../src/core/tools/change-files.ts'
import { createToolbox } from '../../../../../src/core/tools/toolbox.ts'
import { createClientFiles, type WrittenChange } from '../../../../../src/main/brains/acp/client-files.ts'
import { createFakeWorkspace } from '../../../../fakes/fake-workspace.ts'

interface Options {
  files?: Record<string, string | Uint8Array>
  maxSize?: number
  isTrusted?: boolean
  mayWrite?(file: string, change: WrittenChange): boolean | Promise<boolean>
}

function filesWith({ files = {}, maxSize, isTrusted = true, mayWrite = () => true }: Options = {}) {
  const workspace = createFakeWorkspace({ files, ...(maxSize !== undefined && { maxSize }) })
  const tools = createToolbox(workspace, () => isTrusted)
  const onWrite = vi.fn<(change: WrittenChange) => void>()
  const asked = vi.fn(mayWrite)
  const client = createClientFiles({ tools, mayWrite: asked, onWrite })
  return {
    files,
    tools,
    asked,
    onWrite,
    read: (path: string, part: { line?: number; limit?: number } = {}) =>
      client.readTextFile({ sessionId: 's', path, ...part }).then(({ content }) => content),
    write: (path: string, content: string) => client.writeTextFile({ sessionId: 's', path, content }),
  }
}

describe('A file that the agent reads', () => {
  it('is found by its absolute path and by its path in the folder', async () => {
    const { read } = filesWith({ files: { 'src/a.ts': 'one\n' } })
    expect(await read('/fake/project/src/a.ts')).toBe('one\n')
    expect(await read('src/a.ts')).toBe('one\n')
  })

  it('comes in parts that together are the file', async () => {
    const text = 'one\r\ntwo\r\nthree\r\nfour'
    const { read } = filesWith({ files: { 'a.txt': text } })
    const parts = [
      await read('a.txt', { limit: 2 }),
      await read('a.txt', { line: 3, limit: 1 }),
      await read('a.txt', { line: 4 }),
    ]
    expect(parts).toEqual(['one\r\ntwo\r\n', 'three\r\n', 'four'])
    expect(parts.join('')).toBe(text)
    expect(await read('a.txt', { line: 99 })).toBe('')
    expect(await read('a.txt', { line: 2, limit: 0 })).toBe('')
    expect(await read('a.txt', { line: 0, limit: 1 })).toBe('one\r\n')
  })

  it('is read in part when it is too large as a whole', async () => {
    const { read } = filesWith({ files: { 'log.txt': 'one\ntwo\nthree\nfour\n' }, maxSize: 5 })
    await expect(read('log.txt')).rejects.toMatchObject({ code: -32602, data: { reason: 'file_too_large' } })
    expect(await read('log.txt', { line: 2, limit: 2 })).toBe('two\nthree\n')
    expect(await read('log.txt', { line: 50, limit: 2 })).toBe('')
  })

  it('is reported as missing with the error that agents recognize', async () => {
    const { read } = filesWith()
    await expect(read('/fake/project/none.ts')).rejects.toMatchObject({
      code: -32002,
      data: { uri: '/fake/project/none.ts' },
    })
  })

  it('is refused outside the folder and when it is not text', async () => {
    const { read } = filesWith({ files: { 'a.png': new Uint8Array([0, 1]) } })
    await expect(read('/etc/passwd')).rejects.toMatchObject({
      code: -32602,
      data: { reason: 'outside_workspace' },
    })
    await expect(read('../other/a.ts')).rejects.toMatchObject({ data: { reason: 'outside_workspace' } })
    await expect(read('a.png')).rejects.toMatchObject({ data: { reason: 'file_binary' } })
  })
})

describe('A file that the agent writes', () => {
  it('is written, told with both texts, and can be undone', async () => {
    const { files, tools, write, onWrite } = filesWith({ files: { 'a.ts': 'one\n' } })
    await write('/fake/project/a.ts', 'two\n')
    expect(files['a.ts']).toBe('two\n')
    expect(onWrite.mock.calls).toEqual([[{ path: 'a.ts', before: 'one\n', after: 'two\n' }]])
    const edit = tools.lastEdit()?.id ?? 0
    expect(await tools.run(undoTool, { edit, path: 'a.ts' }, { id: 'undo' })).toMatchObject({ ok: true })
    expect(files['a.ts']).toBe('one\n')
  })

  it('is created under its name in the folder, and undone by deleting it', async () => {
    const { files, tools, write, asked, onWrite } = filesWith()
    await write('/fake/project/src/new.ts', 'new\n')
    const change = { path: 'src/new.ts', before: null, after: 'new\n' }
    expect(asked).toHaveBeenCalledWith('src/new.ts', change)
    expect(onWrite).toHaveBeenCalledWith(change)
    await tools.run(undoTool, { edit: tools.lastEdit()?.id ?? 0, path: '' }, { id: 'undo' })
    expect(files).toEqual({})
  })

  it('keeps its line ends; text that only differs in them changes nothing', async () => {
    const { files, tools, write, asked, onWrite } = filesWith({ files: { 'a.txt': 'one\r\ntwo\r\n' } })
    await write('a.txt', 'one\ntwo\n')
    expect(asked).not.toHaveBeenCalled()
    expect(onWrite).not.toHaveBeenCalled()
    expect(tools.lastEdit()).toBeNull()
    await write('a.txt', 'one\n2\n')
    expect(files['a.txt']).toBe('one\r\n2\r\n')
    expect(onWrite.mock.calls[0]?.[0].after).toBe('one\r\n2\r\n')
  })

  it('is not written if the user does not allow it', async () => {
    const { files, write, onWrite } = filesWith({ files: { 'a.ts': 'one\n' }, mayWrite: async () => false })
    await expect(write('a.ts', 'two\n')).rejects.toMatchObject({
      code: -32603,
      message: 'The user did not allow a change to a.ts. The file is unchanged.',
      data: { reason: 'not_allowed' },
    })
    expect(files['a.ts']).toBe('one\n')
    expect(onWrite).not.toHaveBeenCalled()
  })

  it('is not written if it changed while the user decided', async () => {
    const files = { 'a.ts': 'one\n' }
    const { write } = filesWith({
      files,
      mayWrite() {
        files['a.ts'] = 'somebody else’s\n'
        return true
      },
    })
    await expect(write('a.ts', 'two\n')).rejects.toMatchObject({ data: { reason: 'file_changed' } })
    expect(files['a.ts']).toBe('somebody else’s\n')
  })

  it('is refused in a restricted folder, without asking the user', async () => {
    const { files, write, asked } = filesWith({ files: { 'a.ts': 'one\n' }, isTrusted: false })
    await expect(write('a.ts', 'two\n')).rejects.toMatchObject({ data: { reason: 'folder_restricted' } })
    expect(asked).not.toHaveBeenCalled()
    expect(files['a.ts']).toBe('one\n')
  })

  it('is refused outside the folder and above 5 MB, without asking the user', async () => {
    const { files, write, asked } = filesWith()
    await expect(write('/etc/motd', 'x')).rejects.toMatchObject({ data: { reason: 'outside_workspace' } })
    await expect(write('big.txt', 'x'.repeat(5 * 1024 * 1024 + 1))).rejects.toMatchObject({
      data: { reason: 'file_too_large' },
    })
    expect(asked).not.toHaveBeenCalled()
    expect(files).toEqual({})
  })

  it('is written in the order of the requests, each on the text before it', async () => {
    const { files, write, onWrite } = filesWith({ files: { 'a.ts': '0' } })
    await Promise.all(['1', '2', '3'].map((text) => write('a.ts', text)))
    expect(files['a.ts']).toBe('3')
    expect(onWrite.mock.calls.map(([{ before, after }]) => `${before}→${after}`)).toEqual([
      '0→1',
      '1→2',
      '2→3',
    ])
  })
})
