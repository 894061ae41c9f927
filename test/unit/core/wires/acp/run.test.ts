import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import type { BrainEvent } from '../../../../../src/core/ports/brain.ts'
import { textIn } from '../../../../../src/core/wires/acp/content-text.ts'
import {
  askedFor,
  followRun,
  liveOutput,
  newRun,
  type Run,
  type RunRequest,
} from '../../../../../src/core/wires/acp/run.ts'

const say = (text: string, messageId?: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  ...(messageId !== undefined && { messageId }),
})

function follow(...updates: SessionUpdate[]) {
  let run: Run = newRun('r', '/work', 'Robin')
  const events: BrainEvent[] = []
  const requests: RunRequest[] = []
  for (const update of updates) {
    const step = followRun(run, update)
    run = step.run
    events.push(...step.events)
    requests.push(...step.requests)
  }
  const text = events.map((event) => (event.type === 'text.appended' ? event.delta : '')).join('')
  return { run, events, requests, text }
}

describe('The reply of an agent', () => {
  it('is the text of its chunks', () => {
    expect(follow(say('Hello ', 'm1'), say('there.', 'm1')).text).toBe('Hello there.')
    expect(follow(say('Hello '), say(''), say('there.')).text).toBe('Hello there.')
  })

  it('has a paragraph for each message, and after each tool', () => {
    expect(follow(say('One.', 'm1'), say('Two.', 'm2')).text).toBe('One.\n\nTwo.')
    expect(follow(say('One.\n', 'm1'), say('Two.', 'm2')).text).toBe('One.\n\nTwo.')
    const tool: SessionUpdate = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Look', kind: 'think' }
    expect(follow(say('I look.'), tool, say('Done.')).text).toBe('I look.\n\nDone.')
    expect(follow(tool, say('Done.')).text).toBe('Done.')
  })

  it('does not have the warning that Codex writes into it: that is a notice', () => {
    const { text, events } = follow(say('Warning: Model metadata for `fake` not found.\n\n'), say('Hi', 'm1'))
    expect(text).toBe('Hi')
    expect(events[0]).toMatchObject({
      type: 'notice.told',
      text: 'Warning: Model metadata for `fake` not found.',
    })
  })

  it('ends at a limit, and says so once', () => {
    const { events, text } = follow(say('x'.repeat(1_999_999)), say('yyyy'), say('zzzz'))
    expect(text.length).toBeLessThanOrEqual(2_000_001)
    expect(events.filter(({ type }) => type === 'notice.told')).toHaveLength(1)
  })

  it('keeps thoughts apart, and ignores what the user said and what it does not know', () => {
    const content = { type: 'text', text: 'hm' } as const
    const { events } = follow(
      { sessionUpdate: 'agent_thought_chunk', content },
      { sessionUpdate: 'user_message_chunk', content },
      { sessionUpdate: 'from_the_future', content } as unknown as SessionUpdate,
    )
    expect(events).toEqual([{ type: 'thought.appended', runId: 'r', delta: 'hm' }])
  })

  it('shows what is not text as something to look at', () => {
    const chunk = (content: object): SessionUpdate =>
      ({ sessionUpdate: 'agent_message_chunk', content }) as SessionUpdate
    const { events } = follow(
      chunk({ type: 'image', data: 'AAAA', mimeType: 'image/png' }),
      chunk({ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }),
      chunk({ type: 'resource_link', uri: 'file:///work/a.ts', name: 'a.ts' }),
      chunk({ type: 'resource', resource: { uri: 'file:///work/a.ts', text: 'let a' } }),
      chunk({ type: 'resource', resource: { uri: 'file:///work/a.bin', blob: 'AAAA' } }),
      chunk({ type: 'hologram' }),
    )
    const made = events.map((event) => (event.type === 'artifact.made' ? event.artifact : null))
    expect(made.map((one) => one?.kind)).toEqual(['markdown', 'markdown', 'markdown', 'code', 'markdown'])
    expect(new Set(made.map((one) => one?.id)).size).toBe(5)
    expect(made[3]).toMatchObject({ title: 'a.ts', content: 'let a' })
  })
})

describe('A tool call', () => {
  it('is told once, when it is known what it is about', () => {
    const { events } = follow(
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'c',
        title: 'Read File',
        kind: 'read',
        status: 'pending',
        rawInput: {},
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        title: 'Read hello.txt',
        rawInput: { file_path: '/work/hello.txt' },
      },
      { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'in_progress' },
    )
    expect(events).toEqual([
      {
        type: 'tool.started',
        runId: 'r',
        call: { callId: 'c', name: 'Read', args: { path: 'hello.txt' }, title: 'Read hello.txt' },
      },
    ])
  })

  it.each([
    [{ kind: 'read', locations: [{ path: '/work/src/a.ts', line: 3 }] }, 'Read', { path: 'src/a.ts' }],
    [{ kind: 'edit', rawInput: { filePath: 'a.ts' } }, 'Edit', { path: 'a.ts' }],
    [{ kind: 'delete', locations: [{ path: '/work/a.ts' }] }, 'Edit', { path: 'a.ts' }],
    [{ kind: 'move', rawInput: { from: 'a.ts', to: 'b.ts' } }, 'Edit', { path: 'a.ts' }],
    [{ kind: 'search', rawInput: { pattern: 'retry' } }, 'Grep', { pattern: 'retry' }],
    [{ kind: 'search', title: 'glob', rawInput: { pattern: '*.ts' } }, 'Glob', { pattern: '*.ts' }],
    [{ kind: 'execute', rawInput: { command: 'npm test' } }, 'Bash', { command: 'npm test' }],
    [{ kind: 'execute', rawInput: { command: ['bash', '-lc', 'ls *.ts'] } }, 'Bash', { command: 'ls *.ts' }],
    [{ kind: 'execute', rawInput: { cmd: ['git', 'log', 'a b'] } }, 'Bash', { command: "git log 'a b'" }],
    [{ kind: 'execute', title: 'npm test', status: 'in_progress' }, 'Bash', { command: 'npm test' }],
    [
      { kind: 'fetch', rawInput: { url: 'https://example.org' } },
      'WebSearch',
      { query: 'https://example.org' },
    ],
    [{ kind: 'other', rawInput: { path: '/work/a.ts', before: 'x', after: 'y' } }, 'Edit', { path: 'a.ts' }],
    [{ rawInput: { command: 'ls' } }, 'Bash', { command: 'ls' }],
    [{ kind: 'levitate', name: 'fly', rawInput: { high: true } }, 'fly', {}],
    [{ kind: 'think', title: 'Think', status: 'in_progress' }, 'Think', {}],
  ])('%j has the name and arguments that Parley knows', (call, name, args) => {
    const update = { sessionUpdate: 'tool_call', toolCallId: 'c', title: '', ...call } as SessionUpdate
    expect(follow(update).events[0]).toMatchObject({ type: 'tool.started', call: { name, args } })
  })

  it('has its files kept before it runs, whether it reads or changes them', () => {
    const { requests } = follow({
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      title: 'Edit',
      kind: 'edit',
      content: [{ type: 'diff', path: 'b.ts', oldText: 'x', newText: 'y' }],
      locations: [{ path: '/work/a.ts' }, { path: '/elsewhere/c.ts' }],
    })
    expect(requests).toMatchObject([{ type: 'files.keep', files: ['b.ts', 'a.ts'] }])
  })

  it('ends once, and what comes later about it is ignored', () => {
    const end: SessionUpdate = { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' }
    const { requests, events, run } = follow(end, end, { ...end, status: 'failed' })
    expect(requests.filter(({ type }) => type === 'call.end')).toHaveLength(1)
    expect(events).toHaveLength(1)
    expect(run.calls.size).toBe(0)
  })

  it('that only its permission tells of is told with that', () => {
    const { events, run } = askedFor(newRun('r', '/work', 'Robin'), {
      toolCallId: 'c',
      status: 'pending',
      kind: 'execute',
      title: 'npm test',
    })
    expect(events).toMatchObject([
      { type: 'tool.started', call: { name: 'Bash', args: { command: 'npm test' } } },
    ])
    expect(run.calls.get('c')?.status).toBe('pending')
  })

  it('does not take the words beside a command that waits for permission for its output', () => {
    const words = { type: 'content', content: { type: 'text', text: '[in /work] (counts)' } } as const
    const { run } = askedFor(follow().run, {
      toolCallId: 'c',
      kind: 'execute',
      title: 'seq 3',
      content: [words, { type: 'terminal', terminalId: 't' }],
    })
    expect(run.calls.get('c')?.content).toEqual([{ type: 'terminal', terminalId: 't' }])
  })

  it('does not show the description of a command by Gemini CLI as its output', () => {
    const text = '[current working directory /work] (List the files)'
    expect(textIn([{ type: 'content', content: { type: 'text', text } }])).toBe('')
    expect(textIn([{ type: 'content', content: { type: 'text', text: `${text}\na.ts` } }])).toContain('a.ts')
  })

  it('says in plain words what a tool of Parley’s own is for', () => {
    const titleOf = (title: string): unknown => {
      const [event] = follow({
        sessionUpdate: 'tool_call',
        toolCallId: 'c',
        title,
        kind: 'other',
        rawInput: { question: 'Which boat?' },
      }).events
      return event?.type === 'tool.started' ? event.call.title : null
    }
    expect(titleOf('parley-1d3efce0: ask')).toBe('a question for you')
    expect(titleOf('mcp__parley-1d3efce0__point')).toBe('lines to show you')
    expect(titleOf('show (parley-1d3efce0 MCP Server)')).toBe('something to show you')
  })

  it('shows the output of a running command, wherever the agent tells it', () => {
    const running = (more: object): SessionUpdate =>
      ({
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        kind: 'execute',
        title: 'make',
        status: 'in_progress',
        ...more,
      }) as SessionUpdate
    const shown = (...updates: SessionUpdate[]): unknown => {
      const last = follow(...updates).requests.findLast(({ type }) => type === 'output.show')
      return last?.type === 'output.show' ? liveOutput('r', last.call) : null
    }
    const codex = (data: string) => running({ _meta: { terminal_output_delta: { data } } })
    expect(shown(codex('one\n'), codex('two\n'))).toMatchObject({
      id: 'r:c',
      title: '$ make',
      content: 'one\ntwo\n',
    })
    const chunks = [{ stream: 'stdout', output: 'one\n' }]
    expect(
      shown(running({ _meta: { toolNotification: { type: 'live_output', params: { chunks } } } })),
    ).toMatchObject({
      content: 'one\n',
    })
    expect(
      shown(running({ content: [{ type: 'content', content: { type: 'text', text: 'one\n' } }] })),
    ).toMatchObject({
      content: 'one\n',
    })
  })
})

describe('A plan', () => {
  const plan = (...states: ('pending' | 'in_progress' | 'completed')[]): SessionUpdate => ({
    sessionUpdate: 'plan',
    entries: states.map((status, at) => ({ content: `Step ${at + 1}`, status, priority: 'high' })),
  })

  it('is a checklist under one id, shown again only if it is different', () => {
    const { requests } = follow(plan('pending'), plan('pending'), plan('completed'))
    const shown = requests.map((one) => (one.type === 'plan.show' ? one.artifact : null))
    expect(shown).toEqual([
      expect.objectContaining({
        kind: 'checklist',
        id: 'r:plan',
        entries: [{ text: 'Step 1', state: 'pending', priority: 'high' }],
      }),
      expect.objectContaining({
        id: 'r:plan',
        entries: [{ text: 'Step 1', state: 'completed', priority: 'high' }],
      }),
    ])
  })
})

describe('A notice', () => {
  it('is told in one sentence, as a warning if it is one', () => {
    const { events } = follow(
      { sessionUpdate: 'notice', severity: 'warning', title: 'Low disk', description: 'Little is left.' },
      { sessionUpdate: 'notice', severity: 'info', title: 'Updated' },
      { sessionUpdate: 'compaction_update', compactionId: 'c1', status: 'in_progress' },
      { sessionUpdate: 'compaction_update', compactionId: 'c1', status: 'completed' },
    )
    expect(events).toEqual([
      { type: 'notice.told', runId: 'r', text: 'Low disk: Little is left.', isWarning: true },
      { type: 'notice.told', runId: 'r', text: 'Updated' },
      { type: 'status.told', runId: 'r', detail: 'Robin shortens its memory of this conversation' },
      {
        type: 'notice.told',
        runId: 'r',
        text: 'Robin shortened its memory of this conversation to make room.',
      },
    ])
  })
})
