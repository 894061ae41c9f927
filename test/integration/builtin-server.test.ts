// The project's own server: started with approval, found by its address, stopped with all its processes, told when it ends.
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import type { BrainEvent } from '../../src/core/ports/brain.ts'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { startConversation } from './builtin-conversation.ts'

const NODE = JSON.stringify(process.execPath)
/** Serves on a free port, and writes down its process id and that of a child of its own. */
const SERVER = `import { createServer } from 'node:http'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
const server = createServer((request, response) => {
  if (request.url === '/crash') process.exit(3)
  response.end('tide')
})
server.listen(0, '127.0.0.1', () => {
  writeFileSync('pids.json', JSON.stringify([process.pid, child.pid]))
  console.log('  Local: http://127.0.0.1:' + server.address().port + '/')
})
`
const scripts = (dev: string): string => JSON.stringify({ name: 'tides', scripts: { dev, test: 'true' } })

let folder: TempFolder
let talk: Awaited<ReturnType<typeof startConversation>>
beforeEach(async () => {
  folder = createTempFolder({
    'package.json': scripts(`${NODE} server.mjs`),
    'server.mjs': SERVER,
  })
  talk = await startConversation(folder.path)
})
afterEach(async () => {
  await talk.close()
  folder.remove()
})

const allow = { answer: 'allow' } as const
const { readFileSync } = await import('node:fs')
const pids = (): number[] => JSON.parse(readFileSync(`${folder.path}/pids.json`, 'utf8')) as number[]

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('The dev server', () => {
  it('that ended is what "why" and "again" are about', async () => {
    folder.write('package.json', scripts(`${NODE} -e "process.exit(3)"`))
    const ended = await talk.ask('start the dev server', allow)
    expect(ended.said).toMatch(/^The server did not start\./)
    expect((await talk.ask('why')).said).toBe(ended.said)
    const again = await talk.ask('run it again', { answer: 'deny' })
    expect(again.approvals).toMatchObject([{ title: 'Start the dev server', action: 'npm run dev' }])
  })

  it('is started once it is approved, says where it is, and is stopped with its children', async () => {
    expect((await talk.ask('is the server running')).said).toMatch(/^I have not started a server here/)
    const started = await talk.ask('start the dev server', allow)
    expect(started.approvals).toMatchObject([{ kind: 'command', action: 'npm run dev', folder: folder.path }])
    expect(started.said).toMatch(/^The server is running at 127\.0\.0\.1:\d+\. The link is on the screen\.$/)
    const link = /\[(http:\/\/127\.0\.0\.1:\d+\/)\]/.exec(started.artifact('markdown').content)![1]!
    expect(await (await fetch(link)).text()).toBe('tide')

    expect((await talk.ask('is it still the server running')).approvals).toEqual([])
    expect((await talk.ask('is the server running')).said).toMatch(
      /^Yes, it has been running for less than a minute, at 127/,
    )
    expect((await talk.ask("what's the url")).said).toContain('127.0.0.1')
    expect((await talk.ask('show me the server output')).artifact('code').content).toContain('Local:')
    const again = await talk.ask('run the app', allow)
    expect(again).toMatchObject({ said: expect.stringMatching(/^It is running already/), approvals: [] })

    const processes = pids()
    expect(processes.map(isAlive)).toEqual([true, true])
    expect((await talk.ask('stop the server')).said).toBe('Stopped the server.')
    await expect.poll(() => processes.map(isAlive)).toEqual([false, false])
    expect((await talk.ask('is the server running')).said).toBe(
      'No, the server is stopped. Say start the dev server.',
    )
  })

  it('is not started without approval, nor in a restricted folder', async () => {
    expect((await talk.ask('start the dev server', { answer: 'deny' })).said).toBe(
      'All right, I did not start it.',
    )
    const tools = createToolbox(talk.workspace, () => false)
    const brain = createBuiltinBrain({ tools, newId: () => 'id' })
    let said = ''
    const over = new Promise<void>((resolve) =>
      brain.onEvent((event) => {
        if (event.type === 'text.appended') said += event.delta
        if (event.type === 'run.ended') resolve()
      }),
    )
    brain.ask({ runId: 'r', text: 'start the dev server', askedBy: 'owner' })
    await over
    expect(said).toContain('restricted')
    await brain.close()
  })

  it('is stopped when the conversation ends', async () => {
    await talk.ask('start the server', allow)
    const processes = pids()
    await talk.brain.close()
    await expect.poll(() => processes.map(isAlive)).toEqual([false, false])
  })

  it('tells that it crashed, without being asked', async () => {
    const started = await talk.ask('npm run dev', allow)
    expect(started.said).toMatch(/^The server is running at/)
    const told: BrainEvent[] = []
    const over = new Promise<void>((resolve) =>
      talk.brain.onEvent((event) => {
        told.push(event)
        if (event.type === 'run.ended') resolve()
      }),
    )
    const link = /\[(http:\/\/127\.0\.0\.1:\d+\/)\]/.exec(started.artifact('markdown').content)![1]!
    await fetch(`${link}crash`).catch(() => {})
    await over
    expect(told.map(({ type }) => type)).toEqual(['run.adopted', 'text.appended', 'run.ended'])
    expect(told[1]).toMatchObject({
      delta: expect.stringMatching(/^The dev server has stopped\. It ended with exit code/),
    })
    expect((await talk.ask('is the server running')).said).toMatch(
      /^No, the server is not running\. It ended with exit code/,
    )
    expect((await talk.ask('why')).said).toMatch(/^The dev server has stopped\. It ended with exit code/)
    expect((await talk.ask('restart the server', allow)).said).toMatch(/^The server is running at/)
  })

  it('that does not start says why', async () => {
    const holder: Server = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }
    folder.write(
      'server.mjs',
      `import { createServer } from 'node:http'\ncreateServer().listen(${port}, '127.0.0.1')\n`,
    )
    const taken = await talk.ask('start the dev server', allow)
    expect(taken.said).toMatch(/^The server did not start\. Its port is in use already/)
    expect(taken.artifact('error').message).toContain('EADDRINUSE')
    holder.close()

    folder.write('package.json', scripts('vite-that-is-missing'))
    expect((await talk.ask('start the dev server', allow)).said).toMatch(
      /vite-that-is-missing is not installed\. Install the project's dependencies/,
    )
  })

  it('of a project that names none can be dictated', async () => {
    folder.write('package.json', '{}')
    expect((await talk.ask('start the dev server')).said).toMatch(
      /^I cannot tell how this project is started/,
    )
    const heard = await talk.ask(`start the server with "${process.execPath} server.mjs"`, allow)
    expect(heard.said).toMatch(/^The server is running at/)
  })

  it('that ends by itself is no server, and what it printed is shown', async () => {
    folder.write('server.mjs', "console.log('high water at six')\n")
    const heard = await talk.ask('run the app', allow)
    expect(heard.said).toBe('It has ended, without an error. What it printed is on the screen.')
    expect(heard.artifact('code').content).toContain('high water at six')
    expect((await talk.ask('is the server running')).said).toMatch(/^No, the server is not running/)
  })

  it('is stopped by a restart that is not approved, and that is said', async () => {
    await talk.ask('start the server', allow)
    const processes = pids()
    const denied = await talk.ask('restart the server', { answer: 'deny' })
    expect(denied.said).toBe('All right. The server is stopped.')
    await expect.poll(() => processes.map(isAlive)).toEqual([false, false])
  })

  it('that is stopped while it starts is stopped', async () => {
    folder.write(
      'server.mjs',
      `import { writeFileSync } from 'node:fs'\nwriteFileSync('pids.json', JSON.stringify([process.pid]))\nsetInterval(() => {}, 1000)\n`,
    )
    const asked = talk.ask('start the dev server', allow)
    await expect
      .poll(() => {
        try {
          return pids().length
        } catch {
          return 0
        }
      })
      .toBe(1)
    talk.stop()
    expect((await asked).outcome).toBe('aborted')
    const processes = pids()
    await expect.poll(() => processes.map(isAlive)).toEqual([false])
  })
})

describe('The command of a project', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['its dev script', { 'package.json': scripts('vite') }, 'npm run dev'],
    [
      'with its own package manager',
      { 'package.json': '{"scripts":{"start":"x"}}', 'pnpm-lock.yaml': '' },
      'pnpm run start',
    ],
    ['a target of its makefile', { 'package.json': '{}', Makefile: 'test:\n\nserve:\n\tx\n' }, 'make serve'],
    ['Django', { 'manage.py': '' }, 'python manage.py runserver'],
    ['Cargo with a program', { 'Cargo.toml': '[package]\n', 'src/main.rs': 'fn main() {}\n' }, 'cargo run'],
    ['not a Cargo library', { 'Cargo.toml': '[package]\n', 'src/lib.rs': '\n' }, undefined],
    ['Go', { 'go.mod': 'module x\n', 'main.go': 'package main\n' }, 'go run .'],
    ['none', { 'readme.md': '' }, undefined],
  ])('is %s', async (_, files, command) => {
    const project = createTempFolder(files)
    const other = await startConversation(project.path)
    expect((await other.workspace.serverCommands())[0]).toBe(command)
    await other.close()
    project.remove()
  })
})
