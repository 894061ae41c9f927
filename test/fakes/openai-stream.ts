// The frames of a streamed answer of OpenAI's chat completions, as OpenAI, Ollama, LM Studio and llama.cpp send them.
import type { FrameWriter, ScriptedUsage } from './model-reply.ts'
import type { Pose } from './model-poses.ts'

interface Options {
  model: string
  pose: Pose
  /** Whether the request has `stream_options.include_usage`. */
  includesUsage: boolean
}

export function openaiFrames(
  write: (text: string) => void,
  { model, pose, includesUsage }: Options,
): FrameWriter {
  let calls = 0
  const send = (fields: object): void => {
    const chunk = {
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_790_000_000,
      model,
      ...fields,
    }
    write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  const delta = (fields: object, finish: string | null = null): void =>
    send({ choices: [{ index: 0, delta: fields, finish_reason: finish }] })

  return {
    begin: () => delta({ role: 'assistant', content: '' }),
    // Ollama has another name for it.
    thought: (text) => delta({ [pose === 'ollama' ? 'reasoning' : 'reasoning_content']: text }),
    text: (text) => delta({ content: text }),
    call(id, name, args) {
      const index = calls++
      const head = (first: string): object => ({
        tool_calls: [{ index, id, type: 'function', function: { name, arguments: first } }],
      })
      // Ollama sends a call at once.
      if (pose === 'ollama') return delta(head(args.join('')))
      delta(head(''))
      for (const piece of args) delta({ tool_calls: [{ index, function: { arguments: piece } }] })
    },
    error: (message) =>
      write(
        `data: ${JSON.stringify({ error: { message, type: 'server_error', param: null, code: null } })}\n\n`,
      ),
    end(finish, usage) {
      delta({}, finish)
      if (includesUsage) send({ choices: [], usage: openaiUsage(usage) })
      write('data: [DONE]\n\n')
    },
  }
}

const openaiUsage = ({ input, output, cached = 0, cost }: ScriptedUsage): object => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
  ...(cost !== undefined && { cost }),
})
