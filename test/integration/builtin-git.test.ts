// Git by voice in a real repository: each request becomes one command, which runs only if the user approves it.
import { chmodSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { type AskOptions, type Heard, startConversation } from './builtin-conversation.ts'

let folder: TempFolder
let talk: Awaited<ReturnType<typeof startConversation>>
beforeEach(async () => {
  folder = createTempFolder({ 'quay.ts': 'export const quay = 1\n', 'tide.ts': 'export const tide = 1\n' })
  folder.git('init', '--quiet', '--initial-branch=main')
  folder.git('config', 'user.name', 'Harbour master')
  folder.git('config', 'user.email', 'harbour@example.test')
  folder.commitAll()
  talk = await startConversation(folder.path)
})
afterEach(async () => {
  await talk.close()
  folder.remove()
})

const ask = (text: string, options: AskOptions = {}): Promise<Heard> =>
  talk.ask(text, { answer: 'allow', ...options })
const lastSubject = (): string => folder.git('log', '-1', '--format=%s').trim()
const status = (): string => folder.git('status', '--porcelain')

describe('Asked to commit, the built-in brain', () => {
  it('drafts a message from all changes, shows the command, and commits once it is approved', async () => {
    folder.write('quay.ts', 'export const quay = 2\n')
    folder.write('rope.ts', 'export const rope = 1\n')
    const refused = await ask('commit this', { answer: 'deny' })
    expect(refused.approvals[0]?.action).toBe(
      "git add --all -- . && git commit --message 'Change quay and add rope.ts' -- .",
    )
    expect([refused.said, lastSubject()]).toEqual(['All right, I did not do it.', 'As it was'])
    const done = await ask('commit this')
    expect(done.said).toBe('Committed 2 files: Change quay and add rope.ts.')
    expect([lastSubject(), status()]).toEqual(['Change quay and add rope.ts', ''])
    expect((await ask('commit everything')).said).toBe('There is nothing to commit in this folder.')
  })

  it('can say why a commit was refused, by a hook for example', async () => {
    folder.write('.git/hooks/pre-commit', '#!/bin/sh\necho no rope >&2\nexit 1\n')
    chmodSync(`${folder.path}/.git/hooks/pre-commit`, 0o755)
    folder.write('quay.ts', 'export const quay = 2\n')
    const refused = await ask('commit this')
    expect(refused.said).toMatch(/fail|exit code/)
    expect((await ask('why')).said).toBe(refused.said)
    expect(lastSubject()).toBe('As it was')
  })

  it('takes only what is staged, if something is, and a dictated message as it is', async () => {
    folder.write('quay.ts', 'export const quay = 2\n')
    folder.write('tide.ts', 'export const tide = 2\n')
    expect((await ask('stage quay dot ts')).said).toBe('Staged quay.ts.')
    const done = await ask(`commit with the message it's high "water" $(rm -rf .) now`)
    expect(done.said).toMatch(/^Committed what was staged: /)
    expect(lastSubject()).toBe(`it's high "water" $(rm -rf .) now`)
    expect(status()).toBe(' M tide.ts\n')
  })

  it('leaves alone what is outside the open folder', async () => {
    folder.write('packages/a/rope.ts', 'export const rope = 1\n')
    folder.write('quay.ts', 'export const quay = 2\n')
    const inner = await startConversation(`${folder.path}/packages/a`)
    const done = await inner.ask('commit this', { answer: 'allow' })
    await inner.close()
    expect(done.said).toBe('Committed one file: Add rope.ts.')
    expect(status()).toBe(' M quay.ts\n')
  })

  it('takes a file name literally', async () => {
    folder.write('[qt]uay.ts', 'export const odd = 1\n')
    folder.write('quay.ts', 'export const quay = 2\n')
    await ask('stage "[qt]uay.ts"')
    expect(status()).toBe('A  [qt]uay.ts\n M quay.ts\n')
  })

  it('stages and unstages all changes', async () => {
    folder.write('quay.ts', 'export const quay = 2\n')
    await ask('stage everything')
    expect(status()).toBe('M  quay.ts\n')
    await ask('unstage everything')
    expect(status()).toBe(' M quay.ts\n')
  })
})

describe('Asked for a branch, the built-in brain', () => {
  it('creates it and goes to it, and finds an existing one by its spoken name', async () => {
    expect((await ask('create a branch called feature slash high water')).said).toBe(
      'You are on the new branch feature/high-water.',
    )
    expect((await ask('switch back to the main branch')).said).toBe('You are on main.')
    expect((await ask('switch to branch feature high water')).said).toBe('You are on feature/high-water.')
    const none = await ask('switch to the low water branch')
    expect(none.said).toBe('There is no branch called low-water. Say create a branch called low-water.')
    expect(none.approvals).toEqual([])
  })
})

describe('Asked to stash, the built-in brain', () => {
  it('puts all changes away and brings them back', async () => {
    folder.write('rope.ts', 'export const rope = 1\n')
    await ask('stash my changes')
    expect(status()).toBe('')
    expect((await ask('bring back my stash')).said).toBe('Your stashed changes are back.')
    expect(status()).toBe('?? rope.ts\n')
  })
})

describe('Asked who wrote something, the built-in brain', () => {
  it('names the author of a symbol, and says if it is not committed yet', async () => {
    folder.write('rope.ts', 'export function coil() {}\n')
    folder.git('add', '--all')
    folder.git('commit', '--quiet', '--message', 'feat: coil ropes')
    const known = await ask('who wrote coil')
    expect(known.said).toMatch(
      /^The first line of coil in rope\.ts is by .+, on \d+ \w+ \d{4}: feat: coil ropes\.?$/,
    )
    expect(known.artifact('markdown').content).toContain('export function coil() {}')
    folder.write('rope.ts', 'export function splice() {}\n')
    expect((await ask('who wrote splice')).said).toBe('Splice in rope.ts is not committed yet.')
  })
})
