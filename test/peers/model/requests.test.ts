// What a model is sent and what it may do: the tools, the conversation, the limits, consent and the key.
import { afterEach, describe, expect, it } from 'vitest'
import { openWorkspace } from '../../../src/main/workspace/open-workspace.ts'
import { modelTools } from '../../../src/core/model/model-tools.ts'
import type { BrainEvent } from '../../../src/core/ports/brain.ts'
import { createFakeWorkspace } from '../../fakes/fake-workspace.ts'
import { lastWords, startModelBrain, type ModelOnEndpoint } from '../../fakes/model-brain.ts'
import type { ModelRequest, Step } from '../../fakes/model-endpoint.ts'
import { recordBrain } from '../../fakes/record-brain.ts'
import { createTempFolder } from '../../temp-folder.ts'
import { waitForIndex } from '../../wait-for-index.ts'

let opened: ModelOnEndpoint[] = []
afterEach(async () => {
  await Promise.all(opened.map(({ remove }) => remove()))
  opened = []
})

async function start(options: Parameters<typeof startModelBrain>[0] = {}) {
  const made = await startModelBrain(options)
  opened.push(made)
  return { ...made, ...recordBrain(made.brain) }
}

/** The results of tools in a request, whichever interface. */
function results({ body }: ModelRequest): string[] {
  return body.messages.flatMap(({ role, content }) => {
    if (role === 'tool') return [String(content)]
    if (!Array.isArray(content)) return []
    return content.flatMap((part: { type: string; content?: unknown }) =>
      part.type === 'tool_result' ? [JSON.stringify(part.content)] : [],
    )
  })
}

const call = (name: string, input: unknown): Step => ({ calls: [{ name, input }] })
const noticesOf = (events: readonly BrainEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'notice.told' ? [event.text] : []))

describe.each(['openai', 'anthropic'] as const)('A model with the interface of %s', (pose) => {
  it('uses every tool on a real folder, and gets what it finds', async () => {
    const folder = createTempFolder({
      'README.md': '# Shop\n\nSells things.\n',
      'package.json': '{"name":"shop","scripts":{"test":"echo fine"}}\n',
      'src/cart.ts':
        '/** Adds up the prices. */\nexport function total(prices: number[]): number {\n  return prices.length\n}\n',
      'test/cart.test.ts': "import { total } from '../src/cart.ts'\ntotal([1])\n",
    })
    folder.git('init', '--quiet', '--initial-branch=main')
    folder.commitAll()
    folder.write('README.md', '# Shop\n\nSells many things.\n')
    const workspace = await openWorkspace(folder.path)
    await waitForIndex(workspace)
    /** A call of each tool, and what its result says. */
    const calls: Record<string, [input: object, says: RegExp]> = {
      find_code: [{ question: 'where are the prices added up' }, /src\/cart\.ts:\d+/],
      find_symbol: [{ name: 'total' }, /src\/cart\.ts:2-4 function/],
      find_uses: [{ name: 'total' }, /test\/cart\.test\.ts:2 \(test\)/],
      search_text: [{ pattern: 'prices.length' }, /src\/cart\.ts:3: {3}return/],
      find_files: [{ name: 'cart test' }, /test\/cart\.test\.ts/],
      list_files: [{ globs: ['src/**'] }, /^"?(?:\[.*)?src\/cart\.ts/],
      overview: [{}, /Sells many things[^]*total/],
      read_file: [{ path: 'src/cart.ts', line: 2, end_line: 3 }, /2(?:\t|\\t)export function total/],
      show: [{ path: 'src/cart.ts', line: 3 }, /The user sees it/],
      git_status: [{}, /Branch main[^]*README\.md: modified/],
      git_diff: [{ file: 'README.md' }, /\+Sells many things/],
      git_log: [{}, /Test: As it was/],
      git_blame: [{ file: 'src/cart.ts', line: 2 }, /Test: As it was/],
      edit_file: [
        { path: 'src/cart.ts', old_text: 'prices.length', new_text: 'prices.reduce((a, b) => a + b, 0)' },
        /src\/cart\.ts is changed/,
      ],
      write_file: [{ path: 'notes/new.md', content: '# New\n' }, /notes\/new\.md is changed/],
      undo_last_change: [{}, /as it was before: notes\/new\.md/],
      run_command: [{ command: 'echo from the shell' }, /Exit code 0[^]*from the shell/],
      ask_user: [{ question: 'Which one?', choices: ['The first', 'The second'] }, /The second/],
    }
    expect(Object.keys(calls)).toEqual(modelTools.map(({ name }) => name))
    const { brain, endpoint, over, events } = await start({
      pose,
      workspace,
      script: (_, at) => {
        const [name, used] = Object.entries(calls)[at] ?? []
        return name === undefined || used === undefined ? { text: 'Done.' } : call(name, used[0])
      },
    })
    brain.onEvent((event) => {
      if (event.type === 'approval.requested')
        brain.answerApproval(event.approval.id, event.approval.kind === 'question' ? 'choice:2' : 'allow')
    })
    brain.ask({ runId: 'r1', text: 'Use everything.', askedBy: 'owner' })
    expect(await over('r1')).toMatchObject({ outcome: 'completed' })
    const found = results(endpoint.requests.at(-1)!)
    Object.entries(calls).forEach(([name, [, says]], at) => expect(found[at], name).toMatch(says))
    expect((await workspace.readText('src/cart.ts')).text).toContain('reduce')
    expect(events).toContainEqual({
      type: 'lines.pointed',
      runId: 'r1',
      file: 'src/cart.ts',
      line: 3,
      endLine: 3,
    })
    await workspace.close()
    folder.remove()
  })

  it('gets a sentence for a tool that does not exist, and for arguments that do not fit', async () => {
    const { brain, endpoint, over } = await start({ pose })
    endpoint.script([
      call('fly', { to: 'the moon' }),
      call('read_file', { file: 7 }),
      { calls: [{ name: 'read_file', input: {}, rawArguments: '{"path": "a.tx' }] },
      { text: 'I give up.' },
    ])
    brain.ask({ runId: 'r1', text: 'Try.' })
    expect(await over('r1')).toMatchObject({ outcome: 'completed' })
    const [flown, misread, broken] = results(endpoint.requests[3]!)
    expect(flown).toContain('There is no tool fly.')
    expect(misread).toContain('These arguments do not fit: path')
    expect(broken).toContain('These arguments do not fit')
  })

  it('reads side by side, and changes one thing after the other', async () => {
    const files: Record<string, string> = { 'a.txt': 'alpha\n', 'b.txt': 'beta\n' }
    const workspace = createFakeWorkspace({ files })
    let reading = 0
    let release = (): void => {}
    const both = new Promise<void>((resolve) => (release = resolve))
    const { brain, endpoint, over, events } = await start({
      pose,
      workspace: {
        ...workspace,
        async readText(file) {
          if (++reading === 2) release()
          // Each waits for the other, so one after the other would never end.
          if (reading <= 2) await both
          return workspace.readText(file)
        },
      },
    })
    endpoint.script([
      { calls: ['a.txt', 'b.txt'].map((path, at) => ({ name: 'read_file', input: { path }, id: `r${at}` })) },
      {
        calls: ['a.txt', 'b.txt'].map((path, at) => ({
          name: 'write_file',
          input: { path, content: 'new\n' },
          id: `w${at}`,
        })),
      },
      { text: 'Done.' },
    ])
    let open = 0
    brain.onEvent((event) => {
      if (event.type !== 'approval.requested') return
      expect(++open).toBe(1)
      queueMicrotask(() => {
        open--
        brain.answerApproval(event.approval.id, 'allow')
      })
    })
    brain.ask({ runId: 'r1', text: 'Change both.' })
    expect(await over('r1')).toMatchObject({ outcome: 'completed' })
    expect(files).toEqual({ 'a.txt': 'new\n', 'b.txt': 'new\n' })
    expect(events.filter(({ type }) => type === 'approval.requested')).toHaveLength(2)
  })

  it('shows its thoughts apart from the reply, and sets paragraphs between what it says', async () => {
    const { brain, endpoint, over, said, events } = await start({ pose })
    endpoint.script([
      {
        thoughts: ['Let me', ' see.'],
        text: 'I look.',
        calls: [{ name: 'read_file', input: { path: 'a.txt' } }],
      },
      { text: pose === 'openai' ? ['<thi', 'nk>Hm.</th', 'ink>It says alpha.'] : 'It says alpha.' },
    ])
    brain.ask({ runId: 'r1', text: 'What does it say?' })
    await over('r1')
    expect(said('r1')).toBe('I look.\n\nIt says alpha.')
    const thought = events.map((event) => (event.type === 'thought.appended' ? event.delta : '')).join('')
    expect(thought).toBe(pose === 'openai' ? 'Let me see.Hm.' : 'Let me see.')
  })

  it('is told what the user looks at, what they heard, and what it may not do', async () => {
    const { brain, endpoint, over } = await start({ pose, trusted: false, script: () => ({ text: 'Yes.' }) })
    brain.ask({
      runId: 'r1',
      text: 'What is this?',
      view: { file: 'a.txt', line: 3, endLine: 5 },
      interrupted: { heard: 'The first half' },
    })
    await over('r1')
    const { body } = endpoint.requests[0]!
    const words = lastWords(body)
    expect(words).toContain('The user is looking at a.txt, lines 3 to 5.')
    expect(words).toContain('heard it only up to: The first half')
    expect(JSON.stringify(body)).toContain(
      'Changes and commands are not possible now: This folder is restricted',
    )
  })

  it('is not asked about in a restricted folder: its changes are refused', async () => {
    const files: Record<string, string> = { 'a.txt': 'alpha\n' }
    const { brain, endpoint, over, events } = await start({
      pose,
      trusted: false,
      workspace: createFakeWorkspace({ files }),
    })
    endpoint.script([
      { calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'x' } }] },
      call('run_command', { command: 'touch x' }),
      { text: 'I may not.' },
    ])
    brain.ask({ runId: 'r1', text: 'Change it.' })
    await over('r1')
    for (const result of results(endpoint.requests[2]!)) expect(result).toContain('This folder is restricted')
    expect(events.some(({ type }) => type === 'approval.requested')).toBe(false)
    expect(files['a.txt']).toBe('alpha\n')
  })

  it('takes what the user adds while it works', async () => {
    const { brain, endpoint, over, find, events } = await start({ pose })
    let release = (): void => {}
    const added = new Promise<void>((resolve) => (release = resolve))
    endpoint.script([
      { text: 'I look.', calls: [{ name: 'read_file', input: { path: 'a.txt' } }], pauseAfter: added },
      { text: 'In French, then.' },
    ])
    brain.ask({ runId: 'r1', text: 'What does it say?' })
    await find(() => events.find(({ type }) => type === 'text.appended'))
    brain.steer!('r1', { turnId: 't2', text: 'Answer in French.' })
    release()
    expect(await over('r1')).toMatchObject({ outcome: 'completed' })
    expect(JSON.stringify(endpoint.requests[1]!.body.messages.at(-1))).toContain('Answer in French.')
    brain.steer!('r1', { turnId: 't3', text: 'And shorter.' })
    expect(events.at(-1)).toMatchObject({ type: 'steer.refused', request: { text: 'And shorter.' } })
  })

  it('stops after the number of steps in the settings, says so, and goes on when it is told to', async () => {
    const { brain, endpoint, over, events } = await start({ pose, settings: { modelSteps: 3 } })
    endpoint.script((_, at) => (at < 4 ? call('read_file', { path: 'a.txt' }) : { text: 'Now I am done.' }))
    brain.ask({ runId: 'r1', text: 'Look again and again.' })
    expect(await over('r1')).toMatchObject({ outcome: 'completed' })
    expect(endpoint.requests).toHaveLength(3)
    expect(noticesOf(events)).toEqual([
      'Parley stopped the model after 3 steps. Say “continue” to let it go on.',
    ])
    brain.ask({ runId: 'r2', text: 'continue' })
    expect(await over('r2')).toMatchObject({ outcome: 'completed' })
  })

  it('knows after a stop what was done and what was not', async () => {
    const files: Record<string, string> = { 'a.txt': 'alpha\n' }
    const { brain, endpoint, over, event } = await start({ pose, workspace: createFakeWorkspace({ files }) })
    endpoint.script([
      {
        calls: [
          { name: 'write_file', input: { path: 'a.txt', content: 'beta\n' }, id: 'c1' },
          { name: 'run_command', input: { command: 'npm test' }, id: 'c2' },
          { name: 'read_file', input: { path: 'a.txt' }, id: 'c3' },
        ],
      },
      { text: 'It is written.' },
    ])
    brain.onEvent((one) => {
      if (one.type !== 'approval.requested') return
      if (one.approval.kind === 'edit') brain.answerApproval(one.approval.id, 'allow')
      else brain.abort('r1')
    })
    brain.ask({ runId: 'r1', text: 'Write it and test it.' })
    await event(({ type }) => type === 'run.ended')
    brain.ask({ runId: 'r2', text: 'What is done?' })
    await over('r2')
    expect(files['a.txt']).toBe('beta\n')
    expect(results(endpoint.requests[1]!)).toEqual([
      expect.stringContaining('a.txt is changed'),
      expect.stringContaining('The user stopped this before its end'),
      expect.stringContaining('The user stopped this before its end'),
    ])
  })

  it('takes back its last change, and says so when there is none', async () => {
    const files: Record<string, string> = { 'a.txt': 'alpha\n' }
    const { brain, endpoint, over, events } = await start({ pose, workspace: createFakeWorkspace({ files }) })
    endpoint.script([
      call('write_file', { path: 'a.txt', content: 'beta\n' }),
      { text: 'Written.' },
      call('undo_last_change', {}),
      call('undo_last_change', {}),
      { text: 'It is as before.' },
    ])
    const texts: string[] = []
    brain.onEvent((event) => {
      if (event.type !== 'approval.requested') return
      texts.push(files['a.txt']!)
      brain.answerApproval(event.approval.id, 'allow')
    })
    brain.ask({ runId: 'r1', text: 'Write it.' })
    await over('r1')
    brain.ask({ runId: 'r2', text: 'undo that' })
    await over('r2')
    // The user was asked for both.
    expect([...texts, files['a.txt']]).toEqual(['alpha\n', 'beta\n', 'alpha\n'])
    expect(results(endpoint.requests[4]!).slice(-2)).toEqual([
      expect.stringContaining('This is as it was before: a.txt'),
      expect.stringContaining('There is no change to undo'),
    ])
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'tool.started', call: expect.objectContaining({ name: 'Undo' }) }),
    )
  })

  it('leaves what the user adds during the last step to a request of its own', async () => {
    const { brain, endpoint, over, find, events } = await start({ pose, settings: { modelSteps: 1 } })
    let release = (): void => {}
    const added = new Promise<void>((resolve) => (release = resolve))
    endpoint.script([
      { text: 'I look.', calls: [{ name: 'read_file', input: { path: 'a.txt' } }], pauseAfter: added },
      { text: 'Done.' },
    ])
    brain.ask({ runId: 'r1', text: 'What does it say?' })
    await find(() => events.find(({ type }) => type === 'text.appended'))
    brain.steer!('r1', { turnId: 't2', text: 'Answer in French.' })
    release()
    expect(await over('r1')).toMatchObject({ outcome: 'completed' })
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'steer.refused',
        request: { turnId: 't2', text: 'Answer in French.' },
      }),
    )
    brain.ask({ runId: 'r2', text: 'Go on.' })
    await over('r2')
    expect(results(endpoint.requests[1]!)).toEqual([expect.stringContaining('Parley ended the work')])
  })

  it('shows tokens and cost, of the last request and of all', async () => {
    const { brain, endpoint, over } = await start({
      pose,
      settings: { modelName: 'scripted:cloud', modelPrice: '3/15', modelContext: 50_000 },
    })
    brain.onEvent((event) => {
      if (event.type === 'approval.requested') brain.answerApproval(event.approval.id, 'choice:1')
    })
    endpoint.script([
      { ...call('read_file', { path: 'a.txt' }), usage: { input: 1_000, output: 100 } },
      { text: 'Here.', usage: { input: 1_200, output: 50 } },
      { text: 'There.', usage: { input: 1_300, cached: 1_000, output: 10 } },
    ])
    brain.ask({ runId: 'r1', text: 'One' })
    await over('r1')
    brain.ask({ runId: 'r2', text: 'Two' })
    await over('r2')
    const { usage } = brain.status()
    expect(usage).toMatchObject({ usedTokens: 1_310, contextTokens: 50_000, allTokens: 3_660 })
    expect(usage!.lastTurn!.tokens).toBe(1_310)
    expect(usage!.lastTurn!.cost!.amount).toBeCloseTo((400 * 3 + 10 * 15) / 1e6, 10)
    expect(usage!.cost!.amount).toBeCloseTo((2_600 * 3 + 160 * 15) / 1e6, 10)
  })

  it('costs nothing on this computer, whatever the price of the model before was', async () => {
    const { brain, over } = await start({
      pose,
      settings: { modelPrice: '3/15' },
      script: () => ({ text: 'Yes.' }),
    })
    brain.ask({ runId: 'r1', text: 'One' })
    await over('r1')
    expect(brain.status().usage).toMatchObject({ allTokens: 120, cost: null })
  })

  it('gets a summary of the earlier conversation when that became too long', async () => {
    const { brain, endpoint, over, events } = await start({ pose, settings: { modelContext: 4_500 } })
    endpoint.script(({ body }) =>
      JSON.stringify(body).includes('Summarise this conversation')
        ? { text: 'They talked about pears.' }
        : { text: 'Pears. '.repeat(600) },
    )
    for (const runId of ['r1', 'r2']) {
      brain.ask({ runId, text: 'Tell me about pears.' })
      await over(runId)
    }
    expect(noticesOf(events)).toEqual([
      'The conversation became too long for the model. Parley replaced its earlier part with a summary.',
    ])
    const sent = endpoint.requests.map(({ body }) => JSON.stringify(body.messages))
    expect(sent).toHaveLength(3)
    expect(sent[2]).toContain('They talked about pears.')
    expect(sent[2]).not.toContain('Pears. Pears.')
  })

  it('sees the results of a step that is too big, and the earlier conversation is summarised once', async () => {
    const long = Object.fromEntries(
      [0, 1, 2, 3, 4, 5].map((at) => [`${at}.txt`, `line ${at}\n`.repeat(3_000)]),
    )
    const { brain, endpoint, over, events } = await start({
      pose,
      workspace: createFakeWorkspace({ files: long }),
      settings: { modelContext: 8_192 },
    })
    const six = Object.keys(long).map((path, at) => ({ name: 'read_file', input: { path }, id: `r${at}` }))
    let answers = 0
    endpoint.script(({ body }) => {
      if (JSON.stringify(body).includes('Summarise this conversation')) return { text: 'They said hello.' }
      answers++
      return answers === 1 || answers > 4 ? { text: 'Pears. '.repeat(900) } : { calls: six }
    })
    for (const runId of ['r1', 'r2']) {
      brain.ask({ runId, text: 'Read them all.' })
      expect(await over(runId)).toMatchObject({ outcome: 'completed' })
    }
    expect(noticesOf(events)).toHaveLength(1)
    for (const request of endpoint.requests.slice(-3)) {
      const newest = results(request).slice(-6)
      expect(newest).toHaveLength(6)
      newest.forEach((text, at) => expect(text).toContain(`line ${at}`))
    }
    // The results of the steps before are left out.
    expect(results(endpoint.requests.at(-1)!)[0]).toContain('Use the tool again')
  })

  it('remembers the conversation after a restart', async () => {
    const { brain, endpoint, over, again } = await start({ pose, script: () => ({ text: 'Forty-two.' }) })
    brain.ask({ runId: 'r1', text: 'How many?' })
    await over('r1')
    await brain.close()
    const next = recordBrain(again())
    next.brain.ask({ runId: 'r2', text: 'Are you sure?' })
    await next.over('r2')
    const sent = JSON.stringify(endpoint.requests[1]!.body.messages)
    expect(sent).toContain('How many?')
    expect(sent).toContain('Forty-two.')
  })

  it('sends the key as that interface wants it, and no key where there is none', async () => {
    const key = 'sk-this-is-the-key'
    const withKey = await start({ pose, key, script: () => ({ text: 'Yes.' }) })
    withKey.brain.ask({ runId: 'r1', text: 'Hello' })
    await withKey.over('r1')
    const { headers } = withKey.endpoint.requests[0]!
    expect(pose === 'anthropic' ? headers['x-api-key'] : headers.authorization).toBe(
      pose === 'anthropic' ? key : `Bearer ${key}`,
    )
    const without = await start({ pose, script: () => ({ text: 'Yes.' }) })
    without.brain.ask({ runId: 'r1', text: 'Hello' })
    await without.over('r1')
    expect(JSON.stringify(without.endpoint.requests[0]!.headers)).not.toMatch(/sk-|Bearer/)
  })
})

describe('A model outside this computer', () => {
  // Nothing can answer there, and nothing is sent on a wire.
  const away = { modelUrl: 'http://0.0.0.1:9/v1', modelName: 'big' }

  it('gets nothing before the owner agreed, who reads what would leave and where it would go', async () => {
    const { brain, over, event, events, again } = await start({ settings: away })
    expect(brain.status()).toMatchObject({ state: 'ready', sendsTo: '0.0.0.1:9' })
    brain.ask({ runId: 'r1', text: 'What is this?', askedBy: 'owner' })
    const asked = await event(({ type }) => type === 'approval.requested')
    if (asked.type !== 'approval.requested') throw new Error('Nothing was asked.')
    expect(asked.approval).toMatchObject({ kind: 'question', title: 'Send this conversation to 0.0.0.1:9?' })
    expect(asked.approval.action).toMatch(/the files, search results and command output that the model reads/)
    expect(asked.approval.action).toContain('not encrypted')
    brain.answerApproval(asked.approval.id, 'choice:2')
    expect(await over('r1')).toMatchObject({ fault: { code: 'model_consent', message: 'Nothing was sent.' } })

    brain.ask({ runId: 'r2', text: 'What is this?', askedBy: 'owner' })
    const second = await event((one) => one.type === 'approval.requested' && one.runId === 'r2')
    if (second.type === 'approval.requested') brain.answerApproval(second.approval.id, 'choice:1')
    expect(await over('r2')).toMatchObject({
      fault: { code: expect.stringMatching(/model_(?:absent|failed)/) },
    })

    // Agreed once, for this address, also after a restart.
    const next = recordBrain(again())
    next.brain.ask({ runId: 'r3', text: 'And this?', askedBy: 'owner' })
    await next.over('r3')
    expect([...events, ...next.events].filter(({ type }) => type === 'approval.requested')).toHaveLength(2)
  })

  it.each(['participant', 'approver'] as const)(
    'gets nothing from a %s before the owner agreed',
    async (askedBy) => {
      const { brain, over, events } = await start({ settings: away })
      brain.ask({ runId: 'r1', text: 'What is this?', askedBy })
      expect(await over('r1')).toMatchObject({ fault: { code: 'model_consent' } })
      expect(events.some(({ type }) => type === 'approval.requested')).toBe(false)
    },
  )

  it('gets no key over a connection that others can read', async () => {
    const { brain, over, event } = await start({ settings: away, key: 'sk-secret' })
    brain.ask({ runId: 'r1', text: 'What is this?', askedBy: 'owner' })
    const asked = await event(({ type }) => type === 'approval.requested')
    if (asked.type === 'approval.requested') brain.answerApproval(asked.approval.id, 'choice:1')
    expect(await over('r1')).toMatchObject({
      fault: { code: 'model_unencrypted', message: expect.stringContaining('not encrypted') },
    })
    // A box for a key would not help.
    expect(brain.status().setup).toMatchObject({
      secretLabel: null,
      explanation: expect.stringContaining('https://'),
    })
  })
})

describe('A model of Ollama’s cloud', () => {
  it.each([
    ['is known by its name', { settings: { modelName: 'big:120b-cloud' } }],
    [
      'is known by what the server says',
      { models: [{ id: 'mine', remoteHost: 'https://ollama.com:443' }], settings: { modelName: '' } },
    ],
  ])('%s, so the owner is asked first, although the server is on this computer', async (_, options) => {
    const { brain, endpoint, over, event } = await start({
      pose: 'ollama',
      script: () => ({ text: 'Yes.' }),
      ...options,
    })
    brain.ask({ runId: 'r1', text: 'What is this?', askedBy: 'owner' })
    const asked = await event(({ type }) => type === 'approval.requested')
    if (asked.type !== 'approval.requested') throw new Error('Nothing was asked.')
    expect(asked.approval.title).toBe('Send this conversation to ollama.com?')
    expect(endpoint.requests).toEqual([])
    brain.answerApproval(asked.approval.id, 'choice:1')
    expect(await over('r1')).toMatchObject({ outcome: 'completed' })
    expect(brain.status()).toMatchObject({
      sendsTo: 'ollama.com',
      place: expect.stringMatching(/ at ollama\.com$/),
    })
  })

  it('is listed once the owner agreed, so that it is known how much it reads', async () => {
    const { brain, over, event } = await start({
      pose: 'openrouter',
      models: [{ id: 'big:cloud', context: 16_384 }],
      settings: { modelName: 'big:cloud' },
      script: () => ({ text: 'Yes.' }),
    })
    brain.ask({ runId: 'r1', text: 'What is this?', askedBy: 'owner' })
    const asked = await event(({ type }) => type === 'approval.requested')
    if (asked.type === 'approval.requested') brain.answerApproval(asked.approval.id, 'choice:1')
    await over('r1')
    expect(brain.status().usage!.contextTokens).toBe(16_384)
  })

  it('gets no key of another address that was set while the owner read the question', async () => {
    const key = 'sk-of-the-other-address'
    const other = await start({ script: () => ({ text: 'Yes.' }) })
    const { brain, endpoint, over, event, settings } = await start({
      key,
      settings: { modelName: 'big:cloud' },
    })
    brain.ask({ runId: 'r1', text: 'What is this?', askedBy: 'owner' })
    const asked = await event(({ type }) => type === 'approval.requested')
    settings.modelUrl = other.endpoint.url
    if (asked.type === 'approval.requested') brain.answerApproval(asked.approval.id, 'choice:1')
    await over('r1')
    expect(endpoint.requests).toHaveLength(1)
    expect(JSON.stringify(endpoint.requests[0]!.headers)).not.toContain(key)
    expect(other.endpoint.requests).toEqual([])
  })
})

describe('A server with several models', () => {
  it('whose list takes for ever holds up nothing after a stop', async () => {
    const { brain, endpoint, over } = await start({
      settings: { modelName: '' },
      script: () => ({ text: 'Yes.' }),
    })
    endpoint.listFault = { fault: 'silence' }
    brain.ask({ runId: 'r1', text: 'What is this?' })
    await expect.poll(() => endpoint.asked.length).toBeGreaterThan(0)
    brain.abort('r1')
    endpoint.listFault = null
    brain.ask({ runId: 'r2', text: 'And now?' })
    expect(await over('r2')).toMatchObject({ outcome: 'completed' })
  }, 4_000)

  it('knows a model by its name without the usual tag', async () => {
    const { brain, over, find } = await start({
      pose: 'ollama',
      models: [{ id: 'llama3.2:latest', context: 16_384 }, { id: 'other:8b' }],
      settings: { modelName: 'llama3.2' },
      script: () => ({ text: 'Yes.' }),
    })
    const option = await find(() => brain.status().options[0])
    expect(option.value).toBe('llama3.2:latest')
    expect(option.choices).toHaveLength(2)
    brain.ask({ runId: 'r1', text: 'Hello' })
    await over('r1')
    expect(brain.status().usage!.contextTokens).toBe(16_384)
  })

  it.each(['ollama', 'lm studio', 'llama.cpp', 'openrouter'] as const)(
    'posing as %s says which it has, and how much they read at once',
    async (pose) => {
      const { brain, find } = await start({
        pose,
        models: [{ id: 'qwen3:8b', context: 16_384 }, { id: 'gpt-oss:20b' }, { id: 'nomic-embed-text' }],
        settings: { modelName: '' },
        script: () => ({ text: 'Hello.' }),
      })
      const option = await find(() => brain.status().options[0])
      expect(option).toMatchObject({ kind: 'model', value: 'qwen3:8b' })
      expect(option.choices.map(({ value }) => value)).toEqual(['qwen3:8b', 'gpt-oss:20b'])
      const seen = recordBrain(brain)
      brain.ask({ runId: 'r1', text: 'Hello' })
      await seen.over('r1')
      expect(brain.status().usage!.contextTokens).toBe(16_384)
    },
  )

  it('answers with the model that was chosen in the status bar, also after a restart', async () => {
    const { brain, endpoint, over, again } = await start({
      models: [{ id: 'scripted' }, { id: 'other' }],
      script: () => ({ text: 'Hello.' }),
    })
    await brain.setOption!('model', 'other')
    brain.ask({ runId: 'r1', text: 'Hello' })
    await over('r1')
    await brain.close()
    const next = recordBrain(again())
    await next.find(() => (next.brain.name === 'other' ? true : undefined))
    next.brain.ask({ runId: 'r2', text: 'Hello' })
    await next.over('r2')
    expect(endpoint.requests.map(({ body }) => body.model)).toEqual(['other', 'other'])
  })
})

describe('A model that is not connected', () => {
  it('says how to connect one', async () => {
    const { brain, over } = await start({ settings: { modelUrl: '' } })
    expect(brain.status()).toMatchObject({ state: 'refused', setup: { connects: true } })
    brain.ask({ runId: 'r1', text: 'Hello' })
    expect(await over('r1')).toMatchObject({
      fault: { code: 'model_unset', remedy: expect.stringContaining('connect a model') },
    })
  })
})
