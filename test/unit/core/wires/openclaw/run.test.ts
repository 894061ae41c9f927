import { describe, expect, it } from 'vitest'
import { toolRegistry } from '../../../../../src/core/tools/registry.ts'
import type { GatewayEvent } from '../../../../../src/core/wires/openclaw/gateway-event.ts'
import { followRun, newRun, takenOver, type Run } from '../../../../../src/core/wires/openclaw/run.ts'
import type { BrainEvent } from '../../../../../src/core/ports/brain.ts'
import { runs, traceOf } from '../../../../fixtures/openclaw-trace.ts'

function follow(events: readonly GatewayEvent[], run: Run = newRun('turn', 'key')) {
  const emitted: BrainEvent[] = []
  let now = run
  for (const event of events) {
    const step = followRun(now, event)
    now = step.run
    emitted.push(...step.events)
  }
  return { run: now, emitted }
}

const text = (whole: string, replaces = false): GatewayEvent => ({
  type: 'text',
  key: 'key',
  text: whole,
  replaces,
})
const replyOf = (emitted: readonly BrainEvent[]): string =>
  emitted.reduce(
    (all, event) =>
      event.type === 'text.appended' ? all + event.delta : event.type === 'text.replaced' ? event.text : all,
    '',
  )
const toolsOf = (emitted: readonly BrainEvent[]) =>
  emitted.flatMap((event) =>
    event.type === 'tool.ended'
      ? [
          {
            status: [toolRegistry.statusOf(event.call).action, toolRegistry.statusOf(event.call).detail],
            title: event.call.title,
            artifact: event.artifact,
          },
        ]
      : [],
  )

describe('A run of a current gateway', () => {
  it('is reported once, completely, and ends once', () => {
    const { emitted } = follow(traceOf(runs.tools))
    expect(replyOf(emitted)).toBe(
      'Let me read the file first.\n\nNow an edit.\n\nAll done: I read, edited, wrote and grepped the files.',
    )
    expect(emitted.filter(({ type }) => type === 'text.replaced')).toEqual([])
    expect(emitted.at(-1)).toEqual({ type: 'run.ended', runId: 'turn', outcome: 'completed' })
  })

  it('reports what it is doing before the reply starts', () => {
    const { emitted } = follow(traceOf(runs.tools))
    expect(emitted.slice(0, 3)).toEqual([
      { type: 'status.told', runId: 'turn', detail: 'Preparing the workspace' },
      { type: 'status.told', runId: 'turn', detail: 'Reading the conversation' },
      { type: 'status.told', runId: 'turn', detail: 'Waiting for the model' },
    ])
  })

  it('gives each tool call its status, title and artifact', () => {
    expect(toolsOf(follow(traceOf(runs.tools)).emitted)).toMatchObject([
      {
        status: ['reading_file', 'hello.txt'],
        title: 'Read from hello.txt',
        artifact: { kind: 'file', content: 'hello world\nTODO greet\n' },
      },
      {
        status: ['editing_file', 'hello.txt'],
        artifact: {
          kind: 'diff',
          diff: '--- a/hello.txt\n+++ b/hello.txt\n@@ -1,2 +1,2 @@\n-hello world\n+hello OpenClaw\n TODO greet\n',
        },
      },
      {
        status: ['writing_file', 'sub/new.txt'],
        artifact: {
          kind: 'diff',
          diff: '--- /dev/null\n+++ b/sub/new.txt\n@@ -0,0 +1,2 @@\n+line one\n+TODO line two\n',
        },
      },
      {
        status: ['searching_files', 'TODO'],
        title: 'Exec search "TODO" in . → print text',
        artifact: {
          kind: 'search_results',
          query: 'TODO',
          results: [
            { file: 'hello.txt', line: 2, content: 'TODO greet' },
            { file: 'sub/new.txt', line: 2, content: 'TODO line two' },
          ],
        },
      },
      {
        status: ['reading_file', 'does-not-exist.txt'],
        artifact: { kind: 'error', message: expect.stringContaining('File not found') },
      },
      {
        status: ['executing_command', 'echo oops >&2; exit 3'],
        artifact: { kind: 'error', message: expect.stringMatching(/^It ended with exit code 3\.\n\noops/) },
      },
    ])
  })

  it('shows a patch as its changes, in every file', () => {
    const [patched] = toolsOf(follow(traceOf(runs.applyPatch)).emitted)
    expect(patched?.status).toEqual(['editing_file', 'patched.txt'])
    expect(patched?.artifact).toMatchObject({ kind: 'diff' })
    const { diff } = patched!.artifact as { diff: string }
    expect(diff).toContain('diff --git a/patched.txt b/patched.txt\nnew file mode 100644\n--- /dev/null\n')
    expect(diff).toContain('@@ -0,0 +1,2 @@\n+alpha\n+beta\n')
    expect(diff).toContain('diff --git a/hello.txt b/hello.txt\n--- a/hello.txt\n+++ b/hello.txt\n')
  })

  it('shows the names in a folder unchanged', () => {
    expect(toolsOf(follow(traceOf(runs.list)).emitted)).toMatchObject([
      {
        status: ['reading_file', 'the folder'],
        artifact: { kind: 'code', title: 'Files in the folder', content: 'hello.txt\nsub/' },
      },
    ])
  })

  it('uses the gateway’s title for an unknown tool', () => {
    expect(toolsOf(follow(traceOf(runs.unknownTool)).emitted)).toMatchObject([
      {
        status: ['analyzing', 'Nonexistent Tool'],
        artifact: { kind: 'error', message: 'Tool nonexistent_tool not found' },
      },
    ])
  })

  it('says why an edit failed', () => {
    const [edit] = toolsOf(follow(traceOf(runs.failedEdit)).emitted)
    expect(edit?.artifact).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('Could not find'),
    })
  })

  it('shows nothing about what the user denied', () => {
    expect(toolsOf(follow(traceOf(runs.denied)).emitted)).toMatchObject([{ artifact: null }])
  })

  it('shows no output of a command that continues in the background', () => {
    expect(toolsOf(follow(traceOf(runs.background)).emitted)).toMatchObject([{ artifact: null }])
  })

  it('shows the output of a running command where its result will be', () => {
    const { emitted } = follow(traceOf(runs.allowed))
    const printed = emitted.find((event) => event.type === 'artifact.made')
    expect(printed).toMatchObject({ artifact: { kind: 'code', content: 'ran\n' } })
    const [tool] = toolsOf(emitted)
    expect(tool?.artifact).toMatchObject({ kind: 'code', content: 'ran' })
    expect(printed?.type === 'artifact.made' && printed.artifact.id).toBe(tool?.artifact?.id)
  })

  it('shows nothing for a command without output', () => {
    const result = { text: '(no output)', details: { status: 'completed', exitCode: 0, aggregated: '' } }
    const { emitted } = follow([
      { type: 'tool.started', key: 'key', callId: 'c', name: 'exec', args: { command: 'git add a' } },
      { type: 'tool.ended', key: 'key', callId: 'c', name: 'exec', isError: false, result },
    ])
    expect(toolsOf(emitted)).toMatchObject([{ artifact: null }])
  })

  it('that was stopped keeps its reply so far', () => {
    const { emitted } = follow(traceOf(runs.aborted))
    expect(replyOf(emitted)).toBe('word1 word2 word3 word4')
    expect(emitted.filter(({ type }) => type === 'run.ended')).toEqual([
      { type: 'run.ended', runId: 'turn', outcome: 'aborted' },
    ])
  })
})

describe('The reply of a run', () => {
  it('is not repeated if the whole comes again, and not shortened if it comes late', () => {
    const { emitted } = follow([text('one two'), text('one two'), text('one'), text('one two three')])
    expect(emitted).toEqual([
      { type: 'text.appended', runId: 'turn', delta: 'one two' },
      { type: 'text.appended', runId: 'turn', delta: ' three' },
    ])
  })

  it('is replaced if the gateway replaces it', () => {
    expect(follow([text('I think so'), text('No.')]).emitted.at(-1)).toEqual({
      type: 'text.replaced',
      runId: 'turn',
      text: 'No.',
    })
    expect(follow([text('one two'), text('one', true)]).emitted.at(-1)).toEqual({
      type: 'text.replaced',
      runId: 'turn',
      text: 'one',
    })
  })

  it('continues after a paragraph if another run takes over', () => {
    const first = follow([text('one')])
    const { emitted, run } = follow([text('two'), text('two three')], takenOver(first.run, 'other'))
    expect(run.reply).toBe('one\n\ntwo three')
    expect(emitted.map((event) => event.type === 'text.appended' && event.delta)).toEqual([
      '\n\ntwo',
      ' three',
    ])
    expect(takenOver(run, 'other')).toBe(run)
  })

  it('can come in pieces', () => {
    const piece = (words: string): GatewayEvent => ({ type: 'piece', key: 'key', piece: words })
    expect(follow([piece('The answer'), piece(' is 4.')]).run.reply).toBe('The answer is 4.')
  })
})
