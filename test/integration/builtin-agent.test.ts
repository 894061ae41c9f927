// What the built-in brain can do, each once, over a real repository with real git, ripgrep and tree-sitter.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { startConversation } from './builtin-conversation.ts'

const CLIENT = `// Talks to the server.
import { logger } from './logger.ts'

/** How long to wait, and how often to try. */
export class RetryPolicy {
  timeout = 10
  /** Whether to go on after so many tries. */
  goesOn(tries: number): boolean {
    return tries < 3
  }
}

/**
 * Reads one line of a header into its name and its value.
 * @param line without its end
 */
export function parseHeader(line: string): [string, string] {
  logger.info('parsing')
  const at = line.indexOf(':')
  return [line.slice(0, at), line.slice(at + 1).trim()]
}

export const timeout = new RetryPolicy().timeout
`

const FILES = {
  'README.md': '# Harbour\n\nHarbour keeps track of ships.\n\n## Use\n\nRun it.\n',
  'package.json': `${JSON.stringify({
    name: 'harbour',
    main: 'src/index.ts',
    scripts: {
      test: 'node test.mjs',
      lint: 'node -e "process.exit(2)"',
      'type-check': 'node -e "console.log(40 + 2)"',
    },
  })}\n`,
  'test.mjs': 'console.log("one\\nTests  2 passed (2)")\n',
  'src/index.ts': "import { parseHeader } from './client.ts'\n// TODO: more\nparseHeader('a: b')\n",
  'src/client.ts': CLIENT,
  'src/logger.ts': 'export const logger = { info(text: string) { console.log(text) } }\n',
  'src/lib/config.ts': `${Array.from({ length: 80 }, (_, at) => `export const value${at + 1} = ${at + 1}`).join('\n')}\n`,
  'src/lib/index.ts': 'export function open(): void {}\n',
  'src/web/index.ts': 'export function open(): void {}\n// FIXME soon\n',
  'tools/report.py':
    'def make_report(ships):\n    """Writes the report."""\n    return ships\n\nmake_report([])\n',
}

let folder: TempFolder
let talk: Awaited<ReturnType<typeof startConversation>>
beforeEach(async () => {
  folder = createTempFolder(FILES)
  folder.git('init', '--quiet', '--initial-branch', 'main')
  folder.commitAll()
  talk = await startConversation(folder.path)
})
afterEach(async () => {
  await talk.close()
  folder.remove()
})

const hunkOf = (patch: string) => ({ patch, turnId: 'revert-1' })
const textOf = (file: string): string => readFileSync(join(folder.path, file), 'utf8')

describe('Asked to open something, the built-in brain', () => {
  it('shows the requested lines', async () => {
    const heard = await talk.ask('show me lines forty to sixty of config dot ts')
    expect(heard.said).toBe('Here are lines 40 to 60 of config.ts.')
    expect(heard.artifact('code')).toMatchObject({ file: 'src/lib/config.ts', startLine: 40, focusLine: 40 })
    expect(heard.artifact('code').content.split('\n')).toHaveLength(22)
    expect(heard.artifact('code').content).toMatch(/^export const value40 = 40\n/)
  })

  it('goes to a line of the file in view, or of the last one it showed', async () => {
    expect((await talk.ask('go to line forty two')).said).toMatch(/^You are not looking at a file/)
    const inFront = await talk.ask('go to line forty two', {
      view: { file: 'src/lib/config.ts', kind: 'code' },
    })
    expect(inFront).toMatchObject({ said: 'Line 42.', views: [{ action: 'line.reveal', line: 42 }] })
    await talk.ask('open config')
    const again = await talk.ask('go to line forty two')
    expect(again.artifact('code')).toMatchObject({ file: 'src/lib/config.ts', focusLine: 42 })
  })

  it('jumps to a definition', async () => {
    const heard = await talk.ask('jump to the definition of parse header')
    expect(heard.said).toBe('Parse header is a function in client.ts, line 17.')
    expect(heard.artifact('code')).toMatchObject({ file: 'src/client.ts', focusLine: 17 })
    expect((await talk.ask('where is the retry policy defined')).artifact('code')).toMatchObject({
      focusLine: 5,
    })
    expect((await talk.ask('open goes on')).artifact('code')).toMatchObject({ focusLine: 8 })
  })

  it('asks which one when several are meant, and takes a number or a name for an answer', async () => {
    const heard = await talk.ask('open index in the list')
    expect(heard.said).toContain('no file')
    const asked = await talk.ask('open index')
    expect(asked.said).toBe(
      'I found three: first index.ts in src, second index.ts in lib, third index.ts in web. Which one?',
    )
    expect(asked.artifact('search_results').results).toHaveLength(3)
    expect((await talk.ask('the second one')).artifact('code')).toMatchObject({ file: 'src/lib/index.ts' })
    expect((await talk.ask('number three')).artifact('code')).toMatchObject({ file: 'src/web/index.ts' })
    expect((await talk.ask('the seventh one')).said).toBe('There are only 3.')

    await talk.ask('open index')
    expect((await talk.ask('the one in web')).artifact('code')).toMatchObject({ file: 'src/web/index.ts' })
    await talk.ask('open index')
    expect((await talk.ask('lib')).artifact('code')).toMatchObject({ file: 'src/lib/index.ts' })
  })

  it('asks about several definitions, too', async () => {
    const asked = await talk.ask('go to the definition of open')
    expect(asked.said).toMatch(
      /^I found two: first the one in index\.ts in lib, second the one in index\.ts in web\./,
    )
    expect(asked.artifact('search_results').results).toHaveLength(2)
    expect((await talk.ask('the first')).artifact('code')).toMatchObject({
      file: 'src/lib/index.ts',
      focusLine: 1,
    })
  })

  it('has no list before there is one', async () => {
    expect((await talk.ask('the third result')).said).toMatch(/^There is no list/)
  })
})

describe('Asked to find something, the built-in brain', () => {
  it('finds words in every spelling of a name', async () => {
    const heard = await talk.ask('search for all usages of the parse header')
    expect(heard.said).toBe('I found 2 places in index.ts.')
    expect(heard.artifact('search_results')).toMatchObject({ title: 'Usages: parseHeader' })
    expect((await talk.ask('the second result')).artifact('code')).toMatchObject({
      focusLine: expect.any(Number),
    })
  })

  it('counts files, and tells who imports what', async () => {
    expect((await talk.ask('how many files use the old logger')).said).toBe('2 files, with 3 places in all.')
    const heard = await talk.ask('which files import the logger module')
    expect(heard.said).toBe('Only client.ts imports it.')
    expect((await talk.ask('who imports the client')).said).toBe('Only index.ts imports it.')
  })

  it('finds to-dos, here or everywhere', async () => {
    expect((await talk.ask('find every todo')).said).toBe('I found 2 notes in 2 files.')
    const here = await talk.ask('find every todo in this folder', { view: { file: 'src/web/index.ts' } })
    expect(here.said).toBe('I found one note in index.ts.')
    expect(here.artifact('search_results').results[0]?.file).toBe('src/web/index.ts')
  })

  it('limits a search to a kind of file, a folder, a file, or a regular expression', async () => {
    expect((await talk.ask('find report in python files')).said).toBe('I found 3 places in report.py.')
    expect((await talk.ask('search for open in the lib folder')).said).toBe('I found one place in index.ts.')
    expect((await talk.ask('find timeout in client dot ts')).said).toBe('I found 2 places in client.ts.')
    expect((await talk.ask('search for the regex value[0-9]5 =')).said).toBe('I found 7 places in config.ts.')
    expect((await talk.ask('search for the regex value[')).said).toMatch(
      /^I cannot search with that regular expression/,
    )
    expect((await talk.ask('search for the string parsing')).said).toBe('I found one place in client.ts.')
    expect((await talk.ask('find where the line is parsed')).said).toMatch(
      /^Parse header in client\.ts, line 17\./,
    )
    folder.write('src/pages/[id].tsx', 'export const berth = 1\n')
    folder.write('src/i.tsx', 'export const berth = 2\n')
    expect(
      (await talk.ask('find berth in this file', { view: { file: 'src/pages/[id].tsx' } })).said,
    ).toMatch(/^I found one place/)
  })
})

describe('Asked about changes, the built-in brain', () => {
  it('shows one file, what is staged, and the last commit', async () => {
    folder.write('src/logger.ts', 'export const logger = null\n')
    folder.write('src/client.ts', 'x\n')
    folder.git('add', 'src/client.ts')
    expect((await talk.ask('what changed')).said).toMatch(/^2 files changed/)
    const one = await talk.ask('show me the diff of the logger')
    expect(one.said).toBe('Logger.ts changed: one line added and one removed.')
    expect(one.artifact('diff')).toMatchObject({ file: 'src/logger.ts' })
    expect((await talk.ask('what is staged')).artifact('diff')).toMatchObject({
      title: 'Staged changes',
      file: 'src/client.ts',
    })
    expect((await talk.ask('show the diff of the read me')).said).toMatch(/^Nothing has changed in README/)
    const commit = await talk.ask('show me the last commit')
    expect(commit.said).toMatch(/^The last commit is by Test: As it was\. 10 files changed/)
    expect(commit.artifact('diff')).toMatchObject({ title: 'Last commit: As it was' })
  })

  it('tells who wrote a line, and the history of a file', async () => {
    const view = { file: 'src/client.ts', line: 17, kind: 'code' }
    const heard = await talk.ask('who wrote this line', { view })
    expect(heard.said).toMatch(/^Test, on \d+ \w+ \d{4}: As it was\.$/)
    expect(heard.artifact('markdown').content).toContain('parseHeader')
    expect((await talk.ask('who wrote line 3 of the read me')).said).toMatch(/^Test, on/)
    expect((await talk.ask('who wrote line 9000 of the read me')).said).toMatch(
      /^There is no committed line 9000/,
    )
    expect((await talk.ask('who wrote this line', { view: { file: 'README.md' } })).said).toMatch(
      /^I cannot tell which line/,
    )
    folder.write('src/client.ts', CLIENT.replace('one line', 'one whole line'))
    expect((await talk.ask('blame line 14', { view })).said).toBe('Line 14 is not committed yet.')
    const log = await talk.ask('show me the history of this file', { view })
    expect(log.said).toMatch(/^One commit\. The last is by Test, on/)
    expect(log.artifact('markdown').title).toBe('History: client.ts')
  })
})

describe('Asked for the status, the built-in brain', () => {
  it('says the branch and how many files are staged, changed and new, without an approval', async () => {
    const clean = await talk.ask('git status')
    expect(clean).toMatchObject({
      said: 'You are on main. Nothing has changed.',
      artifacts: [],
      approvals: [],
    })

    folder.write('src/logger.ts', 'export const logger = null\n')
    folder.git('add', 'src/logger.ts')
    folder.write('src/index.ts', '')
    folder.write('src/lib/index.ts', '')
    folder.write('src/[new] file.ts', '')
    const heard = await talk.ask('what is the status')
    expect(heard.said).toBe('You are on main. One file staged, 2 files changed and one file that is new.')
    expect(heard.statuses).toEqual(['executing_command'])
    expect(heard.approvals).toEqual([])
    expect(heard.artifact('markdown').content).toBe(
      [
        '# Status\n\nYou are on main.\n',
        '\n## Staged\n\n- [`src/logger.ts`](/src/logger.ts) modified\n',
        '\n## Changed\n\n- [`src/index.ts`](/src/index.ts) modified\n- [`src/lib/index.ts`](/src/lib/index.ts) modified\n',
        '\n## New\n\n- [`src/[new] file.ts`](/src/%5Bnew%5D%20file.ts)\n',
      ].join(''),
    )
  })
})

describe('Asked to explain, the built-in brain', () => {
  it('says what a function does, from its comment and its callers', async () => {
    const heard = await talk.ask('what does the parse header function do')
    expect(heard.said).toBe('Reads one line of a header into its name and its value. It is used in 2 places.')
    const page = heard.artifact('markdown')
    expect(page).toMatchObject({ title: 'parseHeader', file: 'src/client.ts' })
    expect(page.content).toContain('export function parseHeader(line: string): [string, string]')
    expect(page.content).toContain('src/index.ts:3')
    expect(page.content).not.toContain('src/client.ts:17`')
  })

  it('knows which function is meant from the line in view', async () => {
    const heard = await talk.ask('explain what this function does', {
      view: { file: 'src/client.ts', line: 9, kind: 'code' },
    })
    expect(heard.artifact('markdown').title).toBe('goesOn')
    expect(heard.said).toMatch(/^Whether to go on after so many tries\./)
    expect((await talk.ask('what does the flux capacitor do')).said).toMatch(
      /^I found nothing about that here/,
    )
  })

  it('summarises a file, a folder and all of it', async () => {
    const file = await talk.ask('summarise this file', { view: { file: 'src/client.ts' } })
    expect(file.said).toBe('Talks to the server. Client.ts has 23 lines and declares 2 symbols.')
    expect(file.artifact('markdown').content).toContain('RetryPolicy')
    const sub = await talk.ask('summarise the src folder')
    expect(sub.artifact('markdown').content).toMatch(/## Folders\n\n- `(?:lib|web)`/)
    const all = await talk.ask('summarise this repository')
    expect(all.said).toBe('Harbour keeps track of ships. It has 10 files, mostly typescript and javascript.')
    const { content } = all.artifact('markdown')
    for (const part of ['Languages', 'Entry points', 'parseHeader', 'npm test', 'As it was', '`main`']) {
      expect(content).toContain(part)
    }
  })

  it('writes a summary to a file, if the user approves', async () => {
    const denied = await talk.ask('write a summary to tasks summary', { answer: 'deny' })
    expect(denied.said).toBe('All right, I did not write it.')
    expect(existsSync(join(folder.path, 'tasks'))).toBe(false)
    const heard = await talk.ask('write a summary to tasks summary', { answer: 'allow' })
    expect(heard.approvals[0]).toMatchObject({ kind: 'edit', title: 'Create tasks/SUMMARY.md' })
    expect(heard.artifact('markdown')).toMatchObject({ file: 'tasks/SUMMARY.md' })
    expect(textOf('tasks/SUMMARY.md')).toContain('Harbour keeps track of ships.')
  })

  it('reads out what is in view', async () => {
    expect((await talk.ask('read it out')).said).toBe('There is nothing in front of you to read out.')
    await talk.ask('open the readme')
    expect((await talk.ask('read it out')).said).toBe('Harbour. Harbour keeps track of ships. Use.')
    const code = await talk.ask('read it out', { view: { file: 'src/client.ts', line: 18, kind: 'code' } })
    expect(code.said).toMatch(/^Function parse header, 5 lines\. Reads one line of a header/)
  })
})

describe('Asked to change something, the built-in brain', () => {
  it('asks with the exact change, and does not make it if denied', async () => {
    const heard = await talk.ask('replace timeout with deadline in client dot ts', { answer: 'deny' })
    expect(heard.approvals).toHaveLength(1)
    expect(heard.approvals[0]).toMatchObject({
      kind: 'edit',
      title: 'Replace timeout with deadline in src/client.ts',
    })
    expect(heard.approvals[0]?.diff).toContain('+  deadline = 10')
    expect(heard.said).toBe('All right, I left it alone.')
    expect(textOf('src/client.ts')).toBe(CLIENT)
    expect(heard.artifacts).toEqual([])
  })

  it('makes the change if approved, shows it, and undoes it again', async () => {
    const heard = await talk.ask('replace timeout with deadline in client dot ts', { answer: 'allow' })
    expect(heard.said).toBe('Done, 3 places in client.ts.')
    expect(heard.statuses).toContain('editing_file')
    expect(heard.artifact('diff').diff).toContain('+  deadline = 10')
    expect(textOf('src/client.ts')).toBe(CLIENT.replaceAll('timeout', 'deadline'))
    expect((await talk.ask('show me the diff of the last edit')).artifact('diff').diff).toContain(
      '-  timeout = 10',
    )

    await talk.ask('rename parse header to read header line in client dot ts', { answer: 'allow' })
    expect(textOf('src/client.ts')).toContain('export function readHeaderLine(')

    expect((await talk.ask('undo that', { answer: 'deny' })).said).toBe('All right, the change stays.')
    const undone = await talk.ask('undo that', { answer: 'allow' })
    expect(undone.said).toBe('Undone in client.ts.')
    expect(undone.artifact('diff').diff).toContain('+export function parseHeader(')
    await talk.ask('undo the last change', { answer: 'allow' })
    expect(textOf('src/client.ts')).toBe(CLIENT)
    expect((await talk.ask('undo that')).said).toBe('I have no change to undo.')
  })

  it('does not undo what somebody else has changed since', async () => {
    await talk.ask('replace timeout with deadline in client dot ts', { answer: 'allow' })
    writeFileSync(join(folder.path, 'src/client.ts'), 'mine now\n')
    const heard = await talk.ask('undo that', { answer: 'allow' })
    expect(heard.said).toBe('Client.ts changed since, so I left it alone.')
    expect(textOf('src/client.ts')).toBe('mine now\n')
  })

  it('does not make a change to a file that changed while it asked', async () => {
    const heard = await talk.ask('replace timeout with deadline in client dot ts', {
      answer: 'allow',
      onApproval: () => writeFileSync(join(folder.path, 'src/client.ts'), 'timeout timeout\n'),
    })
    expect(heard.said).toBe('That file has changed in the meantime, so I did not touch it.')
    expect(textOf('src/client.ts')).toBe('timeout timeout\n')
  })

  it('does not ask again for what is always allowed, and still asks for other things', async () => {
    await talk.ask('replace timeout with deadline in client dot ts', { answer: 'always' })
    const second = await talk.ask('replace deadline with limit in client dot ts')
    expect(second.approvals).toEqual([])
    expect(textOf('src/client.ts')).toContain('limit = 10')
    expect((await talk.ask('run the tests', { answer: 'always' })).approvals).toHaveLength(1)
    expect((await talk.ask('run the tests')).approvals).toEqual([])
    // A dangerous action is asked about all the same.
    expect((await talk.ask('run rm -rf src', { answer: 'deny' })).approvals).toHaveLength(1)
  })

  it('renames the symbol in view, and writes the new name in the style of the old one', async () => {
    const view = { file: 'src/client.ts', line: 18, kind: 'code' }
    await talk.ask('rename this function to parse config', { view, answer: 'allow' })
    expect(textOf('src/client.ts')).toContain('export function parseConfig(')
    await talk.ask('rename make report to write summary in report dot py', { answer: 'allow' })
    expect(textOf('tools/report.py')).toMatch(/^def write_summary\(ships\):[\s\S]*\nwrite_summary\(\[\]\)\n$/)
  })

  it('says when there is nothing to replace, and asks which file is meant', async () => {
    expect((await talk.ask('replace unicorn with horse in client dot ts')).said).toBe(
      'There is no such text in client.ts.',
    )
    expect((await talk.ask('replace open with close in index')).said).toMatch(/^I found three/)
    const heard = await talk.ask('the second one', { answer: 'allow' })
    expect(heard.said).toBe('Done, one place in index.ts.')
    expect(textOf('src/lib/index.ts')).toBe('export function close(): void {}\n')
  })

  it('creates a file, and not over another', async () => {
    const heard = await talk.ask('create a file called notes dot md with the text buy more rope', {
      answer: 'allow',
    })
    expect(heard.artifact('markdown')).toMatchObject({ file: 'notes.md', content: 'buy more rope\n' })
    expect((await talk.ask('create a file called notes dot md')).said).toBe(
      'There is already a file called notes.md.',
    )
    expect((await talk.ask('create a file called ../evil.md', { answer: 'allow' })).said).toMatch(
      /outside the open folder/,
    )
    await talk.ask('undo that', { answer: 'allow' })
    expect(existsSync(join(folder.path, 'notes.md'))).toBe(false)
  })

  it('reverts a hunk for the window, and can restore it', async () => {
    folder.write('src/logger.ts', 'export const logger = null\n')
    const { diff } = await talk.workspace.workingChanges({ file: 'src/logger.ts' })
    expect(await talk.tools.revertHunk(hunkOf(diff))).toMatchObject({ ok: true })
    expect(textOf('src/logger.ts')).toBe(FILES['src/logger.ts'])
    await talk.ask('undo that', { answer: 'allow' })
    expect(textOf('src/logger.ts')).toBe('export const logger = null\n')
    folder.write('src/logger.ts', 'something else\n')
    expect(await talk.tools.revertHunk(hunkOf(diff))).toMatchObject({
      ok: false,
      fault: { code: 'file_changed' },
    })
  })

  it('restores a reverted hunk for the owner without a question, and without another tab', async () => {
    folder.write('src/logger.ts', 'export const logger = null\n')
    const { diff } = await talk.workspace.workingChanges({ file: 'src/logger.ts' })
    await talk.tools.revertHunk(hunkOf(diff))
    const heard = await talk.ask('undo that', { askedBy: 'owner' })
    expect(heard).toMatchObject({ said: 'Undone in logger.ts.', approvals: [], artifacts: [] })
    expect(textOf('src/logger.ts')).toBe('export const logger = null\n')
  })

  it.each(['participant', 'approver'] as const)(
    'asks before it restores a reverted hunk for another %s',
    async (askedBy) => {
      folder.write('src/logger.ts', 'export const logger = null\n')
      const { diff } = await talk.workspace.workingChanges({ file: 'src/logger.ts' })
      await talk.tools.revertHunk(hunkOf(diff))
      const heard = await talk.ask('undo that', { askedBy, answer: 'deny' })
      expect(heard.approvals).toMatchObject([{ title: 'Undo the last change to src/logger.ts' }])
      expect(textOf('src/logger.ts')).toBe(FILES['src/logger.ts'])
    },
  )

  it('asks the owner before it undoes a change that was approved', async () => {
    await talk.ask('replace open with close in src slash lib slash index dot ts', { answer: 'allow' })
    const heard = await talk.ask('undo that', { askedBy: 'owner', answer: 'deny' })
    expect(heard.approvals).toHaveLength(1)
  })

  it('restores a new file whose only hunk was reverted', async () => {
    folder.write('src/berth.ts', 'export const berth = 42\n')
    const { diff } = await talk.workspace.workingChanges({ file: 'src/berth.ts' })
    expect(await talk.tools.revertHunk(hunkOf(diff))).toMatchObject({ ok: true })
    expect(existsSync(join(folder.path, 'src/berth.ts'))).toBe(false)
    expect((await talk.ask('undo that', { answer: 'allow' })).said).toBe('Undone in berth.ts.')
    expect(textOf('src/berth.ts')).toBe('export const berth = 42\n')
    // And once more, since it is there again.
    expect(await talk.tools.revertHunk(hunkOf(diff))).toMatchObject({ ok: true })
    expect(existsSync(join(folder.path, 'src/berth.ts'))).toBe(false)
  })
})

describe('Asked about a source in an older encoding, the built-in brain', () => {
  const OLD = Buffer.from(
    '// Größe des Hafens\nexport function hafenGroesse() {\n  return "süß"\n}\n',
    'latin1',
  )
  const bytesOf = (): Buffer => readFileSync(join(folder.path, 'src/hafen.ts'))
  beforeEach(() => folder.write('src/hafen.ts', OLD))

  it('opens it, finds what is in it, and changes it byte by byte', async () => {
    expect((await talk.ask('open hafen dot ts')).artifact('code').content).toContain('Größe des Hafens')
    expect((await talk.ask('find the text des Hafens')).artifact('search_results').results).toMatchObject([
      { file: 'src/hafen.ts', line: 1, content: '// Größe des Hafens' },
    ])
    expect((await talk.ask('go to the definition of hafen groesse')).artifact('code')).toMatchObject({
      file: 'src/hafen.ts',
    })
    await talk.ask('replace Hafens with Kais in hafen dot ts', { answer: 'allow' })
    expect(bytesOf()).toEqual(Buffer.from(OLD.toString('latin1').replace('Hafens', 'Kais'), 'latin1'))
    await talk.ask('undo that', { answer: 'allow' })
    expect(bytesOf()).toEqual(OLD)
  })

  it('reverts and restores its hunks, whether it was committed or is new', async () => {
    const { diff } = await talk.workspace.workingChanges({ file: 'src/hafen.ts' })
    expect(diff).toContain('+  return "süß"')
    await talk.tools.revertHunk(hunkOf(diff))
    expect(existsSync(join(folder.path, 'src/hafen.ts'))).toBe(false)
    await talk.ask('undo that', { answer: 'allow' })
    expect(bytesOf()).toEqual(OLD)

    folder.commitAll()
    const changed = Buffer.from(OLD.toString('latin1').replace('süß', 'süßer'), 'latin1')
    folder.write('src/hafen.ts', changed)
    const later = await talk.workspace.workingChanges({ file: 'src/hafen.ts' })
    expect(await talk.tools.revertHunk(hunkOf(later.diff))).toMatchObject({ ok: true })
    expect(bytesOf()).toEqual(OLD)
    await talk.ask('undo that', { answer: 'allow' })
    expect(bytesOf()).toEqual(changed)
  })
})

describe('Asked to run something, the built-in brain', () => {
  it('asks with the exact command, and does not run it if denied', async () => {
    folder.write('test.mjs', 'import { writeFileSync } from "node:fs"; writeFileSync("ran", "")\n')
    const heard = await talk.ask('run the tests', { answer: 'deny' })
    expect(heard.approvals).toMatchObject([
      { kind: 'command', title: 'Run the tests', action: 'npm test', folder: folder.path },
    ])
    expect(heard.said).toBe('All right, I did not run it.')
    expect(existsSync(join(folder.path, 'ran'))).toBe(false)
  })

  it('shows the output while the command runs, in one tab, and says how it ended', async () => {
    const heard = await talk.ask('run the unit tests', { answer: 'allow' })
    expect(heard.said).toBe('The tests passed: 2 tests.')
    expect(heard.statuses).toEqual(['executing_command'])
    expect(heard.artifact('code')).toMatchObject({
      title: '$ npm test',
      content: expect.stringContaining('Tests  2 passed'),
    })
    expect(new Set(heard.artifacts.map(({ id }) => id)).size).toBe(1)
  })

  it('names the test that failed, opens it, says why, and runs it alone or again', async () => {
    folder.write(
      'test.mjs',
      [
        "import test from 'node:test'",
        "import assert from 'node:assert'",
        "test('adds two numbers', () => {",
        '  assert.strictEqual(1 + 2, 4)',
        '})',
        "test('is fine', () => {})",
      ].join('\n'),
    )
    const ran = await talk.ask('run the tests', { answer: 'allow' })
    expect(ran.said).toBe('One test failed and 1 passed: adds two numbers. It expected 4 and got 3.')
    expect((await talk.ask('why')).said).toBe(
      'The test “adds two numbers” failed, in test.mjs, line 3. It expected 4 and got 3.',
    )
    const opened = await talk.ask('open it')
    expect(opened.artifact('code')).toMatchObject({ file: 'test.mjs' })
    const alone = await talk.ask('run just that one', { answer: 'deny' })
    expect(alone.approvals).toMatchObject([
      { action: "node --test '--test-name-pattern=adds two numbers' test.mjs" },
    ])
    const again = await talk.ask('run it again', { answer: 'allow' })
    expect(again.approvals).toMatchObject([{ action: 'npm test' }])
    expect(again.said).toBe(ran.said)
  })

  it('means the failed test that was chosen by "that one", "why" and "open the failing test"', async () => {
    folder.write(
      'test.mjs',
      [
        "import test from 'node:test'",
        "import assert from 'node:assert'",
        "test('adds', () => assert.strictEqual(1 + 2, 4))",
        "test('takes away', () => assert.strictEqual(3 - 2, 0))",
      ].join('\n'),
    )
    expect((await talk.ask('open the failing test')).said).toMatch(/^I have not run anything yet/)
    await talk.ask('run the tests', { answer: 'allow' })
    expect((await talk.ask('open the failed test')).artifact('code')).toMatchObject({ focusLine: 3 })
    expect((await talk.ask('the second one')).artifact('code')).toMatchObject({
      file: 'test.mjs',
      focusLine: 4,
    })
    expect((await talk.ask('why')).said).toMatch(/^The test “takes away” failed, in test\.mjs, line 4\./)
    expect((await talk.ask('open it')).artifact('code')).toMatchObject({ focusLine: 4 })
    expect((await talk.ask('open the failing test')).artifact('code')).toMatchObject({ focusLine: 4 })
    // A command of git that succeeds is not what "that one" is about.
    await talk.ask('stage everything', { answer: 'allow' })
    const alone = await talk.ask('run just that one', { answer: 'deny' })
    expect(alone.approvals).toMatchObject([
      { action: "node --test '--test-name-pattern=takes away' test.mjs" },
    ])
  })

  it('shows the end of the output of a failed command, with its exit code', async () => {
    const heard = await talk.ask('run lint', { answer: 'allow' })
    expect(heard.said).toBe('Lint failed with exit code two. The end of the output is on the screen.')
    expect(heard.artifact('error')).toMatchObject({
      title: 'Failed: npm run lint',
      message: expect.stringContaining('It ended with exit code 2.'),
    })
    expect((await talk.ask('build')).said).toMatch(/^I cannot tell how to run the build here/)
  })

  it('runs a script by its name and a command word for word, and warns of dangerous ones', async () => {
    const script = await talk.ask('run type check', { answer: 'allow' })
    expect(script.approvals[0]).toMatchObject({ action: 'npm run type-check' })
    expect(script.artifact('code').content).toContain('42')
    const command = await talk.ask('run echo "hello there"', { answer: 'allow' })
    expect(command.artifact('code')).toMatchObject({
      title: '$ echo "hello there"',
      content: 'hello there\n',
    })
    expect((await talk.ask('run rm -rf src', { answer: 'deny' })).approvals[0]?.warning).toMatch(
      /^It deletes files/,
    )
    expect((await talk.ask('run the spaceship')).said).toMatch(/^I know no script of that name/)
  })

  it('says that the tests of one file cannot be run alone, and runs nothing', async () => {
    folder.write('package.json', '{}')
    folder.write('Cargo.toml', '[package]\nname = "harbour"\n')
    folder.write('src/berths.rs', 'pub fn berth() {}\n')
    const heard = await talk.ask('run the tests for berths dot rs')
    expect(heard.said).toBe(
      'I cannot run only the tests of berths.rs here. Say run the tests for all of them.',
    )
    expect(heard.approvals).toEqual([])
    folder.write('tests/quay.rs', '#[test]\nfn quay() {}\n')
    const one = await talk.ask('run the tests for quay dot rs', { answer: 'deny' })
    expect(one.approvals).toMatchObject([{ action: 'cargo test --test quay' }])
  })

  it('runs a script with the package manager of the project', async () => {
    folder.write('pnpm-lock.yaml', '')
    const heard = await talk.ask('run type check', { answer: 'deny' })
    expect(heard.approvals[0]).toMatchObject({ action: 'pnpm run type-check' })
  })

  it('updates the output at most twice a second, and stops when interrupted', async () => {
    folder.write('test.mjs', 'let n = 0; setInterval(() => console.log("tick " + ++n), 20)\n')
    const started = performance.now()
    const seen: number[] = []
    const heard = await talk.ask('run the tests', {
      answer: 'allow',
      onArtifact: ({ kind }) => {
        if (kind === 'code') seen.push(performance.now() - started)
        if (seen.length === 3) talk.stop()
      },
    })
    expect(heard.outcome).toBe('aborted')
    expect(heard.said).toBe('')
    expect(new Set(heard.artifacts.map(({ id }) => id)).size).toBe(1)
    for (let at = 1; at < seen.length; at++)
      expect((seen[at] ?? 0) - (seen[at - 1] ?? 0)).toBeGreaterThan(450)
  })

  it('ends another run when the user says stop', async () => {
    folder.write('test.mjs', 'setInterval(() => console.log("tick"), 20)\n')
    const stopped: ReturnType<typeof talk.ask>[] = []
    const heard = await talk.ask('run the tests', {
      answer: 'allow',
      onArtifact: () => {
        if (stopped.length === 0) stopped.push(talk.ask('stop'))
      },
    })
    expect(heard.outcome).toBe('aborted')
    expect(await stopped[0]).toMatchObject({ said: '', outcome: 'completed' })
  })

  it('ends when it is interrupted while it waits for an answer, and an answer then does nothing', async () => {
    let id = ''
    const heard = await talk.ask('run the tests', {
      onApproval: (asked) => {
        id = asked.id
        setImmediate(() => talk.stop())
      },
    })
    expect(heard.outcome).toBe('aborted')
    talk.brain.answerApproval(id, 'allow')
    expect((await talk.ask('run the tests', { answer: 'deny' })).approvals).toHaveLength(1)
  })
})

describe('Asked for what a window does, the built-in brain', () => {
  it.each([
    ['next tab', 'tab.next', ''],
    ['close this tab', 'tab.close', 'Closed.'],
    ['revert this hunk', 'hunk.revert', ''],
    ['scroll down to the end of the file', 'scroll.end', ''],
    ['switch to the dark theme', 'theme.dark', 'Dark theme.'],
    ['louder', 'voice.louder', 'Louder.'],
    ['slower', 'voice.slower', 'Speaking more slowly.'],
    ['bigger text', 'text.larger', 'Larger text.'],
    ['start a new conversation', 'conversation.new', 'New conversation.'],
  ])('passes "%s" on', async (request, action, said) => {
    const heard = await talk.ask(request, { askedBy: 'owner' })
    expect(heard).toMatchObject({ said, views: [{ action }], outcome: 'completed', artifacts: [] })
  })

  it('tells how many hunks of the diff in front are left', async () => {
    const view = { kind: 'diff', hunks: { left: 2, of: 5 } }
    expect((await talk.ask('how many are left', { view })).said).toBe('Two of five hunks are left.')
    expect((await talk.ask('how many are left')).said).toBe('You are not looking at a diff.')
  })

  it.each(['participant', 'approver'] as const)('changes no setting for another %s', async (askedBy) => {
    const heard = await talk.ask('dark theme', { askedBy })
    expect(heard).toMatchObject({ said: expect.stringContaining('Only the owner'), views: [] })
    expect((await talk.ask('next tab', { askedBy })).views).toEqual([{ action: 'tab.next' }])
  })

  it('says what it cannot do, and what it can do instead', async () => {
    expect((await talk.ask('push to origin')).said).toMatch(/^I do not push, merge or publish\. I can/)
    expect((await talk.ask('install the package express')).said).toMatch(/^I do not install packages/)
    expect((await talk.ask('yes do it')).said).toBe('I did not ask you anything.')
    expect((await talk.ask('wait')).said).toBe('')
  })
})
