// The built-in brain over a real folder, through the interceptor, as the user hears and sees it.
import { randomUUID } from 'node:crypto'
import { truncateSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToolInterceptor } from '../../src/core/artifacts/tool-interceptor.ts'
import type { BrainEvent } from '../../src/core/ports/brain.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createToolbox, type Toolbox } from '../../src/core/tools/toolbox.ts'
import type { Artifact } from '../../src/shared/artifacts.ts'
import { conversationEvent, type ConversationEvent } from '../../src/shared/conversation.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
beforeEach(() => {
  folder = createTempFolder({
    'README.md': '# The project\n',
    'package.json': '{}\n',
    'src/agent/session-manager.ts': 'export const retry = 1\nexport const other = 2\n',
    'src/lib/index.ts': 'retry()\n',
    'src/web/index.ts': 'retry()\n',
    'test/session-manager.test.ts': '',
  })
})
afterEach(() => folder.remove())

interface Answer {
  said: string
  pieces: number
  /** Statuses and artifacts, in short and in order. */
  seen: string[]
  shown: ConversationEvent[]
  last: BrainEvent
}

async function ask(text: string, tools?: Toolbox): Promise<Answer> {
  const brain = createBuiltinBrain({
    tools: tools ?? createToolbox(await openWorkspace(folder.path), () => true),
    newId: randomUUID,
  })
  const shown: ConversationEvent[] = []
  const interceptor = createToolInterceptor({ emit: (event) => void shown.push(event), now: () => 1 })
  const pieces: string[] = []
  const last = await new Promise<BrainEvent>((resolve) => {
    brain.onEvent((event) => {
      if (event.type === 'tool.started') interceptor.started(event.runId, event.call)
      else if (event.type === 'tool.ended') interceptor.ended(event.runId, event.artifact)
      else if (event.type === 'text.appended') pieces.push(event.delta)
      // The final artifact shows everything that a slow search shows on the way.
      else if (event.type === 'artifact.made') return
      else resolve(event)
    })
    brain.ask({ runId: 'run', text })
  })
  await brain.close()
  for (const event of shown) conversationEvent.parse(event)
  const seen = shown.map((event) =>
    event.type === 'status.changed'
      ? event.action
      : event.type === 'artifact.created'
        ? event.artifact.kind
        : event.type,
  )
  return { said: pieces.join(''), pieces: pieces.length, seen, shown, last }
}

const artifactOf = ({ shown }: Answer) =>
  shown.flatMap((event) => (event.type === 'artifact.created' ? [event.artifact] : []))[0]

describe('A slow search', () => {
  const hit = (line: number) => ({ file: 'src/a.ts', line, content: 'retry' })

  it('shows its first hits before it ends, and then replaces them by all hits', async () => {
    let goOn = (): void => {}
    const rest = new Promise<void>((resolve) => (goOn = resolve))
    const workspace: Workspace = {
      ...(await openWorkspace(folder.path)),
      async search(_, { onHits }) {
        onHits?.([hit(1)])
        onHits?.([hit(2)])
        await rest
        return { hits: [hit(1), hit(2), hit(3)], truncated: false }
      },
    }
    const tools = createToolbox(workspace, () => true)
    const brain = createBuiltinBrain({ tools, newId: randomUUID })
    const shown: Artifact[] = []
    const interceptor = createToolInterceptor({
      emit: (event) => event.type === 'artifact.created' && shown.push(event.artifact),
      now: () => 1,
    })
    const over = new Promise<void>((resolve) => {
      brain.onEvent((event) => {
        if (event.type === 'tool.ended') interceptor.ended(event.runId, event.artifact)
        if (event.type === 'run.ended') resolve()
        if (event.type !== 'artifact.made') return
        shown.push(event.artifact)
        // The search goes on only now: without its first hits it would never end.
        goOn()
      })
    })
    brain.ask({ runId: 'run', text: 'find retry' })
    await over
    await brain.close()
    expect(shown).toMatchObject([
      { kind: 'search_results', query: 'retry', results: [hit(1), hit(2)] },
      { kind: 'search_results', query: 'retry', results: [hit(1), hit(2), hit(3)] },
    ])
    expect(shown[0]?.id).toBe(shown[1]?.id)
    expect(shown[0]?.title).toBe(shown[1]?.title)
  })
})

describe('Asked to open a file, the built-in brain', () => {
  it.each([
    'open the session manager',
    'Open src/agent/session-manager.ts.',
    'please show me session manager dot ts',
    'read agent slash session manager',
  ])('shows the file for "%s"', async (request) => {
    const answer = await ask(request)
    expect(answer.said).toBe('Here is session manager.')
    expect(answer.pieces).toBeGreaterThan(1)
    expect(answer.last).toEqual({ type: 'run.ended', runId: 'run', outcome: 'completed' })
    expect(answer.seen).toEqual(['searching_files', 'reading_file', 'code'])
    expect(artifactOf(answer)).toMatchObject({
      kind: 'code',
      title: 'session-manager.ts',
      file: 'src/agent/session-manager.ts',
      language: 'typescript',
      content: 'export const retry = 1\nexport const other = 2\n',
    })
  })

  it.each(['open the session manager at line 2', 'open src/agent/session-manager.ts:2'])(
    'shows the line for "%s"',
    async (request) => {
      const answer = await ask(request)
      expect(answer.said).toBe('Here is session manager, line 2.')
      expect(artifactOf(answer)).toMatchObject({ focusLine: 2 })
    },
  )

  it('shows Markdown as a document', async () => {
    const answer = await ask('open the read me')
    expect(answer.said).toBe('Here is README.md.')
    expect(artifactOf(answer)).toMatchObject({ kind: 'markdown', content: '# The project\n' })
  })

  it('lists the files and opens none when several may be meant', async () => {
    const answer = await ask('open index')
    expect(answer.said).toBe('I found two: first index.ts in lib, second index.ts in web. Which one?')
    expect(answer.seen).toEqual(['searching_files', 'search_results'])
    expect(artifactOf(answer)).toMatchObject({
      title: 'Files: index',
      results: [
        { file: 'src/lib/index.ts', line: 1 },
        { file: 'src/web/index.ts', line: 1 },
      ],
    })
  })

  it('says that it found none', async () => {
    expect((await ask('open the pod bay doors')).said).toBe(
      'I found no file called pod bay doors. Try another name, or part of it.',
    )
  })

  it.each(['open ../../etc/passwd', 'open /etc/passwd'])('stays in the folder for "%s"', async (request) => {
    const answer = await ask(request)
    expect(answer.said).toBe('That is outside the open folder, so I do not touch it.')
    expect(answer.seen).toEqual(['reading_file', 'error'])
    expect(answer.last).toMatchObject({ outcome: 'completed' })
    expect(artifactOf(answer)).toMatchObject({ title: expect.stringMatching(/^Not read: /) })
  })

  it('says that a file is not text, or too large', async () => {
    folder.write('logo.png', Buffer.from([0x89, 0, 1]))
    truncateSync(folder.write('huge.log', ''), 200 * 1024 * 1024)
    expect((await ask('open logo.png')).said).toBe('That file is not text, so I cannot show it.')
    expect((await ask('open huge.log')).said).toBe('That file is too large to show.')
  })

  it('shows the requested part of a text that is too large to show whole', async () => {
    folder.write('huge.log', Array.from({ length: 400_000 }, (_, at) => `line ${at + 1} of many\n`).join(''))
    const first = await ask('open huge.log')
    expect(first.said).toBe('That file is too large to show whole. Here are lines 1 to 1000.')
    expect(artifactOf(first)).toMatchObject({
      kind: 'code',
      title: 'huge.log, lines 1 to 1000',
      file: 'huge.log',
      startLine: 1,
      content: expect.stringMatching(/^line 1 of many\n[^]*\nline 1000 of many\n$/) as string,
    })
    const there = await ask('open huge.log at line 399990')
    expect(there.said).toMatch(/^That file is too large to show whole\. Here are lines 399490 to 400000\.$/)
    expect(artifactOf(there)).toMatchObject({ kind: 'code', startLine: 399_490, focusLine: 399_990 })
    const some = await ask('show me lines 200000 to 200002 of huge.log')
    expect(some.said).toBe('Here are lines 200000 to 200002 of huge.log.')
    expect(artifactOf(some)).toMatchObject({
      startLine: 200_000,
      content: 'line 200000 of many\nline 200001 of many\nline 200002 of many\n',
    })
  })
})

describe('Asked to find text, the built-in brain', () => {
  it('lists every place', async () => {
    const answer = await ask('find retry')
    expect(answer.said).toBe('I found 3 places in 3 files.')
    expect(answer.seen).toEqual(['searching_files', 'search_results'])
    expect(artifactOf(answer)).toEqual({
      kind: 'search_results',
      id: expect.stringMatching(/^run:/),
      title: 'Search: retry',
      query: 'retry',
      results: [
        { file: 'src/agent/session-manager.ts', line: 1, content: 'export const retry = 1' },
        { file: 'src/lib/index.ts', line: 1, content: 'retry()' },
        { file: 'src/web/index.ts', line: 1, content: 'retry()' },
      ],
    })
  })

  it('names the file when there is one', async () => {
    expect((await ask('where is "const other"?')).said).toBe('I found one place in session manager.')
  })

  it('says when it stopped looking', async () => {
    folder.write('many.txt', 'needle\n'.repeat(20_000))
    const answer = await ask('grep needle')
    expect(answer.said).toBe(
      'I found 500 places or more, so I stopped there. The first ones are in many.txt.',
    )
    expect(artifactOf(answer)).toMatchObject({ truncated: true })
  })

  it('says when there is nothing', async () => {
    expect((await ask('find unicorns')).said).toBe('I found nothing for unicorns.')
  })

  it('searches for commands rather than running them', async () => {
    expect((await ask('find $(touch x); rm -rf .')).last).toMatchObject({ outcome: 'completed' })
    expect((await ask('find --version')).said).toBe('I found nothing for --version.')
  })
})

describe('Asked for the changes, the built-in brain', () => {
  it('shows them all and says how many', async () => {
    folder.git('init', '--quiet')
    folder.commitAll()
    folder.write('src/lib/index.ts', 'retry(2)\n')
    folder.write('src/new.ts', 'a\nb\n')
    const answer = await ask('show the changes')
    expect(answer.said).toBe('2 files changed: 3 lines added and one removed.')
    expect(answer.seen).toEqual(['executing_command', 'diff'])
    expect(answer.shown[0]).toMatchObject({ detail: 'git diff HEAD', tool: 'GitDiff' })
    expect(artifactOf(answer)).toMatchObject({ kind: 'diff', title: 'Working changes', file: '' })
  })

  it('names the file when there is one', async () => {
    folder.git('init', '--quiet')
    folder.commitAll()
    folder.write('src/agent/session-manager.ts', '')
    const answer = await ask('what changed?')
    expect(answer.said).toBe('Session manager changed: 2 lines removed.')
    expect(artifactOf(answer)).toMatchObject({ file: 'src/agent/session-manager.ts' })
  })

  it('says when there are none', async () => {
    folder.git('init', '--quiet')
    folder.commitAll()
    const answer = await ask('diff')
    expect(answer.said).toBe('Nothing has changed since the last commit.')
    expect(answer.seen).toEqual(['executing_command'])
  })

  it('says when there is no repository', async () => {
    const answer = await ask('show the diff')
    expect(answer.said).toBe('This folder is not a git repository, so I cannot tell what changed.')
    expect(answer.seen).toEqual(['executing_command', 'error'])
  })
})

describe('The built-in brain', () => {
  it('says what it can do when it does not understand', async () => {
    const answer = await ask('make me a sandwich')
    expect(answer.said).toMatch(/^I found nothing about that here\. I can open a file, find text in the code/)
    expect(answer.seen).toEqual(['searching_files'])
  })

  it.each(['open a', 'find a', 'show the changes'])(
    'says that no folder is open when asked to %s',
    async (request) => {
      const answer = await ask(
        request,
        createToolbox(null, () => true),
      )
      expect(answer.said).toBe('No folder is open yet. Open one first, then ask me again.')
      expect(answer.last).toMatchObject({ outcome: 'completed' })
    },
  )

  it('never reads out a path or a mark of Markdown', async () => {
    for (const request of [
      'open the session manager',
      'open index',
      'find retry',
      'open ../x',
      'what changed',
      'hello',
    ]) {
      expect((await ask(request)).said).not.toMatch(/[/\\*_`#[\]]/)
    }
  })

  it('fails the run with a message when the toolbox throws, which it never does', async () => {
    const broken: Toolbox = {
      ...createToolbox(null, () => true),
      run: () => Promise.reject(new Error('the disk is on fire')),
    }
    const answer = await ask('find x', broken)
    expect(answer.last).toMatchObject({
      type: 'run.failed',
      fault: { code: 'internal', message: 'the disk is on fire' },
    })
  })

  it('stops a search, and emits nothing from then on', async () => {
    for (let at = 0; at < 20; at++) folder.write(`src/${at}.txt`, `${'x'.repeat(99)}\n`.repeat(20_000))
    const brain = createBuiltinBrain({
      tools: createToolbox(await openWorkspace(folder.path), () => true),
      newId: randomUUID,
    })
    const events: string[] = []
    const over = new Promise<void>((resolve) => {
      brain.onEvent((event) => {
        events.push(event.type)
        if (event.type === 'tool.started') setImmediate(() => brain.abort('run'))
        if (event.type === 'run.ended') resolve()
      })
    })
    brain.ask({ runId: 'run', text: 'find nowhere to be found' })
    await over
    await brain.close()
    expect(events).toEqual(['tool.started', 'run.ended'])
  })

  it('goes on when a listener throws, and reports it', async () => {
    const errors: unknown[] = []
    const brain = createBuiltinBrain({
      tools: createToolbox(null, () => true),
      newId: randomUUID,
      onError: (error) => void errors.push(error),
    })
    brain.onEvent(() => {
      throw new Error('not my day')
    })
    const last = new Promise<BrainEvent>((resolve) => {
      brain.onEvent((event) => void (event.type === 'run.ended' && resolve(event)))
    })
    brain.ask({ runId: 'run', text: 'hello' })
    expect(await last).toMatchObject({ outcome: 'completed' })
    expect(errors.length).toBeGreaterThan(1)
    await brain.close()
  })

  it('refuses to answer one run twice at the same time, or to answer when it is closed', async () => {
    const brain = createBuiltinBrain({ tools: createToolbox(null, () => true), newId: randomUUID })
    brain.ask({ runId: 'run', text: 'hello' })
    expect(() => brain.ask({ runId: 'run', text: 'hello' })).toThrow('already running')
    await brain.close()
    expect(() => brain.ask({ runId: 'run', text: 'hello' })).toThrow('was closed')
  })
})
