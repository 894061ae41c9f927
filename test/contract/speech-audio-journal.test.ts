import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSpokenAudio } from '../../src/main/journal/spoken-audio.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
beforeEach(() => {
  folder = createTempFolder()
})
afterEach(() => folder.remove())

const START = 1_800_000_000_000
const open = (options: { maxTotalBytes?: number } = {}) =>
  openSpokenAudio(join(folder.path, 'spoken'), { now: () => START, ...options })
const head = (takeId: string, startedAt = START) => ({ takeId, session: 'mine', startedAt })
const sound = (length: number, from = 0): Int16Array =>
  Int16Array.from({ length }, (_, at) => ((from + at) * 7) % 30_000)
const file = (takeId: string): string => join(folder.path, 'spoken', `${takeId}.take`)

describe('spoken audio on disk', () => {
  it('is read back unchanged at the next start, oldest first', async () => {
    const audio = await open()
    const late = audio.begin(head('late', START + 5))
    const early = audio.begin(head('early', START))
    for (let at = 0; at < 3200; at += 320) void late.append(sound(320, at))
    await early.append(sound(160))
    await late.append(sound(320, 3200))
    expect(await audio.unacknowledged()).toEqual([])
    expect(await audio.read('late')).toEqual(sound(3520))
    await audio.close()
    const next = await open()
    expect(await next.unacknowledged()).toEqual([
      { takeId: 'early', session: 'mine', startedAt: START, soundMs: 10 },
      { takeId: 'late', session: 'mine', startedAt: START + 5, soundMs: 220 },
    ])
    expect(await next.read('late')).toEqual(sound(3520))
    await next.acknowledge('late')
    expect((await next.unacknowledged()).map(({ takeId }) => takeId)).toEqual(['early'])
  })

  it('is deleted once it is acknowledged, even while it is being written', async () => {
    const audio = await open()
    const take = audio.begin(head('one'))
    void take.append(sound(320))
    await audio.acknowledge('one')
    void take.append(sound(320))
    await audio.close()
    expect(await readdir(join(folder.path, 'spoken'))).toEqual([])
  })

  it('is readable by its owner only', async () => {
    const audio = await open()
    await audio.begin(head('one')).append(sound(320))
    expect((await stat(file('one'))).mode & 0o077).toBe(0)
    expect((await stat(join(folder.path, 'spoken'))).mode & 0o077).toBe(0)
    await audio.close()
  })

  it('loses no more than half a sample when the file was truncated', async () => {
    const audio = await open()
    await audio.begin(head('one')).append(sound(1000))
    await audio.close()
    await truncate(file('one'), (await stat(file('one'))).size - 201)
    const next = await open()
    expect(await next.read('one')).toEqual(sound(899))
    await truncate(file('one'), 40)
    expect(await next.unacknowledged()).toEqual([])
    expect(await next.read('one')).toEqual(new Int16Array(0))
  })

  it('ignores files that are not takes', async () => {
    const audio = await open()
    await audio.begin(head('real')).append(sound(320))
    await audio.close()
    const real = await readFile(file('real'))
    await writeFile(file('other-name'), real)
    await writeFile(file('noise'), Buffer.alloc(5000, 7))
    await writeFile(file('empty'), '')
    await writeFile(file('endless'), `parley take 1\n${'x'.repeat(100_000)}`)
    await writeFile(file('wrong'), 'parley take 1\n{"takeId":"wrong","session":7}\n')
    await writeFile(join(folder.path, 'spoken', 'a b.take'), real)
    await symlink(file('real'), file('link'))
    const next = await open()
    expect((await next.unacknowledged()).map(({ takeId }) => takeId)).toEqual(['real'])
    expect(await next.read('../spoken/real')).toEqual(new Int16Array(0))
    await next.acknowledge('../spoken/real')
    expect((await next.unacknowledged()).length).toBe(1)
  })

  it('never overwrites a take', async () => {
    const audio = await open()
    await audio.begin(head('one')).append(sound(320))
    await audio.close()
    const next = await open()
    await expect(next.begin(head('one')).append(sound(5))).rejects.toMatchObject({
      fault: { code: 'take_not_kept' },
    })
    expect(await next.read('one')).toEqual(sound(320))
    await next.close()
  })

  it('keeps the oldest takes and reports it when there are too many', async () => {
    const audio = await open({ maxTotalBytes: 4000 })
    const first = audio.begin(head('first'))
    await first.append(sound(1000))
    const second = audio.begin(head('second'))
    await expect(second.append(sound(1000))).rejects.toMatchObject({ fault: { code: 'take_not_kept' } })
    await expect(second.append(sound(1))).rejects.toMatchObject({ fault: { code: 'take_not_kept' } })
    expect(await audio.read('first')).toEqual(sound(1000))
    await audio.acknowledge('first')
    await audio.begin(head('third')).append(sound(1000))
    expect(await audio.read('third')).toEqual(sound(1000))
    await audio.close()
  })

  it('has everything said before the app was killed', async () => {
    const script = resolve('test/record-until-killed.ts')
    const child = spawn(process.execPath, [script, join(folder.path, 'spoken')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let told = 0
    for await (const line of createInterface({ input: child.stdout })) {
      told = Number(line)
      if (told >= 16_000) break
    }
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    const audio = await open()
    const [take] = await audio.unacknowledged()
    expect(take).toMatchObject({ takeId: 'cut-off', session: 'mine' })
    const heard = await audio.read('cut-off')
    expect(heard.length).toBeGreaterThanOrEqual(told)
    expect(heard).toEqual(sound(heard.length))
  })

  it('leaves takes alone that another window is recording', async () => {
    const script = resolve('test/record-until-killed.ts')
    const child = spawn(process.execPath, [script, join(folder.path, 'spoken')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const audio = await openSpokenAudio(join(folder.path, 'spoken'), { now: Date.now })
    expect(await audio.unacknowledged()).toEqual([])
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    expect((await audio.unacknowledged()).length).toBe(1)
  })
})
