// Pages that are no file: each says which question it answers, so that the same question shows it in the same tab.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { startConversation } from './builtin-conversation.ts'

let folder: TempFolder
let talk: Awaited<ReturnType<typeof startConversation>>
beforeAll(async () => {
  folder = createTempFolder({
    'package.json': '{ "name": "harbour", "dependencies": { "ropes": "1" } }',
    'src/a.ts': 'export function moor(a: number) {}\n',
    'lib/src/b.ts': 'export function sail() {}\n',
  })
  folder.git('init', '--quiet')
  folder.commitAll()
  folder.write('src/a.ts', 'export function moor(a: string) {}\n// TODO: later\n')
  talk = await startConversation(folder.path)
})
afterAll(async () => {
  await talk.close()
  folder.remove()
})

it.each([
  ['what are its dependencies', 'dependencies'],
  ['anything risky in my changes', 'risks'],
  ['what can you do', 'help'],
  ['what are the biggest files', 'longest files'],
  ['which functions are the longest', 'longest functions'],
  ['what is the status', 'status'],
  ['show me the last commits', 'history'],
  ['who wrote line 1 of b dot ts', 'blame lib/src/b.ts 1'],
  ['summarise the src folder', 'summary src'],
  ['what is this project', 'summary'],
])('The page for %j answers %j', async (said, query) => {
  expect((await talk.ask(said)).artifact('markdown').query).toBe(query)
})
