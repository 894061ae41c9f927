import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openLogFile } from '../../../../src/main/storage/log-file.ts'
import { createTempFolder } from '../../../temp-folder.ts'

const made = createTempFolder()
afterAll(() => made.remove())

it('The log starts a new file if one is full, and deletes the oldest', () => {
  const folder = join(made.path, 'full')
  const log = openLogFile(folder, { bytes: 100, files: 3 })
  for (let n = 0; n < 40; n++) log.write(`{"line":${n}}\n`)
  expect(readdirSync(folder).sort()).toEqual(['parley.1.log', 'parley.2.log', 'parley.log'])
  for (const file of readdirSync(folder))
    expect(readFileSync(join(folder, file)).length).toBeLessThanOrEqual(100)
  expect(log.tail(10)).toEqual(Array.from({ length: 10 }, (_, n) => `{"line":${n + 30}}`))
})

it('The log continues the file of the last run', () => {
  const folder = join(made.path, 'again')
  openLogFile(folder).write('{"run":1}\n')
  const again = openLogFile(folder)
  again.write('{"run":2}\n')
  expect(again.tail(5)).toEqual(['{"run":1}', '{"run":2}'])
})

it('The app works without a log', () => {
  const folder = join(made.path, 'stuck')
  writeFileSync(folder, 'in the way')
  const log = openLogFile(folder)
  log.write('{}\n')
  expect(log.tail(1)).toEqual([])
})

it('The log continues if its folder is deleted while the app runs', () => {
  const folder = join(made.path, 'tidied')
  const log = openLogFile(folder)
  log.write('{"line":1}\n')
  rmSync(folder, { recursive: true })
  log.write('{"line":2}\n')
  expect(log.tail(5)).toEqual(['{"line":2}'])
})

it('The log continues if a full file cannot be renamed', () => {
  const folder = join(made.path, 'held')
  const log = openLogFile(folder, { bytes: 20, files: 2 })
  log.write('{"line":1}\n')
  mkdirSync(join(folder, 'parley.1.log', 'held'), { recursive: true })
  log.write('{"line":2}\n')
  rmSync(join(folder, 'parley.1.log'), { recursive: true })
  log.write('{"line":3}\n')
  expect(log.tail(5)).toEqual(['{"line":1}', '{"line":2}', '{"line":3}'])
})
