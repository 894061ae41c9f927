// The brain on a scripted agent: a real process, a real folder.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { BrainEvent } from '../../src/core/ports/brain.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { startAcpBrain } from '../fakes/acp-brain.ts'
import type { AgentStep } from '../fakes/scripted-acp-agent.ts'
import { createTempFolder } from '../temp-folder.ts'

type Started = Awaited<ReturnType<typeof startAcpBrain>>
const started: Started[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.remove()
})

async function start(...options: Parameters<typeof startAcpBrain>): Promise<Started> {
  const on = await startAcpBrain(...options)
  started.push(on)
  return on
}

const lines = (word: string): string =>
  Array.from({ length: 40 }, (_, at) => (at === 19 ? `hello ${word}\n` : `line ${at + 1}\n`)).join('')
const BEFORE = lines('world')
const AFTER = lines('parley')
const HUNK = `@@ -17,7 +17,7 @@
 line 17
 line 18
 line 19
-hello world
+hello parley
 line 21
 line 22
 line 23
`

const ended = (events: readonly BrainEvent[]) =>
  events.flatMap((event) => (event.type === 'tool.ended' ? [event.artifact] : []))
const notices = (events: readonly BrainEvent[]) =>
  events.flatMap((event) => (event.type === 'notice.told' ? [event.text] : []))
const update = (one: object): AgentStep => ({ update: one }) as AgentStep
const over = (toolCallId: string, more: object = {}): AgentStep =>
  update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', ...more })

describe('The change an agent made', () => {
  const reports: Record<string, (id: string, file: string, path: string) => AgentStep[]> = {
    'Codex, which tells only that it is done': (id, file, path) => [
      update({
        sessionUpdate: 'tool_call',
        toolCallId: id,
        kind: 'edit',
        title: 'Editing files',
        status: 'in_progress',
        content: [
          { type: 'diff', path, oldText: 'line 19\nhello world\n', newText: 'line 19\nhello parley\n' },
        ],
      }),
      {
        permit: { toolCallId: id, kind: 'edit', title: 'Edit files', locations: [{ path }] },
        allowed: [{ write: file, text: AFTER }, over(id)],
      },
    ],
    'Claude Code, which tells a hunk': (id, file, path) => [
      update({
        sessionUpdate: 'tool_call',
        toolCallId: id,
        kind: 'edit',
        title: 'Edit',
        rawInput: {},
        status: 'pending',
      }),
      {
        permit: {
          toolCallId: id,
          kind: 'edit',
          title: 'Edit',
          rawInput: { file_path: path, old_string: 'hello world', new_string: 'hello parley' },
        },
        allowed: [
          { write: file, text: AFTER },
          over(id, {
            content: [
              {
                type: 'diff',
                path,
                oldText: 'line 19\nhello world\nline 21',
                newText: 'line 19\nhello parley\nline 21',
              },
            ],
          }),
        ],
      },
    ],
    'Gemini CLI, which writes through Parley': (id, _, path) => [
      {
        permit: {
          toolCallId: id,
          kind: 'edit',
          title: 'x',
          content: [{ type: 'diff', path, oldText: BEFORE, newText: AFTER }],
          locations: [{ path }],
        },
        allowed: [
          { clientWrite: path, text: AFTER },
          over(id, { content: [{ type: 'diff', path, oldText: BEFORE, newText: AFTER }] }),
        ],
      },
    ],
    'opencode, which tells the bare piece': (id, _, path) => [
      update({
        sessionUpdate: 'tool_call',
        toolCallId: id,
        kind: 'edit',
        title: 'edit',
        rawInput: {},
        status: 'pending',
        locations: [],
      }),
      {
        permit: {
          toolCallId: id,
          kind: 'edit',
          title: path,
          content: [{ type: 'diff', path, oldText: BEFORE, newText: AFTER }],
        },
        allowed: [
          { clientWrite: path, text: AFTER },
          over(id, { content: [{ type: 'diff', path, oldText: 'hello world', newText: 'hello parley' }] }),
        ],
      },
    ],
    'goose, which calls it "other"': (id, _, path) => [
      update({
        sessionUpdate: 'tool_call',
        toolCallId: id,
        title: `edit · ${path}`,
        rawInput: { path, before: 'hello world', after: 'hello parley' },
      }),
      {
        permit: {
          toolCallId: id,
          kind: 'other',
          title: `edit · ${path}`,
          rawInput: { path, before: 'hello world', after: 'hello parley' },
        },
        allowed: [
          { clientWrite: path, text: AFTER },
          update({ sessionUpdate: 'tool_call_update', toolCallId: id, kind: 'edit', locations: [{ path }] }),
          over(id, { content: [{ type: 'diff', path, oldText: BEFORE, newText: AFTER }] }),
        ],
      },
    ],
    'Qwen Code, which gives a relative path': (id, file, path) => [
      {
        permit: {
          toolCallId: id,
          kind: 'edit',
          title: 'x',
          content: [{ type: 'diff', path, oldText: BEFORE, newText: AFTER }],
        },
        allowed: [
          { clientWrite: path, text: AFTER },
          over(id, { content: [{ type: 'diff', path: file, oldText: BEFORE, newText: AFTER }] }),
        ],
      },
    ],
    'an agent that only tells what it has done': (id, file, path) => [
      { write: file, text: AFTER },
      update({
        sessionUpdate: 'tool_call',
        toolCallId: id,
        kind: 'edit',
        title: 'x',
        status: 'completed',
        content: [{ type: 'diff', path, oldText: 'hello world', newText: 'hello parley' }],
      }),
    ],
  }

  it('is the same diff, however the agent reports it', async () => {
    const files = Object.keys(reports).map((_, at) => `hello-${at}.txt`)
    const on = await start({ files: Object.fromEntries(files.map((file) => [file, BEFORE])) })
    on.brain.onEvent((event) => {
      if (event.type === 'approval.requested') on.brain.answerApproval(event.approval.id, 'allow')
    })
    for (const [at, report] of Object.values(reports).entries()) {
      const file = files[at]!
      const events = await on.follow(report(`call-${at}`, file, `${on.folder}/${file}`))
      expect(on.text(file)).toBe(AFTER)
      const diff = { kind: 'diff', file, diff: `--- a/${file}\n+++ b/${file}\n${HUNK}` }
      expect([at, ...ended(events)]).toEqual([at, expect.objectContaining(diff)])
      const isUnasked = at === files.length - 1
      expect(notices(events)).toEqual(isUnasked ? [`Robin changed ${file} without asking.`] : [])
    }
  })

  it('that is new, deleted, binary or none at all is told as what it is', async () => {
    const on = await start({ files: { 'old.txt': 'old\n', 'same.txt': 'same\n', 'data.bin': 'a\0b' } })
    const change = (id: string, file: string, text: string | null, kind = 'edit'): AgentStep[] => [
      {
        permit: { toolCallId: id, kind: kind as 'edit', title: 'x', locations: [{ path: file }] },
        allowed: [{ write: file, text }, over(id)],
      },
    ]
    on.brain.onEvent((event) => {
      if (event.type === 'approval.requested') on.brain.answerApproval(event.approval.id, 'allow')
    })
    const events = await on.follow([
      ...change('c1', 'new.txt', 'new\n'),
      ...change('c2', 'old.txt', null, 'delete'),
      ...change('c3', 'same.txt', 'same\n'),
      ...change('c4', 'data.bin', 'a\0bcd'),
    ])
    expect(ended(events)).toEqual([
      expect.objectContaining({ diff: '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n' }),
      expect.objectContaining({ diff: '--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n' }),
      null,
      null,
    ])
  })
})

describe('Permissions', () => {
  it('are kept apart, and end with the turn', async () => {
    const on = await start()
    const permit = (id: string): AgentStep[] => [
      { permit: { toolCallId: id, kind: 'execute', title: id, rawInput: { command: id } } },
    ]
    on.brain.ask({
      runId: 'r',
      text: `script:${JSON.stringify([{ together: [permit('ls one'), permit('ls two')] }])}`,
    })
    const find = async (action: string) => {
      const event = await on.event(
        (one) => one.type === 'approval.requested' && one.approval.action === action,
      )
      return event.type === 'approval.requested' ? event.approval.id : ''
    }
    const [one, two] = [await find('ls one'), await find('ls two')]
    on.brain.answerApproval(two, 'deny')
    await on.event((event) => event.type === 'text.appended')
    expect(on.said('r')).toBe('You chose no.')
    on.brain.abort('r')
    expect(await on.over('r')).toMatchObject({ outcome: 'aborted' })
    on.brain.answerApproval(one, 'allow')
    expect((await on.follow([{ say: 'Next.' }])).at(-1)).toMatchObject({ outcome: 'completed' })
    expect(on.said('r')).toBe('You chose no.')
  })

  it('that were given for always are listed, told when they answer, do not hold for guests, and can be taken back', async () => {
    const on = await start()
    const script = `script:${JSON.stringify([{ permit: { toolCallId: 'c', kind: 'execute', title: 'x', rawInput: { command: 'make' } } }])}`
    const asked = () => on.events.filter(({ type }) => type === 'approval.requested').length
    let decision: 'always' | 'deny' = 'always'
    on.brain.onEvent((event) => {
      if (event.type === 'approval.requested') on.brain.answerApproval(event.approval.id, decision)
    })
    on.brain.ask({ runId: 'r1', text: script })
    await on.over('r1')
    expect(on.brain.status().rules).toMatchObject([{ label: 'Running make' }])
    on.brain.ask({ runId: 'r2', text: script })
    await on.over('r2')
    expect(asked()).toBe(1)
    expect(notices(on.events)).toEqual(['Allowed by your rule “Running make”: make'])
    decision = 'deny'
    on.brain.ask({ runId: 'r3', text: script, askedBy: 'participant' })
    await on.over('r3')
    expect(asked()).toBe(2)
    on.brain.revokeRule!(on.brain.status().rules[0]!.id)
    expect(on.brain.status().rules).toEqual([])
    on.brain.ask({ runId: 'r4', text: script })
    await on.over('r4')
    expect(asked()).toBe(3)
  })

  it('are asked for by Parley if an agent writes a file unasked', async () => {
    const on = await start()
    on.brain.onEvent((event) => {
      if (event.type === 'approval.requested') on.brain.answerApproval(event.approval.id, 'deny')
    })
    const events = await on.follow([{ clientWrite: 'a.txt', text: 'beta\n' }])
    expect(events.find(({ type }) => type === 'approval.requested')).toMatchObject({
      approval: { kind: 'edit', diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-alpha\n+beta\n' },
    })
    expect(on.text('a.txt')).toBe('alpha\n')
  })

  const edit = (path: string, oldText: string, newText: string) => ({
    toolCallId: 'c',
    kind: 'edit',
    title: 'Edit',
    content: [{ type: 'diff', path, oldText, newText }],
  })
  const permit = (call: object, allowed: AgentStep[]): AgentStep => ({ permit: call, allowed }) as AgentStep
  const diffs = (events: readonly BrainEvent[]) =>
    events.flatMap((event) => (event.type === 'approval.requested' ? [event.approval.diff] : []))
  /** Allows the first question, and denies all others. */
  function allowFirst({ brain }: Started): void {
    let isFirst = true
    brain.onEvent((event) => {
      if (event.type !== 'approval.requested') return
      brain.answerApproval(event.approval.id, isFirst ? 'allow' : 'deny')
      isFirst = false
    })
  }

  it('cover the change that was shown, one time, and no other', async () => {
    const shown = edit('a.txt', 'alpha\n', 'beta\n')
    const on = await start()
    allowFirst(on)
    const write = (text: string): AgentStep => ({ clientWrite: 'a.txt', text })
    const same = await on.follow([
      permit(shown, [write('beta\n'), { write: 'a.txt', text: 'alpha\n' }, write('beta\n')]),
    ])
    expect(diffs(same)).toHaveLength(2)
    expect(on.text('a.txt')).toBe('alpha\n')

    const other = await start()
    allowFirst(other)
    const changed = await other.follow([permit(shown, [write('evil\n')])])
    expect(diffs(changed)[1]).toContain('+evil')
    expect(other.text('a.txt')).toBe('alpha\n')

    const moved = await start()
    allowFirst(moved)
    // The user edits the file after the approval: their work must not be lost.
    await moved.follow([permit(shown, [{ write: 'a.txt', text: 'mine\n' }, write('beta\n')])])
    expect(moved.text('a.txt')).toBe('mine\n')
  })

  it('for something that changes no files do not cover a file', async () => {
    const on = await start()
    allowFirst(on)
    const fetch = { toolCallId: 'f', kind: 'fetch', title: 'Fetch', rawInput: { url: 'https://example.org' } }
    await on.follow([permit(fetch, [{ clientWrite: 'a.txt', text: 'evil\n' }])])
    expect(on.text('a.txt')).toBe('alpha\n')
  })

  it('cover the command that was shown, in its folder, without another environment, one time', async () => {
    const on = await start()
    allowFirst(on)
    const command = { toolCallId: 'c', kind: 'execute', title: 'x', rawInput: { command: 'make' } }
    on.brain.ask({
      runId: 'r',
      text: `script:${JSON.stringify([permit(command, [{ say: 'Now.' }, { hang: 'until cancelled' }])])}`,
    })
    await on.event(({ type }) => type === 'text.appended')
    expect(await on.hooks.mayRun('make', { environment: { LD_PRELOAD: './evil.so' } })).toBe(false)
    expect(await on.hooks.mayRun('make', { environment: {}, folder: 'vendor' })).toBe(false)
    expect(await on.hooks.mayRun('make all', { environment: {} })).toBe(false)
    // Goose tells its session to every command.
    const environment = { AGENT_SESSION_ID: '20261118_1' }
    expect(await on.hooks.mayRun('make', { environment, folder: on.folder })).toBe(true)
    expect(await on.hooks.mayRun('make', { environment: {} })).toBe(false)
  })

  it('that were given for always hold neither in another folder nor with another environment', async () => {
    const on = await start()
    let decision: 'always' | 'deny' = 'always'
    on.brain.onEvent((event) => {
      if (event.type === 'approval.requested') on.brain.answerApproval(event.approval.id, decision)
    })
    on.brain.ask({
      runId: 'r',
      text: `script:${JSON.stringify([{ say: 'Now.' }, { hang: 'until cancelled' }])}`,
    })
    await on.event(({ type }) => type === 'text.appended')
    expect(await on.hooks.mayRun('make', { environment: {} })).toBe(true)
    decision = 'deny'
    expect(await on.hooks.mayRun('make', { environment: {} })).toBe(true)
    expect(await on.hooks.mayRun('make', { environment: {}, folder: 'vendor' })).toBe(false)
    expect(await on.hooks.mayRun('make', { environment: { SHELL: '/tmp/evil' } })).toBe(false)
  })

  it('for the files of the folder do not hold for a link that leads out of it', async () => {
    const outside = createTempFolder()
    onTestFinished(() => outside.remove())
    outside.write('secret.txt', 'secret\n')
    const on = await start()
    symlinkSync(outside.path, join(on.folder, 'link'))
    const offered: unknown[] = []
    on.brain.onEvent((event) => {
      if (event.type !== 'approval.requested') return
      offered.push(event.approval.decisions)
      on.brain.answerApproval(event.approval.id, offered.length === 1 ? 'always' : 'deny')
    })
    await on.follow([permit(edit('a.txt', 'alpha', 'beta'), [])])
    await on.follow([permit(edit('a.txt', 'alpha', 'beta'), [])])
    expect(offered).toEqual([['allow', 'always', 'deny']])
    await on.follow([permit(edit('link/secret.txt', 'secret', 'public'), [])])
    await on.follow([permit(edit('link/new.txt', '', 'public'), [])])
    expect(offered.slice(1)).toEqual([
      ['allow', 'deny'],
      ['allow', 'deny'],
    ])
  })
})

describe('The session', () => {
  it('begins in the mode in which the agent asks, and the user can choose another', async () => {
    const on = await start({ args: ['auto'] })
    await on.follow([{ say: 'Hello.' }])
    const mode = () => on.brain.status().options.find(({ kind }) => kind === 'mode')
    expect(mode()).toMatchObject({ value: 'ask', choices: [{ name: 'Ask' }, { name: 'Auto' }, {}] })
    expect(on.brain.status().note).toBeNull()
    await on.brain.setOption!('session-mode', 'auto')
    expect(mode()?.value).toBe('auto')
    expect(on.brain.status().note).toBe('Robin is in the mode “Auto” and may act without asking.')
    await expect(on.brain.setOption!('session-mode', 'fly')).rejects.toThrow('Robin has no such option.')
  })

  it('asks in plan mode too, and does not call that mode dangerous', async () => {
    const on = await start()
    await on.follow([{ say: 'Hello.' }])
    await on.brain.setOption!('session-mode', 'plan')
    expect(on.brain.status().note).toBeNull()
    on.brain.onEvent((event) => {
      if (event.type === 'approval.requested') on.brain.answerApproval(event.approval.id, 'deny')
    })
    const events = await on.follow([{ clientWrite: 'a.txt', text: 'beta\n' }])
    expect(events.map(({ type }) => type)).toContain('approval.requested')
    expect(on.text('a.txt')).toBe('alpha\n')
  })

  it('offers the models that an agent tells as Gemini CLI does, and the user can choose one', async () => {
    const on = await start({ args: ['ask', '--models'] })
    await on.follow([{ say: 'Hello.' }])
    const model = () => on.brain.status().options.find(({ kind }) => kind === 'model')
    expect(model()).toMatchObject({ value: 'robin-2-pro', choices: [{}, { name: 'Robin 2 Flash' }, {}] })
    await on.brain.setOption!('session-model', 'robin-2-flash')
    expect(model()?.value).toBe('robin-2-flash')
    await expect(on.brain.setOption!('session-model', 'robin-3')).rejects.toThrow('refused the model')
    expect(model()?.value).toBe('robin-2-flash')
  })

  it('warns if the agent stays in a mode in which it does not ask, or leaves the mode by itself', async () => {
    const on = await start({ args: ['auto', '--keeps-mode'] })
    expect(notices(await on.follow([{ say: 'Hello.' }]))).toEqual([
      'Robin is in the mode “Auto” and may act without asking.',
    ])
    const other = await start({ args: ['ask'] })
    const events = await other.follow([
      update({ sessionUpdate: 'current_mode_update', currentModeId: 'auto' }),
    ])
    expect(notices(events)).toContain(
      'Robin changed its mode to “Auto” by itself. It may act without asking.',
    )
  })

  it('in a mode that the agent entered by itself writes nothing through Parley unasked', async () => {
    const write: AgentStep = { clientWrite: 'a.txt', text: 'beta\n' }
    const deny = ({ brain }: Started): void =>
      void brain.onEvent((event) => {
        if (event.type === 'approval.requested') brain.answerApproval(event.approval.id, 'deny')
      })
    const sticky = await start({ args: ['auto', '--keeps-mode'] })
    deny(sticky)
    await sticky.follow([write])
    expect(sticky.text('a.txt')).toBe('alpha\n')

    const on = await start({ args: ['ask'] })
    deny(on)
    await on.follow([update({ sessionUpdate: 'current_mode_update', currentModeId: 'auto' }), write])
    expect(on.text('a.txt')).toBe('alpha\n')
    // The user chose this mode: what they ask for is done, and what a guest asks for is not.
    await on.brain.setOption!('session-mode', 'auto')
    on.brain.ask({ runId: 'guest', text: `script:${JSON.stringify([write])}`, askedBy: 'participant' })
    await on.over('guest')
    expect(on.text('a.txt')).toBe('alpha\n')
    await on.follow([write])
    expect(on.text('a.txt')).toBe('beta\n')
  })

  it('tells usage, commands and title in its status', async () => {
    const on = await start()
    await on.follow([
      update({ sessionUpdate: 'usage_update', used: 15, size: 200, cost: { amount: 0.5, currency: 'USD' } }),
      update({
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'init', description: 'Begins', input: { hint: 'what' } }],
      }),
      update({ sessionUpdate: 'session_info_update', title: 'A title' }),
      { say: 'Done.' },
    ])
    expect(on.brain.status()).toMatchObject({
      state: 'ready',
      usage: { usedTokens: 15, contextTokens: 200, cost: { amount: 0.5, currency: 'USD' } },
      commands: [{ name: 'init', description: 'Begins', hint: 'what' }],
      title: 'A title',
    })
  })

  it('is told once that it is heard, what the user looks at, and how much they heard', async () => {
    const on = await start()
    const sent = async (
      runId: string,
      more: object,
    ): Promise<{ type: string; text?: string; uri?: string }[]> => {
      on.brain.ask({ runId, text: 'what did I send', ...more })
      await on.over(runId)
      return JSON.parse(on.said(runId)) as { type: string }[]
    }
    const [first] = await sent('r1', {})
    expect(first?.text).toContain('read aloud')
    expect(first?.text).toContain('one or two plain sentences')
    const blocks = await sent('r2', {
      view: { file: 'src/a b.ts', line: 3, endLine: 5 },
      interrupted: { heard: 'It is in' },
    })
    expect(blocks).toEqual([
      { type: 'text', text: '[The user interrupted your last reply and heard it only up to: It is in]' },
      { type: 'text', text: 'what did I send' },
      { type: 'resource_link', name: 'a b.ts', uri: `file://${on.folder}/src/a%20b.ts#L3:5` },
      { type: 'text', text: '[The user is looking at src/a b.ts, lines 3 to 5.]' },
    ])
  })
})

describe('An agent in trouble', () => {
  it('that stops for a reason of its own says why', async () => {
    const on = await start()
    expect(await on.follow([{ say: 'No.' }, { stop: 'refusal' }])).toContainEqual(
      expect.objectContaining({
        type: 'run.failed',
        fault: expect.objectContaining({ message: 'Robin declined this request.' }),
      }),
    )
    expect(notices(await on.follow([{ say: 'So' }, { stop: 'max_tokens' }]))[0]).toContain('length limit')
    expect(notices(await on.follow([{ say: 'So' }, { stop: 'max_turn_requests' }]))[0]).toContain(
      'limit of steps',
    )
    expect(notices(await on.follow([]))).toEqual(['Robin ended its turn without a reply.'])
    expect((await on.follow([{ fail: 'The model is away.' }])).at(-1)).toMatchObject({ type: 'run.failed' })
    expect((await on.follow([{ say: 'Again.' }])).at(-1)).toMatchObject({ outcome: 'completed' })
  })

  it('that dies in a turn fails that turn, and the next one gets its answer from the restarted agent', async () => {
    const on = await start()
    on.brain.ask({ runId: 'r1', text: `script:${JSON.stringify([{ say: 'I' }, { exit: 1 }])}` })
    on.brain.ask({ runId: 'r2', text: `script:${JSON.stringify([{ say: 'I am back.' }])}` })
    expect(await on.over('r1')).toMatchObject({ type: 'run.failed' })
    expect(await on.over('r2')).toMatchObject({ outcome: 'completed' })
    expect(on.said('r2')).toBe('I am back.')
  })

  it('that dies leaves no command running that it started', async () => {
    const on = await start()
    expect((await on.follow([{ exit: 1 }])).at(-1)).toMatchObject({ type: 'run.failed' })
    expect(on.stops()).toBe(1)
  })

  it('that sends a damaged result loses that, and nothing else', async () => {
    const on = await start()
    const begun = {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      title: 'x',
      kind: 'execute',
      rawInput: { command: 'make' },
    }
    const resource = { type: 'content', content: { type: 'resource' } }
    const events = await on.follow([
      update({ ...begun, status: 'in_progress' }),
      update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        status: 'in_progress',
        content: [resource],
      }),
      over('c', { content: [resource] }),
      over('c'),
      { say: 'Done.' },
    ])
    expect(events.filter(({ type }) => type === 'tool.ended')).toHaveLength(1)
    expect(on.said('run-1')).toBe('Done.')
    expect(events.at(-1)).toMatchObject({ outcome: 'completed' })
  })

  it('that leaves a call open has it ended with the turn', async () => {
    const on = await start()
    const events = await on.follow([
      update({
        sessionUpdate: 'tool_call',
        toolCallId: 'c',
        title: 'Look',
        kind: 'think',
        status: 'in_progress',
      }),
    ])
    expect(events.map(({ type }) => type)).toEqual(['tool.started', 'tool.ended', 'run.ended'])
  })

  it('that sends 10 MB as one result, and 5,000 updates in a row, is followed to the end', async () => {
    const on = await start()
    const text = `script:${JSON.stringify([
      update({
        sessionUpdate: 'tool_call',
        toolCallId: 'c',
        title: 'cat big',
        kind: 'execute',
        status: 'in_progress',
        rawInput: { command: 'cat big' },
      }),
      { big: 10_000_000 },
      { chunks: 5000 },
    ])}`
    on.brain.ask({ runId: 'r', text })
    expect(await on.over('r')).toMatchObject({ outcome: 'completed' })
    const [artifact] = ended(on.events)
    expect(artifact?.kind === 'code' && artifact.content.length).toBeLessThan(250_000)
    expect(on.said('r')).toBe(Array.from({ length: 5000 }, (_, at) => `${at} `).join(''))
  })

  it('that says nothing is waited for, and the silence is shown', async () => {
    const clock = createFakeClock()
    const on = await start({ deps: { clock } })
    on.brain.ask({
      runId: 'r',
      text: `script:${JSON.stringify([{ say: 'Hm.' }, { hang: 'until cancelled' }])}`,
    })
    await on.event(({ type }) => type === 'text.appended')
    clock.advance(31_000)
    await on.event((event) => event.type === 'status.told' && event.detail === 'No news from Robin for 30 s')
    clock.advance(100_000)
    expect(on.brain.status().quietSince).not.toBeNull()
    on.brain.abort('r')
    expect(await on.over('r')).toMatchObject({ outcome: 'aborted' })
    expect(on.brain.status().quietSince).toBeNull()
  })

  it('that does not stop is started again after 10 seconds', async () => {
    const clock = createFakeClock()
    const on = await start({ deps: { clock } })
    on.brain.ask({ runId: 'r1', text: `script:${JSON.stringify([{ say: 'Hm.' }, { hang: 'ignore' }])}` })
    await on.event(({ type }) => type === 'text.appended')
    on.brain.abort('r1')
    on.brain.ask({ runId: 'r2', text: `script:${JSON.stringify([{ say: 'Yes?' }])}` })
    expect(on.events.at(-1)).toMatchObject({ runId: 'r1', outcome: 'aborted' })
    clock.advance(10_001)
    expect(await on.over('r2')).toMatchObject({ outcome: 'completed' })
    expect(notices(on.events)).toEqual([
      'Robin did not stop within 10 seconds. Parley starts it again.',
      'Robin does not remember the earlier conversation. It begins a new one.',
    ])
  })
})
