// What the built-in brain counts, measures, lists and compares, over a real repository with real git, ripgrep and tree-sitter.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { startConversation } from './builtin-conversation.ts'

const LONG = `export function moor(ship: string): string {
  const rope = ship.length
  const knots = rope * 2
  return `.concat('`${ship} ${knots}`', '\n}\n')

const FILES = {
  'README.md': '# Harbour\n',
  'package.json': `${JSON.stringify({ name: 'harbour', scripts: { test: 'node --test', tidy: 'true' } })}\n`,
  'src/quay.ts': `${LONG}export class Quay {\n  free() {\n    return true\n  }\n}\n`,
  'src/quay.test.ts': "import { moor } from './quay.ts'\n",
  'src/tide.py': 'def tide(hour):\n    return hour % 12\n',
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
const inFront = (file: string): { view: { file: string; line: number } } => ({ view: { file, line: 1 } })

describe('The built-in brain', () => {
  it('shows the longest functions on a page with links, and opens one by its number', async () => {
    const answer = await talk.ask('which functions are the longest')
    expect(answer.said).toBe('The longest is moor in quay.ts, with 5 lines. Next is quay free with 3.')
    const { title, content } = answer.artifact('markdown')
    expect(title).toBe('Longest functions')
    expect(content).toContain('| 5 | `moor` |')
    expect(content).toContain('| 3 | `Quay.free` |')
    expect((await talk.ask('open the second one')).artifact('code')).toMatchObject({ file: 'src/quay.ts' })
    expect((await talk.ask('what are the longest functions in tide dot py')).said).toContain('tide')
  })

  it('shows the longest files, also of a folder', async () => {
    const answer = await talk.ask('what are the biggest files in src')
    expect(answer.said).toBe('The longest is quay.ts with 10 lines. Next is tide.py with 2.')
    expect(answer.artifact('markdown').content).not.toContain('README')
  })

  it('counts files, lines and functions', async () => {
    expect((await talk.ask('how many files are there')).said).toBe('There are 5 files.')
    expect((await talk.ask('how many python files are there')).said).toBe('There is one file.')
    expect((await talk.ask('how many lines of code are there')).said).toBe('15 lines in 5 files.')
    expect((await talk.ask('how long is this file', inFront('src/tide.py'))).said).toBe(
      'Tide.py has 2 lines.',
    )
    folder.write('src/[tide].py', 'def tide():\n    pass\n')
    expect((await talk.ask('how long is this file', inFront('src/[tide].py'))).said).toContain('has 2 lines.')
    expect((await talk.ask('how many functions are in quay dot ts')).said).toBe('Quay.ts has 2 functions.')
    expect((await talk.ask('how many files are there in the cellar folder')).said).toContain('no')
  })

  it('lists files and the declarations of a file', async () => {
    const files = await talk.ask('list all python files')
    expect(files.artifact('search_results').results.map(({ file }) => file)).toEqual(['src/tide.py'])
    const declared = await talk.ask('what does quay dot ts export')
    expect(declared.artifact('search_results').results.map(({ line }) => line)).toEqual([1, 6, 7])
    expect((await talk.ask('what scripts are there')).said).toContain('test')
  })

  it('compares branches, and the files as they are with one', async () => {
    folder.git('checkout', '--quiet', '-b', 'feature/deep-water')
    folder.write('src/tide.py', 'def tide(hour):\n    return hour % 13\n')
    folder.commitAll()
    const both = await talk.ask('compare main and feature slash deep water')
    expect(both.said).toMatch(/That is between main and feature.deep.water\.$/)
    expect(both.artifact('diff').diff).toContain('+    return hour % 13')
    folder.write('README.md', '# Harbour of ships\n')
    expect((await talk.ask('what changed since main')).artifact('diff').diff).toContain('+# Harbour of ships')
    const one = await talk.ask('compare this file with main', inFront('src/tide.py'))
    expect(one.artifact('diff').diff).not.toContain('Harbour of ships')
    expect((await talk.ask('compare main and nowhere')).said).toContain('There is no branch called nowhere.')
    expect((await talk.ask('what branch am I on')).said).toMatch(/^You are on feature.deep.water\.$/)
    expect((await talk.ask('show me the last commits')).artifact('markdown').content).toContain('As it was')
  })

  it('shows what is staged and who changed a file last', async () => {
    folder.write('src/tide.py', 'def tide(hour):\n    return 0\n')
    folder.git('add', 'src/tide.py')
    folder.write('README.md', '# Not staged\n')
    const staged = await talk.ask('what did I stage so far')
    expect(staged.artifact('diff').diff).toContain('+    return 0')
    expect(staged.artifact('diff').diff).not.toContain('Not staged')
    const last = await talk.ask('who last touched tide dot py')
    expect(last.said).toMatch(/^One commit\. The last is by Test, on /i)
    expect(last.artifact('markdown').title).toBe('History: tide.py')
  })

  it('opens the test of the file in view, and says if there is none', async () => {
    const found = await talk.ask("where's the test for this file", inFront('src/quay.ts'))
    expect(found.artifact('code')).toMatchObject({ file: 'src/quay.test.ts' })
    const itself = await talk.ask('open the test for this file', inFront('src/quay.test.ts'))
    expect(itself.said).toContain('is a test itself')
    const none = await talk.ask('is there a test for this', inFront('src/tide.py'))
    expect(none.artifacts.filter(({ kind }) => kind === 'code')).toEqual([])
    expect(none.said).toBe('I found no file called tide test. Try another name, or part of it.')
  })

  it('goes back, repeats its last reply, and says where the user is', async () => {
    expect((await talk.ask('go back')).views).toEqual([{ action: 'tab.back' }])
    const { said } = await talk.ask('how many files are there')
    expect((await talk.ask('say that again')).said).toBe(said)
    const here = await talk.ask('where am I', { view: { file: 'src/quay.ts', line: 2 } })
    expect(here.said).toBe('Quay.ts, line 2, in the function moor.')
  })
})
