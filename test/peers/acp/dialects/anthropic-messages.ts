// Anthropic's messages: Claude Code.
import type { ModelTurn } from '../moves.ts'
import { argumentsOf, event, items, string, textOf, toolOf, type Dialect, type Item } from './dialect.ts'

export const anthropicMessages: Dialect = {
  fits: (path) => path.endsWith('/messages'),
  read: ({ messages, tools, stream }) => ({
    turns: items(messages).flatMap(({ role, content }): ModelTurn[] => {
      const results = items(content).filter(({ type }) => type === 'tool_result')
      const text = textOf(content)
      return [
        ...results.map((): ModelTurn => ({ who: 'tool', text: '' })),
        ...(text === '' ? [] : [{ who: role === 'user' ? 'user' : 'model', text } as const]),
      ]
    }),
    tools: items(tools).map(({ name, input_schema }) => toolOf(name, input_schema)),
    streams: stream === true,
  }),
  answer({ model }) {
    const usage = {
      input_tokens: 100,
      output_tokens: 20,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    }
    const head = {
      id: `msg_${Math.random().toString(36).slice(2)}`,
      type: 'message',
      role: 'assistant',
      model,
    }
    const content: Item[] = []
    let isOpen = false
    const close = (): string => {
      if (!isOpen) return ''
      isOpen = false
      return event('content_block_stop', { index: content.length - 1 })
    }
    const stopReason = (): string => (content.at(-1)?.['type'] === 'tool_use' ? 'tool_use' : 'end_turn')
    return {
      begin: () =>
        event('message_start', {
          message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage },
        }),
      text(delta) {
        let opening = ''
        if (!isOpen) {
          content.push({ type: 'text', text: '' })
          opening = event('content_block_start', { index: content.length - 1, content_block: content.at(-1) })
          isOpen = true
        }
        const block = content.at(-1)!
        block['text'] = string(block['text']) + delta
        return (
          opening +
          event('content_block_delta', {
            index: content.length - 1,
            delta: { type: 'text_delta', text: delta },
          })
        )
      },
      call(call, id) {
        const before = close()
        content.push({ type: 'tool_use', id, name: call.name, input: call.args })
        const index = content.length - 1
        isOpen = true
        return (
          before +
          event('content_block_start', { index, content_block: { ...content.at(-1), input: {} } }) +
          event('content_block_delta', {
            index,
            delta: { type: 'input_json_delta', partial_json: argumentsOf(call) },
          }) +
          close()
        )
      },
      end: () =>
        close() +
        event('message_delta', { delta: { stop_reason: stopReason(), stop_sequence: null }, usage }) +
        event('message_stop', {}),
      whole: () => ({ ...head, content, stop_reason: stopReason(), stop_sequence: null, usage }),
    }
  },
}
