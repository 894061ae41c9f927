// The bare official client for agents, as small as it can be: it starts the agent, asks and collects the text.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk'

export async function openBareClient(command: string, args: string[], cwd: string) {
  const agent = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  /** The files that the agent reads, to be shown. */
  const reading: Promise<string>[] = []
  let onText: (text: string) => void = () => {}
  const app = client({ name: 'bare' }).onNotification(methods.client.session.update, ({ params }) => {
    const { update } = params
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      onText(update.content.text)
    if (update.sessionUpdate === 'tool_call' && update.kind === 'read')
      for (const { path } of update.locations ?? []) reading.push(readFile(path, 'utf8'))
  })
  const input = Readable.toWeb(agent.stdout) as ReadableStream<Uint8Array>
  const connection = app.connect(ndJsonStream(Writable.toWeb(agent.stdin), input))
  await connection.agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION })
  const { sessionId } = await connection.agent.request(methods.agent.session.new, { cwd, mcpServers: [] })
  return {
    /** Resolves at the end of the turn. */
    async ask(text: string, told: (text: string) => void = () => {}): Promise<void> {
      onText = told
      await connection.agent.request(methods.agent.session.prompt, {
        sessionId,
        prompt: [{ type: 'text', text }],
      })
      await Promise.all(reading.splice(0))
    },
    async close(): Promise<void> {
      const exit = once(agent, 'exit')
      agent.kill()
      await exit
    },
  }
}
