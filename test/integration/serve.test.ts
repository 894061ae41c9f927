// npm run serve and npm start as a user runs them: real processes, stopped by their pids.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repository } from '../../build/repository.ts'

let folder: string
const running: ChildProcessWithoutNullStreams[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-serve-'))
  await writeFile(join(folder, 'README.md'), '# Hello\n')
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    // By SIGTERM, because it has a server to stop.
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  await rm(folder, { recursive: true, force: true })
})

function start(script: string, args: string[], env: Record<string, string | undefined> = {}) {
  const child = spawn(process.execPath, [join(repository, 'build', script), ...args], {
    cwd: repository,
    env: { ...process.env, ...env },
  })
  running.push(child)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (piece: Buffer) => (output.stdout += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (output.stderr += piece.toString()))
  const exit = once(child, 'close') as Promise<[number | null]>
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
  return { child, output, exit, line }
}

describe('npm run serve', () => {
  it('reports in one line that it is ready, serves the page, and stops cleanly on request', async () => {
    const profile = join(folder, 'profile')
    const { child, output, exit, line } = start('serve.ts', [
      '--workspace',
      folder,
      '--profile',
      profile,
      '--port',
      '0',
    ])
    const ready = JSON.parse((await line)[0]) as { event: string; url: string; gateway: string }
    expect(ready).toEqual({
      event: 'ready',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/) as string,
      gateway: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+$/) as string,
    })
    const health = await fetch(`${ready.gateway.replace('ws', 'http')}/healthz`)
    expect(await health.json()).toEqual({ status: 'ok' })
    const page = await fetch(ready.url.split('#')[0]!)
    expect(await page.text()).toContain('<title>Parley</title>')
    child.kill('SIGTERM')
    expect((await exit)[0]).toBe(0)
    expect(output.stdout.trim().split('\n')).toHaveLength(1)
    expect(await readdir(profile)).toContain('sessions')
    // The log says what happened and names neither the folder nor the token.
    expect(output.stderr).toContain('workspace opened')
    expect(output.stderr).not.toContain(folder)
    expect(output.stderr).not.toContain(ready.url.split('token=')[1])
  })

  it('stops with npm when npm runs it', async () => {
    const child = spawn('npm', ['run', '-s', 'serve', '--', '--profile', join(folder, 'profile')], {
      cwd: repository,
    })
    running.push(child)
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    const page = url.split('#')[0]!
    expect((await fetch(page)).status).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'close')
    await expect
      .poll(() =>
        fetch(page).then(
          () => 'there',
          () => 'gone',
        ),
      )
      .toBe('gone')
  })

  it('uses the given port, and reports one that is in use', async () => {
    const profile = join(folder, 'profile')
    const first = start('serve.ts', ['--profile', profile])
    const { url } = JSON.parse((await first.line)[0]) as { url: string }
    const second = start('serve.ts', ['--profile', join(folder, 'other'), '--port', new URL(url).port])
    expect((await second.exit)[0]).toBe(1)
    expect(second.output.stderr).toContain('Parley could not start')
  })

  it('lists every option for --help', async () => {
    const { exit, output } = start('serve.ts', ['--help'])
    expect((await exit)[0]).toBe(0)
    for (const flag of ['--workspace', '--profile', '--port', '--brain builtin|acp|model|openclaw'])
      expect(output.stdout).toContain(flag)
  })

  it('refuses unknown options', async () => {
    const { exit, output } = start('serve.ts', ['--brain', 'clippy'])
    expect((await exit)[0]).toBe(2)
    expect(output.stderr).toContain('--brain must be builtin or acp or model or openclaw.')
  })

  it('says what to do when it cannot write in its profile', async () => {
    const profile = join(folder, 'a-file')
    writeFileSync(profile, '')
    const { exit, output } = start('serve.ts', ['--profile', profile])
    expect((await exit)[0]).toBe(1)
    expect(output.stderr).toContain(`Parley cannot create its folder ${profile}`)
    expect(output.stderr).toContain('--profile')
  })

  it('reports a folder that does not exist', async () => {
    const { exit, output } = start('serve.ts', [
      '--workspace',
      join(folder, 'nowhere'),
      '--profile',
      join(folder, 'profile'),
    ])
    expect((await exit)[0]).toBe(1)
    expect(output.stderr).toContain('nowhere')
  })
})

describe('npm start', () => {
  it.runIf(process.platform === 'linux')(
    'without a display says so in one sentence and serves a browser instead',
    async () => {
      const { child, exit, line, output } = start('start.ts', ['--profile', join(folder, 'profile')], {
        DISPLAY: undefined,
        WAYLAND_DISPLAY: undefined,
      })
      expect((await line)[0]).toMatch(/^Parley is at http:\/\/127\.0\.0\.1:\d+\/#token=/)
      child.kill('SIGTERM')
      expect((await exit)[0]).toBe(0)
      // The two pipes are read in any order. When the process has ended, both are complete.
      expect(output.stderr).toContain('There is no display, so Parley serves the app to a browser instead.\n')
    },
  )
})
