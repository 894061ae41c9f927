// A folder with more files than most: what the built-in agent says about it is true.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { startConversation } from './builtin-conversation.ts'

const FOLDERS = 600
const EACH = 100

let folder: TempFolder
let talk: Awaited<ReturnType<typeof startConversation>>
beforeAll(async () => {
  folder = createTempFolder({ 'zulu/zebra-gate.py': 'def enter():\n    pass\n', 'package.json': '{}' })
  for (let at = 0; at < FOLDERS; at++) {
    mkdirSync(path.join(folder.path, `hall-${at}`))
    for (let file = 0; file < EACH; file++) writeFileSync(path.join(folder.path, `hall-${at}/${file}.ts`), '')
  }
  talk = await startConversation(folder.path)
}, 120_000)
afterAll(async () => {
  await talk.close()
  folder.remove()
})

it('Every file counts, also the last ones', async () => {
  expect((await talk.ask('how many files are there')).said).toBe('There are 60002 files.')
  expect((await talk.ask('how many python files are there')).said).toBe('There is one file.')
  expect((await talk.ask('how many files are in the zulu folder')).said).toBe('There is one file.')
  expect((await talk.ask('how many files are in the yankee folder')).said).toContain('no')
})

it('Every file can be opened and listed, also the last one', async () => {
  expect((await talk.ask('open zebra gate')).artifact('code')).toMatchObject({ file: 'zulu/zebra-gate.py' })
  const listed = await talk.ask('list all python files')
  expect(listed.artifact('search_results').results.map(({ file }) => file)).toEqual(['zulu/zebra-gate.py'])
  const all = await talk.ask('list all files')
  expect(all.artifact('search_results').truncated).toBe(true)
  expect(all.said).toContain('60002 files')
})

it('A summary counts every file', async () => {
  expect((await talk.ask('summarize this codebase')).said).toContain('60002 files')
})
