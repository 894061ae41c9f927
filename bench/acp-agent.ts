// An agent that answers with prepared frames, as fast as they are read. It does nothing else, so only the receiver counts.
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { preciseNow } from './measure.ts'

interface Request {
  id?: number | string
  method?: string
  params?: { prompt?: { text?: string }[] }
}

const send = (...messages: object[]): void =>
  void process.stdout.write(
    messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
  )

const update = (fields: object) => ({
  method: 'session/update',
  params: { sessionId: 'bench', update: fields },
})

const chunk = (text: string): object =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })

/** Pieces of a reply; the output of commands, a hundred updates each; or files that it reads, two updates each. */
function* updates(kind: string, count: number): Generator<object> {
  for (let n = 0; n < count; n++)
    yield kind === 'words' ? chunk(`word${n} `) : kind === 'commands' ? commandUpdate(n) : readUpdate(n)
}

const printed = (words: string): object[] => [{ type: 'content', content: { type: 'text', text: words } }]

function commandUpdate(n: number): object {
  const [call, step] = [Math.floor(n / 100), n % 100]
  const toolCallId = `command_${call}`
  if (step === 0)
    return update({
      sessionUpdate: 'tool_call',
      toolCallId,
      title: 'npm test',
      kind: 'execute',
      status: 'in_progress',
      rawInput: { command: 'npm test' },
    })
  const status = step === 99 ? 'completed' : 'in_progress'
  return update({
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status,
    content: printed('one more test passed\n'.repeat(step % 20)),
  })
}

function readUpdate(n: number): object {
  const toolCallId = `read_${Math.floor(n / 2)}`
  if (n % 2 === 1)
    return update({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: 'completed',
      content: printed('alpha\n'.repeat(20)),
    })
  return update({
    sessionUpdate: 'tool_call',
    toolCallId,
    title: 'Read README.md',
    kind: 'read',
    status: 'in_progress',
    locations: [{ path: `${process.cwd()}/README.md`, line: 1 }],
  })
}

async function answer({ method, params }: Request): Promise<object> {
  if (method === 'initialize')
    return { protocolVersion: 1, agentInfo: { name: 'bench', version: '1' }, agentCapabilities: {} }
  if (method === 'session/new') return { sessionId: 'bench' }
  if (method !== 'session/prompt') return {}
  const asked = (params?.prompt ?? []).map(({ text }) => text ?? '').join('\n')
  const [, kind = '', count = '0'] = /bench (\w+) (\d+)/.exec(asked) ?? []
  if (kind === 'first') {
    // As a model does, it thinks first: by then the window has shown the request.
    await pause(300)
    // The first word carries the time at which it was sent.
    send(chunk(`painted-${count}-at-${preciseNow()} `))
  } else send(...updates(kind, Number(count)))
  return { stopReason: 'end_turn' }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request
  if (request.id !== undefined && request.method !== undefined)
    send({ id: request.id, result: await answer(request) })
}
