// Opening a file in the user's own editor. The editors are scripts that write down how they were started.
import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openInEditor } from '../../src/main/workspace/open-editor.ts'
import type { EditorRequest } from '../../src/core/ports/workspace.ts'
import type { Settings } from '../../src/shared/settings.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { startConversation } from './builtin-conversation.ts'

const HOSTILE = `a +'!touch x' $(touch y) "q"; rm -rf .ts`

let folder: TempFolder
let bin: TempFolder
beforeEach(() => {
  bin = createTempFolder()
  folder = createTempFolder({
    'src/auth.ts': 'export const sign = 1\n\nexport function checkToken() {\n  return sign\n}\n',
    [HOSTILE]: 'x\n',
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
  bin.remove()
  folder.remove()
})

interface Started {
  args: string[]
  cwd: string
  names: string[]
}

/** An editor that writes down how it was started, and ends with this code. */
function install(name: string, exitCode = 0, into: TempFolder = bin): void {
  const log = join(bin.path, `${name}.json`)
  const wrote = `{ args: process.argv.slice(2), cwd: process.cwd(), names: Object.keys(process.env) }`
  into.write(
    name,
    `#!${process.execPath}\nrequire('node:fs').writeFileSync(${JSON.stringify(log)}, JSON.stringify(${wrote}))\nprocess.exit(${exitCode})\n`,
  )
  chmodSync(join(into.path, name), 0o755)
}

const started = (name: string): Started =>
  JSON.parse(readFileSync(join(bin.path, `${name}.json`), 'utf8')) as Started
const hasStarted = (name: string): boolean => existsSync(join(bin.path, `${name}.json`))

const open = (
  request: EditorRequest,
  { chosen = 'auto', ...environment }: { chosen?: Settings['editor'] } & NodeJS.ProcessEnv = {},
) =>
  openInEditor(folder.path, request, {
    chosen,
    environment: { PATH: bin.path, ...environment },
    platform: 'linux',
  })
const file = (name: string): string => join(folder.path, name)

describe.skipIf(process.platform === 'win32')('A file is opened', () => {
  it('at its line, from the home folder, with every sign of its name', async () => {
    install('code')
    expect(await open({ file: 'src/auth.ts', line: 3 })).toEqual({ editor: 'VS Code', file: 'src/auth.ts' })
    expect(started('code')).toMatchObject({ args: ['--goto', `${file('src/auth.ts')}:3`], cwd: homedir() })
    await open({ file: HOSTILE })
    expect(started('code').args).toEqual([file(HOSTILE)])
  })

  it.each([
    ['cursor', 'cursor', ['--goto', 'FILE:7']],
    ['zed', 'zed', ['FILE:7']],
    ['jetbrains', 'pycharm', ['--line', '7', 'FILE']],
    ['sublime', 'subl', ['FILE:7']],
    ['emacs', 'emacs', ['+7', 'FILE']],
  ] as const)('in %s as that takes a line', async (editor, program, args) => {
    install('code')
    install(program)
    await open({ file: 'src/auth.ts', line: 7, editor })
    expect(started(program).args).toEqual(args.map((one) => one.replace('FILE', file('src/auth.ts'))))
    expect(hasStarted('code')).toBe(false)
  })

  it('in the editor of the settings, then that of $VISUAL or $EDITOR, then the first one found', async () => {
    for (const name of ['code', 'subl', 'zed']) install(name)
    const editorFor = async (environment: Parameters<typeof open>[1]): Promise<string> =>
      (await open({ file: 'src/auth.ts' }, environment)).editor
    expect(await editorFor({ chosen: 'zed', EDITOR: 'subl' })).toBe('Zed')
    expect(await editorFor({ EDITOR: '/usr/bin/subl --wait' })).toBe('Sublime Text')
    expect(await editorFor({ VISUAL: 'zed', EDITOR: 'subl' })).toBe('Zed')
    expect(await editorFor({ EDITOR: 'touch /tmp/made' })).toBe('VS Code')
    expect(await editorFor({ EDITOR: 'emacs' })).toBe('VS Code')
  })

  it('in a terminal, if the editor needs one', async () => {
    install('vim')
    await expect(open({ file: 'src/auth.ts', editor: 'vim' })).rejects.toMatchObject({
      fault: { code: 'editor_absent', message: expect.stringContaining('needs a terminal') },
    })
    install('xterm')
    await open({ file: HOSTILE, line: 2, editor: 'vim' })
    expect(started('xterm').args).toEqual(['-e', join(bin.path, 'vim'), '+2', file(HOSTILE)])
  })

  it('with no secret of Parley in the environment', async () => {
    install('code')
    await open({ file: 'src/auth.ts' }, { OPENCLAW_GATEWAY_TOKEN: 'secret', LIVEKIT_API_SECRET: 'secret' })
    expect(started('code').names.filter((name) => /TOKEN|SECRET/.test(name))).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('Nothing is opened', () => {
  it('outside the workspace, through a link to there, or that is a folder', async () => {
    install('code')
    symlinkSync('/etc/hostname', file('link.ts'))
    await expect(open({ file: '../x' })).rejects.toMatchObject({ fault: { code: 'outside_workspace' } })
    await expect(open({ file: '/etc/hostname' })).rejects.toMatchObject({
      fault: { code: 'outside_workspace' },
    })
    await expect(open({ file: 'link.ts' })).rejects.toMatchObject({ fault: { code: 'outside_workspace' } })
    await expect(open({ file: 'src' })).rejects.toMatchObject({ fault: { code: 'file_not_found' } })
    expect(hasStarted('code')).toBe(false)
  })

  it('by a program of the workspace itself', async () => {
    install('code', 0, folder)
    await expect(open({ file: 'src/auth.ts' }, { PATH: folder.path })).rejects.toMatchObject({
      fault: { code: 'editor_absent' },
    })
    expect(hasStarted('code')).toBe(false)
  })

  it('where no editor is found, which says which ones there are', async () => {
    await expect(open({ file: 'src/auth.ts' })).rejects.toMatchObject({
      fault: {
        message: expect.stringMatching(/VS Code, Cursor, Zed.*Vim/),
        remedy: expect.stringContaining('settings'),
      },
    })
    await expect(open({ file: 'src/auth.ts', editor: 'cursor' })).rejects.toMatchObject({
      fault: { message: 'I did not find Cursor on this computer.' },
    })
  })

  it('by an editor that refuses to start', async () => {
    install('code', 1)
    await expect(open({ file: 'src/auth.ts' })).rejects.toMatchObject({
      fault: { code: 'command_failed', message: 'VS Code did not start.' },
    })
  })
})

describe.skipIf(process.platform === 'win32')('Asked for the editor, the built-in agent', () => {
  async function start() {
    install('code')
    vi.stubEnv('PATH', `${bin.path}:${process.env['PATH']}`)
    vi.stubEnv('VISUAL', '')
    vi.stubEnv('EDITOR', '')
    return startConversation(folder.path)
  }

  it('opens what is in front, a named file, or what the last answer was about', async () => {
    const talk = await start()
    const view = { file: 'src/auth.ts', line: 2, kind: 'code' }
    const shown = await talk.ask('open it in my editor', { view })
    expect(shown).toMatchObject({
      said: 'auth.ts, line 2, is open in VS Code.',
      artifacts: [],
      approvals: [],
    })
    expect(started('code').args).toEqual(['--goto', `${file('src/auth.ts')}:2`])

    await talk.ask('open auth.ts in VS Code at line 4')
    expect(started('code').args).toEqual(['--goto', `${file('src/auth.ts')}:4`])

    await talk.ask('what does check token do')
    await talk.ask('edit it in my editor', { view: { kind: 'markdown' } })
    expect(started('code').args).toEqual(['--goto', `${file('src/auth.ts')}:3`])
    await talk.close()
  })

  it('opens none for a guest, and leaves the front tab alone when there is none', async () => {
    const talk = await start()
    const view = { file: 'src/auth.ts', kind: 'code' }
    expect((await talk.ask('open it in my editor', { view, askedBy: 'approver' })).said).toContain(
      'Only the owner',
    )
    expect(hasStarted('code')).toBe(false)
    const missing = await talk.ask('open it in cursor', { view })
    expect(missing.said).toMatch(/^I did not find Cursor on this computer\./)
    expect(missing.artifacts).toEqual([])
    expect((await talk.ask('open it in my editor')).said).toMatch(/not looking at a file/)
    await talk.close()
  })
})
