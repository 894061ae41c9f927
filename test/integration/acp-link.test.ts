import { chmodSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FaultError } from '../../src/shared/errors.ts'
import { linkInTest, memoryStorage, refusingServices, type LinkInTest } from '../fakes/agent-link-in-test.ts'
import type { RawAgent } from '../fakes/raw-acp-agent.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
const opened: LinkInTest[] = []

beforeEach(() => {
  folder = createTempFolder()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ link }) => link.close()))
  folder.remove()
})

function open(script: RawAgent, overrides: Partial<Parameters<typeof linkInTest>[1]> = {}): LinkInTest {
  const inTest = linkInTest(script, { folder: folder.path, ...overrides })
  opened.push(inTest)
  return inTest
}

const faultOfRejection = async (work: Promise<unknown>): Promise<FaultError['fault']> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(FaultError)
  return (error as FaultError).fault
}

const prompt = [{ type: 'text' as const, text: 'Hello' }]

describe('a link to a coding agent', () => {
  it('starts no process before somebody asks for it', async () => {
    const notes = path.join(folder.path, 'notes')
    const { link, reported } = open({ notes })
    await link.close()
    expect(reported).toEqual([])
    expect(() => readFileSync(notes)).toThrow()
  })

  it('starts the agent, opens a session in the folder and tells what and where it is', async () => {
    const notes = path.join(folder.path, 'notes')
    const { session, reported, until } = open({ notes })
    expect((await session()).continues).toBe('nothing')
    await until('status', ({ part }) => part.state === 'ready')
    expect(reported[0]).toMatchObject({ tag: 'status', part: { state: 'connecting', label: 'starting' } })
    expect(reported[1]).toMatchObject({ tag: 'status', part: { state: 'ready', fault: null, setup: null } })
    expect(reported[1]).toMatchObject({ part: { place: expect.stringMatching(/^node 1\.2\.3$/) as string } })
    const told = readFileSync(notes, 'utf8')
    expect(told).toContain('"protocolVersion":1')
    expect(told).toContain('"fs":{"readTextFile":true,"writeTextFile":true},"terminal":true')
    expect(told).toContain(`session/new {"cwd":${JSON.stringify(folder.path)},"mcpServers":[]}`)
  })

  it('passes on updates of a turn in order, all of them before the end of the turn, even of a fast agent', async () => {
    const { session, texts } = open({ prompt: 'flood' })
    const { stopReason } = await (await session()).prompt(prompt)
    expect(stopReason).toBe('end_turn')
    expect(texts()).toEqual(Array.from({ length: 20_000 }, (_, n) => String(n)))
  })

  it('passes on everything that the agent wrote before it crashed', async () => {
    const { session, texts, until } = open({ prompt: 'fill the pipe and crash' })
    const agentSession = await session()
    expect((await faultOfRejection(agentSession.prompt(prompt))).code).toBe('agent_lost')
    await until('lost')
    expect(texts()).toEqual(Array.from({ length: 300 }, (_, n) => String(n)))
  })

  it('delivers what the agent told about the session before it answered, after the session', async () => {
    const { session, until, reported } = open({
      tells: [
        { text: 'early', when: 'before', kind: 'available_commands_update' },
        { text: 'late', when: 'after', kind: 'available_commands_update' },
      ],
    })
    await session()
    await until('update', ({ text }) => text === 'late')
    const order = reported.flatMap((one) =>
      one.tag === 'update' ? [one.text] : one.tag === 'session' ? ['session'] : [],
    )
    expect(order).toEqual(['session', 'early', 'late'])
  })

  it('reads messages that come in single bytes, and skips lines that are no messages with one notice', async () => {
    const { session, texts, reported } = open({ pieces: 1, noise: true })
    await (await session()).prompt(prompt)
    expect(texts()).toEqual(['Hello.'])
    const notices = reported.filter(({ tag }) => tag === 'notice')
    expect(notices).toEqual([
      { tag: 'notice', text: 'node also writes lines that are not messages. Parley skips them.' },
    ])
  })

  it('answers a request with the sentence of a fault, so that the agent can tell the user', async () => {
    const { session, texts } = open(
      { prompt: 'ask to read' },
      {
        services: {
          ...refusingServices,
          readTextFile: () =>
            Promise.reject(new FaultError('outside_workspace', 'It is outside.', 'Open another folder.')),
        },
      },
    )
    await (await session()).prompt(prompt)
    expect(texts()[0]).toContain('It is outside. Open another folder.')
  })

  it('passes on only what every program needs and what the user lists', async () => {
    const { session, texts } = open(
      { prompt: 'tell its environment' },
      {
        settings: { acpEnvironment: 'LISTED_KEY' },
        environment: {
          PATH: `relative:${process.env['PATH'] ?? ''}`,
          HOME: folder.path,
          LC_ALL: 'C',
          LISTED_KEY: 'listed',
          OTHER_KEY: 'secret',
        },
      },
    )
    await (await session()).prompt(prompt)
    const { PATH, ...rest } = JSON.parse(texts()[0]!) as Record<string, string>
    expect(PATH!.split(path.delimiter)).not.toContain('relative')
    expect(rest).toEqual({ HOME: folder.path, LC_ALL: 'C', LISTED_KEY: 'listed' })
  })

  it('tells the options as they are after one was chosen', async () => {
    const { session, until } = open({})
    await (await session()).setConfigOption('model', 'small')
    await until('update', ({ kind }) => kind === 'config_option_update')
  })

  it('ends the agent and the processes it started when it is closed', async () => {
    const { session, texts, link } = open({ prompt: 'start a child' })
    await (await session()).prompt(prompt)
    const pid = Number(texts()[0])
    expect(process.kill(pid, 0)).toBe(true)
    await link.close()
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})

describe('an earlier session', () => {
  const reopen = async (script: RawAgent): Promise<LinkInTest> => {
    const storage = memoryStorage()
    const first = open(script, { storage })
    await (await first.session()).prompt(prompt)
    await first.link.close()
    return open(script, { storage })
  }
  const replay = [
    { text: 'said before', when: 'before' as const },
    { text: 'still telling', when: 'after' as const },
    { text: 'mode', when: 'before' as const, kind: 'current_mode_update' },
    { text: 'usage', when: 'after' as const, kind: 'usage_update' },
  ]

  it('is resumed if the agent can do that', async () => {
    const again = await reopen({ capabilities: { sessionCapabilities: { resume: {} }, loadSession: true } })
    const session = await again.session()
    expect(session.continues).toBe('earlier session')
    await session.prompt(prompt)
    expect(again.texts()).toEqual(['Hello.'])
  })

  it('is loaded otherwise, and nothing of it is told a second time', async () => {
    const again = await reopen({ capabilities: { loadSession: true }, tells: replay })
    const session = await again.session()
    expect(session.continues).toBe('earlier session')
    await again.until('update', ({ text }) => text === 'usage')
    await session.prompt(prompt)
    expect(again.texts()).toEqual(['mode', 'usage', 'Hello.'])
  })

  it.each([
    ['cannot continue sessions', {}],
    [
      'does not know it any more',
      { capabilities: { loadSession: true, sessionCapabilities: { resume: {} } }, forgetful: true },
    ],
  ])('is replaced by a new one, which says so, if the agent %s', async (_, script) => {
    const again = await reopen(script)
    expect((await again.session()).continues).toBe('lost session')
  })

  it('is continued after a crash, without the user', async () => {
    const { session, until, reported } = open({
      capabilities: { sessionCapabilities: { resume: {} } },
      prompt: 'crash',
    })
    const first = await session()
    const fault = await faultOfRejection(first.prompt(prompt))
    expect(fault).toMatchObject({
      code: 'agent_lost',
      message: 'node ended unexpectedly with code 101. It said: panic: index out of range',
    })
    const again = await until('session', (report) => report.session !== first)
    expect(again.session).toMatchObject({ id: first.id, continues: 'earlier session' })
    expect(reported.filter(({ tag }) => tag === 'lost')).toEqual([{ tag: 'lost', fault, isFinal: false }])
  })
})

describe('an agent that misbehaves', () => {
  it('is started again a few times if it ends at once, and then the user learns its last words without keys', async () => {
    const { link, until, reported } = open({ start: 'exit with a message' })
    link.connect()
    const { fault } = await until('lost', ({ isFinal }) => isFinal)
    expect(fault.message).toBe(
      'node ended unexpectedly with code 1. It said: Error: no provider is set, key [key]',
    )
    expect(reported.filter(({ tag }) => tag === 'lost')).toHaveLength(4)
    expect(reported.at(-2)).toMatchObject({ part: { state: 'refused', label: 'stopped' } })
    expect(JSON.stringify(reported)).not.toContain('sk-abcdef')
  })

  it('is started again after kill -9, and on request once Parley has given up', async () => {
    const { link, until, reported } = open({ start: 'kill itself' })
    link.connect()
    const { fault } = await until('lost', ({ isFinal }) => isFinal)
    expect(fault.message).toBe('node ended unexpectedly by the signal SIGKILL.')
    reported.length = 0
    link.connect()
    await until('lost')
    expect(reported[0]).toMatchObject({ part: { state: 'connecting', fault: null, setup: null } })
  })

  it('is stopped if it does not answer in time', async () => {
    const { link, until } = open({ start: 'hang' }, { limits: { startMs: 300 } })
    link.connect()
    const { part } = await until('status', (one) => one.part.state === 'refused')
    expect(part).toMatchObject({ label: 'not answering', fault: { code: 'agent_silent', retryable: true } })
    expect(await until('lost')).toMatchObject({ isFinal: true })
  })

  it('is stopped if it closes its output and goes on', async () => {
    const { link, until } = open({ start: 'close its output' })
    link.connect()
    expect(await until('lost')).toMatchObject({ fault: { code: 'agent_lost' }, isFinal: false })
  })

  it('is refused if it speaks another version of the protocol', async () => {
    const { link, until } = open({ start: 'other version' })
    link.connect()
    const { fault } = await until('lost')
    expect(fault).toMatchObject({
      code: 'agent_protocol',
      message: 'node speaks version 7 of the Agent Client Protocol; Parley speaks version 1.',
    })
  })

  it.each([
    ['a line', 'endless line'],
    ['lines', 'endless lines'],
  ] as const)('is stopped if it writes %s without end, and the memory stays bounded', async (_, start) => {
    const before = process.memoryUsage().rss
    const { link, until } = open({ start })
    link.connect()
    const { fault } = await until('lost')
    expect(fault.code).toBe('agent_flood')
    await link.close()
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('is started again each time it ends after it opened a session, until that happened too often', async () => {
    const { link, until, reported } = open({ diesAfterOpening: true })
    link.connect()
    await until('lost', ({ isFinal }) => isFinal)
    expect(reported.filter(({ tag }) => tag === 'session')).toHaveLength(4)
    expect(link.session()).toBeNull()
  })
})

describe('a program that is not there', () => {
  it('is told with the command that installs it', async () => {
    const { link, until } = open(
      {},
      { settings: { acpAgent: 'goose' }, environment: { PATH: folder.path }, home: folder.path },
    )
    link.connect()
    const { part } = await until('status', (one) => one.part.state === 'refused')
    expect(part).toMatchObject({
      label: 'not installed',
      fault: { code: 'agent_absent', message: 'goose is not installed.' },
      setup: {
        heading: 'goose is not installed',
        // The heading says it; it is not said twice.
        explanation: 'Run this in a terminal, then try again.',
        command: expect.stringContaining('goose') as string,
      },
    })
    expect(await until('lost')).toMatchObject({ isFinal: true })
  })

  it('is not taken from the open folder, even if the search path leads there', async () => {
    const program = folder.write('goose', '#!/bin/sh\nexit 0\n')
    chmodSync(program, 0o755)
    const { link, until } = open(
      {},
      { settings: { acpAgent: 'goose' }, environment: { PATH: folder.path }, home: '/nowhere' },
    )
    link.connect()
    expect((await until('lost')).fault.code).toBe('agent_absent')
  })

  it('is told with what is missing if only the adapter is missing', async () => {
    const home = createTempFolder({ '.local/bin/claude': '#!/bin/sh\n' })
    chmodSync(path.join(home.path, '.local/bin/claude'), 0o755)
    const { link, until } = open(
      {},
      { settings: { acpAgent: 'claude' }, environment: { PATH: '' }, home: home.path },
    )
    link.connect()
    const { part } = await until('status', (one) => one.part.state === 'refused')
    expect(part.setup).toMatchObject({
      heading: 'Claude Code needs one more program',
      command: 'npm install -g @agentclientprotocol/claude-agent-acp',
    })
    home.remove()
  })

  it('is told if the settings name none, or a command that cannot be read', async () => {
    const bad = open({}, { settings: { acpCommand: "goose 'acp" } })
    bad.link.connect()
    expect((await bad.until('lost')).fault.code).toBe('agent_command')
  })
})

describe('a sign-in', () => {
  const authMethods = [
    { id: 'browser', name: 'Sign in with a browser', description: 'Opens a page' },
    { id: 'terminal', name: 'In a terminal', _meta: { type: 'terminal', args: ['--login'] } },
  ]

  it('is offered if the agent needs one, and the session opens after it', async () => {
    const { link, until } = open({ signIn: 'needed', authMethods })
    link.connect()
    const { part } = await until('status', (one) => one.part.state === 'refused')
    expect(part).toMatchObject({
      label: 'not signed in',
      fault: { code: 'agent_sign_in' },
      setup: {
        heading: 'Sign in to node',
        signIn: [{ id: 'browser', label: 'Sign in with a browser', description: 'Opens a page' }],
      },
    })
    expect(await until('lost')).toMatchObject({ isFinal: true })
    await link.signIn('browser')
    await until('session')
    await until('status', (one) => one.part.state === 'ready')
  })

  it('that fails tells why, and can be tried again', async () => {
    const { link, until } = open({ signIn: 'refuses', authMethods })
    link.connect()
    await until('lost')
    const fault = await faultOfRejection(link.signIn('browser'))
    expect(fault.message).toBe('You are not signed in to node. It said: The browser was closed.')
    expect(link.session()).toBeNull()
  })

  it('that runs in a terminal is not asked of the agent', async () => {
    const notes = path.join(folder.path, 'notes')
    const { link, until } = open({ signIn: 'needed', authMethods, notes })
    link.connect()
    await until('lost')
    expect((await faultOfRejection(link.signIn('terminal'))).code).toBe('agent_sign_in')
    expect(readFileSync(notes, 'utf8')).not.toContain('authenticate')
  })

  it('is offered too if the agent needs one in the middle of a conversation', async () => {
    const { session, until, link } = open({ prompt: 'sign-in', authMethods })
    expect((await faultOfRejection((await session()).prompt(prompt))).code).toBe('agent_sign_in')
    await until('status', (one) => one.part.state === 'refused')
    expect(link.session()).toBeNull()
  })

  it('is suggested if the agent refuses to begin for a reason of its own', async () => {
    const { link, until } = open({ signIn: 'refuses to begin' })
    link.connect()
    const { fault } = await until('lost')
    expect(fault).toMatchObject({
      code: 'agent_refused',
      message: 'node refused to start: Internal error: no model is set.',
    })
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A process that has ended, and that nobody has asked about, is not running.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
