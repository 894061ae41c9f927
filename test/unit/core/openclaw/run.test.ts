import { describe, expect, it } from 'vitest'
import { artifactOfTool } from '../../../../src/core/interceptors/artifact-of-tool.ts'
import { actionOfTool, detailOfTool } from '../../../../src/core/interceptors/tool-actions.ts'
import type { GatewayEvent } from '../../../../src/core/openclaw/gateway-event.ts'
import { followRun, newRun, takenOver, type Run } from '../../../../src/core/openclaw/run.ts'
import type { BrainEvent } from '../../../../src/core/ports.ts'
import { runs, traceOf } from '../../../fixtures/openclaw-trace.ts'

function follow(events: readonly GatewayEvent[], run: Run = newRun('turn', 'key')) {
  const told: BrainEvent[] = []
  let now = run
  for (const event of events) {
    const step = followRun(now, event)
    now = step.run
    told.push(...step.events)
  }
  return { run: now, told }
}

const text = (whole: string, anew = false): GatewayEvent => ({ type: 'text', key: 'key', text: whole, anew })
const said = (told: readonly BrainEvent[]): string =>
  told.reduce(
    (all, event) =>
      event.type === 'text.appended' ? all + event.delta : event.type === 'text.replaced' ? event.text : all,
    '',
  )
const toolsOf = (told: readonly BrainEvent[]) =>
  told.flatMap((event) =>
    event.type === 'tool.ended'
      ? [
          {
            status: [actionOfTool(event.call), detailOfTool(event.call)],
            title: event.call.title,
            artifact: artifactOfTool('turn', event.call, event.outcome),
          },
        ]
      : [],
  )

describe('A run of a real gateway', () => {
  it('is told once, word for word, and ends once at its first last word', () => {
    const { told } = follow(traceOf(runs.tools))
    expect(said(told)).toBe(
      'Let me read the file first.\n\nNow an edit.\n\nAll done: I read, edited, wrote and grepped the files.',
    )
    expect(told.filter(({ type }) => type === 'text.replaced')).toEqual([])
    expect(told.at(-1)).toEqual({ type: 'run.ended', runId: 'turn', outcome: 'completed' })
  })

  it('says what it is doing before it has anything to say', () => {
    const { told } = follow(traceOf(runs.tools))
    expect(told.slice(0, 3)).toEqual([
      { type: 'status.told', runId: 'turn', detail: 'Preparing the workspace' },
      { type: 'status.told', runId: 'turn', detail: 'Looking at what was said before' },
      { type: 'status.told', runId: 'turn', detail: 'Waiting for the model' },
    ])
  })

  it('gives each tool its status, its title and its artifact', () => {
    expect(toolsOf(follow(traceOf(runs.tools)).told)).toMatchObject([
      {
        status: ['reading_file', 'hello.txt'],
        title: 'Read from hello.txt',
        artifact: { kind: 'code', content: 'hello world\nTODO greet\n' },
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

  it('shows a patch as the change it makes, in every file it names', () => {
    const [patched] = toolsOf(follow(traceOf(runs.applyPatch)).told)
    expect(patched?.status).toEqual(['editing_file', 'patched.txt'])
    expect(patched?.artifact).toMatchObject({ kind: 'diff' })
    const { diff } = patched!.artifact as { diff: string }
    expect(diff).toContain('diff --git a/patched.txt b/patched.txt\nnew file mode 100644\n--- /dev/null\n')
    expect(diff).toContain('@@ -0,0 +1,2 @@\n+alpha\n+beta\n')
    expect(diff).toContain('diff --git a/hello.txt b/hello.txt\n--- a/hello.txt\n+++ b/hello.txt\n')
  })

  it('shows the names in a folder as they are', () => {
    expect(toolsOf(follow(traceOf(runs.list)).told)).toMatchObject([
      {
        status: ['reading_file', 'the folder'],
        artifact: { kind: 'code', title: 'Files in the folder', content: 'hello.txt\nsub/' },
      },
    ])
  })

  it('calls a tool nobody knows what the gateway calls it', () => {
    expect(toolsOf(follow(traceOf(runs.unknownTool)).told)).toMatchObject([
      {
        status: ['analyzing', 'Nonexistent Tool'],
        artifact: { kind: 'error', message: 'Tool nonexistent_tool not found' },
      },
    ])
  })

  it('says why an edit failed', () => {
    const [edit] = toolsOf(follow(traceOf(runs.failedEdit)).told)
    expect(edit?.artifact).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('Could not find'),
    })
  })

  it('shows nothing about what the person did not allow', () => {
    expect(toolsOf(follow(traceOf(runs.denied)).told)).toMatchObject([{ artifact: null }])
  })

  it('shows no output of a command that runs on in the background', () => {
    expect(toolsOf(follow(traceOf(runs.background)).told)).toMatchObject([{ artifact: null }])
  })

  it('shows what a command prints while it runs, in the place where its result will be', () => {
    const { told } = follow(traceOf(runs.allowed))
    const printed = told.find((event) => event.type === 'artifact.made')
    expect(printed).toMatchObject({ artifact: { kind: 'code', content: 'ran\n' } })
    const [tool] = toolsOf(told)
    expect(tool?.artifact).toMatchObject({ kind: 'code', content: 'ran' })
    expect(printed?.type === 'artifact.made' && printed.artifact.id).toBe(tool?.artifact?.id)
  })

  it('shows nothing of a command that printed nothing', () => {
    const result = { text: '(no output)', details: { status: 'completed', exitCode: 0, aggregated: '' } }
    const { told } = follow([
      { type: 'tool.started', key: 'key', callId: 'c', name: 'exec', args: { command: 'git add a' } },
      { type: 'tool.ended', key: 'key', callId: 'c', name: 'exec', isError: false, result },
    ])
    expect(toolsOf(told)).toMatchObject([{ artifact: null }])
  })

  it('that was stopped keeps what it had said', () => {
    const { told } = follow(traceOf(runs.aborted))
    expect(said(told)).toBe('word1 word2 word3 word4')
    expect(told.filter(({ type }) => type === 'run.ended')).toEqual([
      { type: 'run.ended', runId: 'turn', outcome: 'aborted' },
    ])
  })
})

describe('The words of a run', () => {
  it('are not said again when the whole comes again, nor unsaid when it comes late', () => {
    const { told } = follow([text('one two'), text('one two'), text('one'), text('one two three')])
    expect(told).toEqual([
      { type: 'text.appended', runId: 'turn', delta: 'one two' },
      { type: 'text.appended', runId: 'turn', delta: ' three' },
    ])
  })

  it('are taken back when the gateway says others in their place', () => {
    expect(follow([text('I think so'), text('No.')]).told.at(-1)).toEqual({
      type: 'text.replaced',
      runId: 'turn',
      text: 'No.',
    })
    expect(follow([text('one two'), text('one', true)]).told.at(-1)).toEqual({
      type: 'text.replaced',
      runId: 'turn',
      text: 'one',
    })
  })

  it('go on after a paragraph when another run takes over', () => {
    const first = follow([text('one')])
    const { told, run } = follow([text('two'), text('two three')], takenOver(first.run, 'other'))
    expect(run.said).toBe('one\n\ntwo three')
    expect(told.map((event) => event.type === 'text.appended' && event.delta)).toEqual(['\n\ntwo', ' three'])
    expect(takenOver(run, 'other')).toBe(run)
  })

  it('come in pieces from a gateway that does not tell the whole', () => {
    const piece = (words: string): GatewayEvent => ({ type: 'piece', key: 'key', piece: words })
    expect(follow([piece('The answer'), piece(' is 4.')]).run.said).toBe('The answer is 4.')
  })
})
