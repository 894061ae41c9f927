// Parley's MCP server as an agent uses it: real HTTP, real files.
import { request as httpRequest } from 'node:http'
import path from 'node:path'
import { symlinkSync } from 'node:fs'
import type { InitializeResponse, McpServer } from '@agentclientprotocol/sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import { createParleyMcp, type ParleyMcp } from '../../src/main/brains/acp/parley-mcp.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import type { Artifact } from '../../src/shared/artifacts.ts'
import { createFakeClock, type FakeClock } from '../fakes/fake-clock.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

const agentWith = (http: boolean): InitializeResponse => ({
  protocolVersion: 1,
  agentCapabilities: { mcpCapabilities: { http, sse: false } },
})

let folder: TempFolder
let workspace: Workspace
let mcp: ParleyMcp
let clock: FakeClock
let url: string
let authorization: string
let runId: string | null
const show = vi.fn<(artifact: Artifact) => void>()
const point = vi.fn<(lines: object) => void>()
const ask =
  vi.fn<(question: string, choices: readonly string[], signal: AbortSignal) => Promise<string | null>>()
const onError = vi.fn<(what: string, error: unknown) => void>()

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('')

beforeEach(async () => {
  for (const mock of [show, point, ask, onError]) mock.mockReset()
  folder = createTempFolder({
    'src/a.ts': lines(30),
    'README.md': '# Boats\n\nSail.\n',
    'b.ts': 'const b = 1\n',
  })
  workspace = await openWorkspace(folder.path)
  clock = createFakeClock()
  runId = 'run-1'
  let ids = 0
  mcp = createParleyMcp({
    tools: createToolbox(workspace, () => false),
    version: '1.0.0',
    clock,
    newId: () => `id${++ids}`,
    runId: () => runId,
    show,
    point,
    ask,
    onError,
  })
  connect(await mcp.mcpServers(agentWith(true)))
})
afterEach(async () => {
  await mcp.close()
  await workspace.close()
  folder.remove()
})

function connect([server]: McpServer[]): void {
  if (!server || !('type' in server) || server.type !== 'http') throw new Error('There is no HTTP server.')
  url = server.url
  authorization = server.headers.find(({ name }) => name === 'Authorization')?.value ?? ''
}

const headers = (more: Record<string, string> = {}): Record<string, string> => ({
  authorization,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  ...more,
})
const post = (body: unknown, options: { headers?: Record<string, string>; signal?: AbortSignal } = {}) =>
  fetch(url, {
    method: 'POST',
    headers: headers(options.headers),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(options.signal && { signal: options.signal }),
  })
const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
}

interface Reply {
  id?: number
  method?: string
  params?: Record<string, unknown>
  error?: { code: number; message: string }
  result?: {
    isError?: boolean
    content: { text: string }[]
    tools: { name: string; description: string; inputSchema: Record<string, unknown> }[]
  }
}
/** The messages in a stream of events. */
const messagesIn = (text: string): Reply[] =>
  [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!) as Reply)

async function rpc(method: string, params: unknown, id = 1): Promise<Reply> {
  const answer = await post({ jsonrpc: '2.0', id, method, params })
  expect(answer.status).toBe(200)
  const reply = messagesIn(await answer.text()).find((message) => message.id === id)
  if (!reply) throw new Error('There was no reply.')
  return reply
}
const call = async (name: string, args: unknown): Promise<{ text: string; failed: boolean }> => {
  const { result, error } = await rpc('tools/call', { name, arguments: args })
  if (error) return { text: error.message, failed: true }
  return { text: result?.content[0]?.text ?? '', failed: result?.isError === true }
}

describe('The MCP server for the agent', () => {
  it('is offered with an address on loopback and a long token, to agents that speak HTTP', async () => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    expect(authorization).toMatch(/^Bearer [\w-]{43}$/)
    expect(await mcp.mcpServers(agentWith(false))).toEqual([])
    expect(await mcp.mcpServers({ protocolVersion: 1 })).toEqual([])
  })

  it('greets an agent and lists its tools as plain objects, which every model accepts', async () => {
    expect((await rpc('initialize', initialize.params)).result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'parley' },
    })
    const initialized = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect(initialized.status).toBe(202)
    const tools = (await rpc('tools/list', {})).result?.tools ?? []
    expect(tools.map(({ name }) => name)).toEqual(['show', 'point', 'ask'])
    for (const { inputSchema, description } of tools) {
      expect(inputSchema['type']).toBe('object')
      expect(Object.keys(inputSchema)).not.toContain('anyOf')
      expect(description.length).toBeLessThan(400)
    }
  })

  it('refuses a missing, wrong or earlier token', async () => {
    const earlier = authorization
    for (const wrong of ['', 'Bearer x', `Basic ${earlier.slice(7)}`])
      expect((await post(initialize, { headers: { authorization: wrong } })).status).toBe(401)
    connect(await mcp.mcpServers(agentWith(true)))
    expect((await post(initialize, { headers: { authorization: earlier } })).status).toBe(401)
    expect((await post(initialize)).status).toBe(200)
  })

  it('refuses web pages, and names that only point at loopback', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
      expect((await post(initialize, { headers: { origin } })).status).toBe(403)
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = httpRequest(
        url,
        { method: 'POST', headers: headers({ host: 'evil.example' }) },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        },
      )
      sent.once('error', reject)
      sent.end(JSON.stringify(initialize))
    })
    expect(status).toBe(403)
  })

  it('refuses other paths and methods, garbage, batches and oversized requests', async () => {
    const other = await fetch(url.replace('/mcp', '/other'), {
      method: 'POST',
      headers: headers(),
      body: '{}',
    })
    expect(other.status).toBe(404)
    expect((await fetch(url, { headers: headers() })).status).toBe(405)
    expect((await post('{"jsonrpc":')).status).toBe(400)
    expect((await post([initialize])).status).toBe(400)
    const big = JSON.stringify({ ...initialize, padding: 'x'.repeat(4 * 1024 * 1024) })
    expect((await post(big)).status).toBe(413)
    // Also if it does not say before how large it is.
    const init = { method: 'POST', headers: headers(), body: new Blob([big]).stream(), duplex: 'half' }
    const streamed = await fetch(url, init)
    expect(streamed.status).toBe(413)
    expect((await post(initialize)).status).toBe(200)
  })

  it('does not answer any more once it is closed', async () => {
    await mcp.close()
    await expect(post(initialize)).rejects.toThrow('fetch failed')
  })
})

describe('The tool “show”', () => {
  it('opens a file at a line, and highlights the lines', async () => {
    expect(await call('show', { file: 'src/a.ts', line: 12, endLine: 14 })).toEqual({
      text: 'Shown.',
      failed: false,
    })
    expect(show.mock.calls).toEqual([
      [expect.objectContaining({ kind: 'code', file: 'src/a.ts', focusLine: 12, content: lines(30) })],
    ])
    expect(point).toHaveBeenCalledExactlyOnceWith({ file: 'src/a.ts', line: 12, endLine: 14 })
  })

  it('opens a document as a page, and as its source when lines matter', async () => {
    await call('show', { file: path.join(folder.path, 'README.md') })
    expect(show.mock.lastCall?.[0]).toMatchObject({ kind: 'markdown', file: 'README.md' })
    expect(point).not.toHaveBeenCalled()
    await call('show', { file: 'README.md', line: 3 })
    expect(show.mock.lastCall?.[0]).toMatchObject({ kind: 'code', language: 'markdown', focusLine: 3 })
  })

  it('shows a diff and a document', async () => {
    const diff = '--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-const b = 1\n+const b = 2\n'
    await call('show', { diff, title: 'A bigger b' })
    expect(show.mock.lastCall?.[0]).toMatchObject({ kind: 'diff', title: 'A bigger b', diff })
    await call('show', { markdown: '# Plan\n\n1. Rest' })
    expect(show.mock.lastCall?.[0]).toMatchObject({
      kind: 'markdown',
      title: 'Plan',
      content: '# Plan\n\n1. Rest',
    })
    expect(new Set(show.mock.calls.map(([{ id }]) => id)).size).toBe(2)
  })

  it('tells the agent what is wrong, and shows the user nothing', async () => {
    symlinkSync('/etc', path.join(folder.path, 'link'))
    folder.write('data.bin', new Uint8Array([0, 1, 2, 255]))
    const wrong: [object, string | RegExp][] = [
      [{}, 'Give exactly one of file, diff and markdown.'],
      [{ file: 'b.ts', markdown: 'x' }, 'Give exactly one of file, diff and markdown.'],
      [{ diff: 'not a diff' }, 'This is not a unified diff.'],
      [{ file: '/etc/passwd' }, /outside the open folder/],
      [{ file: '../../etc/passwd' }, /outside the open folder/],
      [{ file: 'link/passwd' }, /outside the open folder/],
      [{ file: 'src/a.ts\0' }, /There is no file/],
      [{ file: 'none.ts' }, /There is no file none.ts/],
      [{ file: 'data.bin' }, /is not text/],
      [{ file: 'src/a.ts', line: 31 }, 'src/a.ts has only 30 lines.'],
      [{ file: 'src/a.ts', line: 0 }, /line/],
      [{ file: 7 }, /file/],
      [{ markdown: 'x'.repeat(512 * 1024 + 1) }, /markdown/],
    ]
    for (const [args, text] of wrong)
      expect(await call('show', args)).toEqual({ text: expect.stringMatching(text) as string, failed: true })
    expect(show).not.toHaveBeenCalled()
    expect(point).not.toHaveBeenCalled()
  })

  it('shows nothing while no turn runs', async () => {
    runId = null
    expect((await call('show', { file: 'b.ts' })).failed).toBe(true)
    expect((await call('point', { file: 'b.ts', line: 1 })).failed).toBe(true)
    expect((await call('ask', { question: 'Now?', choices: ['Yes', 'No'] })).failed).toBe(true)
    expect(show).not.toHaveBeenCalled()
    expect(ask).not.toHaveBeenCalled()
  })
})

describe('The tool “point”', () => {
  it('opens the file once per turn, and points each time', async () => {
    await call('point', { file: 'src/a.ts', line: 2 })
    await call('point', { file: path.join(folder.path, 'src/a.ts'), line: 28, endLine: 99 })
    expect(show).toHaveBeenCalledOnce()
    expect(point.mock.calls).toEqual([
      [{ file: 'src/a.ts', line: 2, endLine: 2 }],
      [{ file: 'src/a.ts', line: 28, endLine: 30 }],
    ])
    runId = 'run-2'
    await call('point', { file: 'src/a.ts', line: 5 })
    expect(show).toHaveBeenCalledTimes(2)
  })

  it('refuses lines that the file does not have', async () => {
    expect(await call('point', { file: 'b.ts', line: 2 })).toEqual({
      text: 'b.ts has only 1 line.',
      failed: true,
    })
    expect(point).not.toHaveBeenCalled()
  })
})

describe('The tool “ask”', () => {
  const question = { question: 'Which boat?', choices: ['The red one', 'The blue one'] }

  it('waits for the user and gives the chosen words', async () => {
    ask.mockResolvedValue('The blue one')
    expect(await call('ask', question)).toEqual({ text: 'The blue one', failed: false })
    expect(ask).toHaveBeenCalledExactlyOnceWith('Which boat?', question.choices, expect.any(AbortSignal))
    // The request is over now; the answered question must not look withdrawn.
    await mcp.close()
    expect(ask.mock.lastCall?.[2].aborted).toBe(false)
  })

  it('says so if there is no answer', async () => {
    ask.mockResolvedValue(null)
    expect(await call('ask', question)).toEqual({ text: 'No answer', failed: false })
  })

  it('needs two to nine different choices', async () => {
    for (const choices of [['one'], Array.from({ length: 10 }, (_, at) => `${at}`), ['a', 'a'], ['', 'b']])
      expect((await call('ask', { question: 'Which?', choices })).failed).toBe(true)
    expect(ask).not.toHaveBeenCalled()
  })

  /** Asks, and resolves once the user has the question. */
  async function asked(params: object = {}, signal?: AbortSignal) {
    let withdrawn: AbortSignal | undefined
    let answer: (text: string | null) => void
    const reached = new Promise<void>((resolve) => {
      ask.mockImplementationOnce((_question, _choices, given) => {
        withdrawn = given
        resolve()
        return new Promise((settle) => (answer = settle))
      })
    })
    const message = { name: 'ask', arguments: question, ...params }
    const reply = post(
      { jsonrpc: '2.0', id: 7, method: 'tools/call', params: message },
      signal ? { signal } : {},
    )
    await reached
    return { reply, withdrawn: withdrawn!, answer: (text: string) => answer!(text) }
  }
  const isWithdrawn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve())
    })

  it('tells an agent that wants to know that the user still thinks', async () => {
    const { reply, answer } = await asked({ _meta: { progressToken: 'p' } })
    clock.advance(25_000)
    answer('The red one')
    const messages = messagesIn(await (await reply).text())
    expect(
      messages.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params),
    ).toEqual([
      { progressToken: 'p', progress: 1, message: 'The user has not answered yet.' },
      { progressToken: 'p', progress: 2, message: 'The user has not answered yet.' },
    ])
    expect(messages.at(-1)?.result?.content).toEqual([{ type: 'text', text: 'The red one' }])
    expect(clock.pending()).toBe(0)
  })

  it('withdraws the question when the agent hangs up', async () => {
    const stop = new AbortController()
    const { reply, withdrawn } = await asked({}, stop.signal)
    // The answer has begun, so hanging up cuts it off.
    await reply
    stop.abort()
    await isWithdrawn(withdrawn)
  })

  it('withdraws the question when the agent cancels it', async () => {
    const { reply, withdrawn } = await asked()
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }
    expect((await post(cancelled)).status).toBe(202)
    await isWithdrawn(withdrawn)
    expect(messagesIn(await (await reply).text()).at(-1)?.result?.content[0]?.text).toBe('No answer')
  })

  it('withdraws the question when the session ends', async () => {
    const { reply, withdrawn } = await asked()
    const body = reply.then((answer) => answer.text()).catch(() => null)
    await mcp.close()
    expect(withdrawn.aborted).toBe(true)
    await body
  })

  it('asks at most four questions at the same time', async () => {
    const open = [await asked(), await asked(), await asked(), await asked()]
    expect((await call('ask', question)).failed).toBe(true)
    for (const { answer } of open) answer('The red one')
    await Promise.all(open.map(async ({ reply }) => (await reply).text()))
    ask.mockResolvedValue('The blue one')
    expect((await call('ask', question)).failed).toBe(false)
  })
})
