// The frames of a streamed answer of Anthropic's messages.
import { usual, type Finish, type FrameWriter } from './model-reply.ts'

const stopReasons: Record<Finish, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

type BlockType = 'thinking' | 'text'

export function anthropicFrames(write: (text: string) => void, { model }: { model: string }): FrameWriter {
  let index = -1
  let open: BlockType | null = null
  const send = (type: string, fields: object = {}): void =>
    write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  const delta = (fields: object): void => send('content_block_delta', { index, delta: fields })

  const start = (block: object): void => send('content_block_start', { index: ++index, content_block: block })

  function close(): void {
    if (open === null) return
    // The model gets its thoughts back only with this signature.
    if (open === 'thinking') delta({ type: 'signature_delta', signature: 'c2lnbmF0dXJl' })
    send('content_block_stop', { index })
    open = null
  }

  function inside(type: BlockType): void {
    if (open === type) return
    close()
    start(type === 'thinking' ? { type, thinking: '', signature: '' } : { type, text: '' })
    open = type
  }

  return {
    begin() {
      const usage = { input_tokens: usual.input, output_tokens: 1 }
      const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [] }
      send('message_start', { message: { ...message, stop_reason: null, stop_sequence: null, usage } })
      send('ping')
    },
    thought(text) {
      inside('thinking')
      delta({ type: 'thinking_delta', thinking: text })
    },
    text(text) {
      inside('text')
      delta({ type: 'text_delta', text })
    },
    call(id, name, args) {
      close()
      start({ type: 'tool_use', id, name, input: {} })
      for (const piece of ['', ...args]) delta({ type: 'input_json_delta', partial_json: piece })
      send('content_block_stop', { index })
    },
    error: (message) => send('error', { error: { type: 'overloaded_error', message } }),
    end(finish, { input, output, cached = 0 }) {
      close()
      send('message_delta', {
        delta: { stop_reason: stopReasons[finish], stop_sequence: null },
        usage: {
          // Cached tokens are not among the input tokens here.
          input_tokens: input - cached,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: cached,
          output_tokens: output,
        },
      })
      send('message_stop')
    },
  }
}
