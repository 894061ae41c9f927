// An agent that speaks ACP and does what the request tells it: a child process for tests. It can also misbehave. The request is
// one of the words below, or `script:` followed by steps as JSON.
import { execSync } from 'node:child_process'
import { writeFileSync, rmSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import * as acp from '@agentclientprotocol/sdk'

export type AgentStep =
  | { update: acp.SessionUpdate }
  | { say: string; messageId?: string }
  /** Does `allowed` if the user allows it, `refused` if not. */
  | {
      permit: acp.RequestPermissionRequest['toolCall']
      options?: acp.PermissionOption[]
      allowed?: AgentStep[]
      refused?: AgentStep[]
    }
  /** Several steps at the same time. */
  | { together: AgentStep[][] }
  /** Changes a file by itself; null deletes it. */
  | { write: string; text: string | null }
  /** Writes and reads through Parley. */
  | { clientWrite: string; text: string }
  | { run: string }
  | { wait: number }
  /** Waits until the turn is cancelled; with `ignore`, for ever. */
  | { hang: 'until cancelled' | 'ignore' }
  | { chunks: number }
  /** Ends the call `c` with a result of so many characters. */
  | { big: number }
  | { raw: string }
  | { exit: number }
  | { stop: acp.StopReason }
  | { fail: string }

const OPTIONS: acp.PermissionOption[] = [
  { optionId: 'yes-always', name: 'Always', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]

/** An edit as most agents do it: announced, asked for, done. */
const edit: AgentStep[] = [
  {
    permit: {
      toolCallId: 'edit-1',
      kind: 'edit',
      title: 'Edit a.txt',
      status: 'pending',
      rawInput: { file_path: 'a.txt', old_string: 'alpha', new_string: 'beta' },
    },
    allowed: [
      { write: 'a.txt', text: 'beta\n' },
      { update: { sessionUpdate: 'tool_call_update', toolCallId: 'edit-1', status: 'completed' } },
    ],
    refused: [{ update: { sessionUpdate: 'tool_call_update', toolCallId: 'edit-1', status: 'failed' } }],
  },
  { say: 'That was ' },
  { say: 'the edit.' },
]

const command: AgentStep[] = [
  {
    permit: {
      toolCallId: 'run-1',
      kind: 'execute',
      title: 'touch ran.txt',
      rawInput: { command: 'touch ran.txt' },
    },
    allowed: [
      { run: 'touch ran.txt' },
      { update: { sessionUpdate: 'tool_call_update', toolCallId: 'run-1', status: 'completed' } },
    ],
    refused: [{ update: { sessionUpdate: 'tool_call_update', toolCallId: 'run-1', status: 'failed' } }],
  },
  { say: 'That was ' },
  { say: 'the command.' },
]

const read = (status: acp.ToolCallStatus): AgentStep[] => [
  {
    update: {
      sessionUpdate: 'tool_call',
      toolCallId: 'read-1',
      kind: 'read',
      title: 'Read a file',
      status: 'in_progress',
      locations: [{ path: 'a.txt' }],
    },
  },
  { update: { sessionUpdate: 'tool_call_update', toolCallId: 'read-1', status } },
  { say: 'Here' },
  { say: ' it is.' },
]

const SCRIPTS: Record<string, AgentStep[]> = {
  read: read('completed'),
  fail: read('failed'),
  edit,
  command,
}

const MODES: acp.SessionModeState = {
  currentModeId: process.argv[2] ?? 'auto',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'auto', name: 'Auto' },
    { id: 'plan', name: 'Plan Mode' },
  ],
}

/** As Gemini CLI tells its models. */
const MODELS = {
  currentModelId: 'robin-2-pro',
  availableModels: [
    { modelId: 'robin-2-pro', name: 'Robin 2 Pro' },
    { modelId: 'robin-2-flash', name: 'Robin 2 Flash' },
    { modelId: 'robin-3', name: 'Robin 3' },
  ],
}

let cancel = (): void => {}
const isSticky = process.argv.includes('--keeps-mode')

acp
  .agent({ name: 'scripted' })
  .onRequest('initialize', () => ({
    protocolVersion: acp.PROTOCOL_VERSION,
    agentInfo: { name: 'scripted', version: '1.0.0' },
    agentCapabilities: {},
  }))
  .onRequest('session/new', () => ({
    sessionId: `session-${process.pid}`,
    modes: MODES,
    ...(process.argv.includes('--models') && { models: MODELS }),
  }))
  .onRequest(
    'session/set_model',
    (params) => params as { modelId: string },
    ({ params: { modelId } }) => {
      if (modelId !== 'robin-2-flash')
        throw acp.RequestError.invalidParams(undefined, 'There is no such model.')
      return {}
    },
  )
  .onRequest('session/set_mode', async ({ params: { sessionId, modeId }, client }) => {
    if (isSticky) throw acp.RequestError.invalidParams(undefined, 'The mode is fixed.')
    await client.notify('session/update', {
      sessionId,
      update: { sessionUpdate: 'current_mode_update', currentModeId: modeId },
    })
    return {}
  })
  .onNotification('session/cancel', () => cancel())
  .onRequest('session/prompt', async ({ params: { sessionId, prompt }, client }) => {
    let isCancelled = false
    const stopped = new Promise<void>((resolve) => {
      cancel = () => {
        isCancelled = true
        resolve()
      }
    })
    const update = (one: acp.SessionUpdate): Promise<void> =>
      client.notify('session/update', { sessionId, update: one })
    const say = (text: string, messageId?: string): Promise<void> =>
      update({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text },
        ...(messageId !== undefined && { messageId }),
      })

    async function follow(steps: readonly AgentStep[]): Promise<acp.StopReason> {
      for (const step of steps) {
        if (isCancelled) return 'cancelled'
        if ('update' in step) await update(step.update)
        else if ('say' in step) await say(step.say, step.messageId)
        else if ('permit' in step) {
          const { outcome } = await client.request('session/request_permission', {
            sessionId,
            toolCall: step.permit,
            options: step.options ?? OPTIONS,
          })
          if (outcome.outcome === 'cancelled') return 'cancelled'
          const isAllowed = outcome.optionId.startsWith('yes')
          await follow(
            (isAllowed ? step.allowed : step.refused) ?? [{ say: `You chose ${outcome.optionId}.` }],
          )
        } else if ('together' in step) await Promise.all(step.together.map(follow))
        else if ('write' in step) {
          if (step.text === null) rmSync(step.write)
          else writeFileSync(step.write, step.text)
        } else if ('clientWrite' in step)
          await client.request('fs/write_text_file', {
            sessionId,
            path: step.clientWrite,
            content: step.text,
          })
        else if ('run' in step) execSync(step.run)
        else if ('wait' in step) await delay(step.wait)
        else if ('hang' in step) await (step.hang === 'ignore' ? new Promise(() => {}) : stopped)
        else if ('chunks' in step) for (let at = 0; at < step.chunks; at++) await say(`${at} `, 'm')
        else if ('big' in step)
          await update({
            sessionUpdate: 'tool_call_update',
            toolCallId: 'c',
            status: 'completed',
            content: [{ type: 'content', content: { type: 'text', text: 'x'.repeat(step.big) } }],
          })
        else if ('raw' in step) process.stdout.write(step.raw)
        else if ('exit' in step) process.exit(step.exit)
        else if ('stop' in step) return step.stop
        else throw new acp.RequestError(-32603, step.fail)
      }
      return isCancelled ? 'cancelled' : 'end_turn'
    }

    const text = prompt.map((block) => (block.type === 'text' ? block.text : '')).find(isRequest) ?? ''
    if (text === 'what did I send') return { stopReason: await follow([{ say: JSON.stringify(prompt) }]) }
    const steps = text.startsWith('script:') ? (JSON.parse(text.slice(7)) as AgentStep[]) : SCRIPTS[text]
    return { stopReason: await follow(steps ?? [{ say: 'I have no script for that.' }]) }
  })
  .connect(
    acp.ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  )

function isRequest(text: string): boolean {
  return text !== '' && !text.startsWith('[')
}
