// OpenAI's responses: Codex.
import type { ModelTool } from '../moves.ts'
import { argumentsOf, event, items, string, textOf, toolOf, type Dialect, type Item } from './dialect.ts'

const toolIn = ({ type, name, parameters }: Item): ModelTool =>
  toolOf(name ?? type, parameters, type === 'custom')

export const responses: Dialect = {
  fits: (path) => path.endsWith('/responses'),
  read: ({ input, tools }) => ({
    turns: items(input).map(({ type, role, content }) => ({
      who: string(type).endsWith('_output') ? 'tool' : role === 'user' ? 'user' : 'model',
      text: textOf(content),
    })),
    tools: items(tools).flatMap((tool): ModelTool[] =>
      tool['type'] === 'namespace'
        ? items(tool['tools']).map((one) => ({ ...toolIn(one), namespace: string(tool['name']) }))
        : [toolIn(tool)],
    ),
    streams: true,
  }),
  answer() {
    const id = `resp_${Math.random().toString(36).slice(2)}`
    const output: Item[] = []
    let message: { text: string; at: number } | null = null
    const messageItem = (content: Item[]): Item => ({
      type: 'message',
      role: 'assistant',
      id: 'msg_1',
      content,
    })
    const endMessage = (): string => {
      if (!message) return ''
      const item = messageItem([{ type: 'output_text', text: message.text }])
      output.push(item)
      const done = event('response.output_item.done', { output_index: message.at, item })
      message = null
      return done
    }
    return {
      begin: () => event('response.created', { response: { id } }),
      text(delta) {
        const opening = message
          ? ''
          : event('response.output_item.added', { output_index: output.length, item: messageItem([]) })
        message ??= { text: '', at: output.length }
        message.text += delta
        const place = { item_id: 'msg_1', output_index: message.at, content_index: 0 }
        return opening + event('response.output_text.delta', { ...place, delta })
      },
      call(call, callId) {
        const before = endMessage()
        const item =
          typeof call.args === 'string'
            ? { type: 'custom_tool_call', id: 'ct_1', call_id: callId, name: call.name, input: call.args }
            : {
                type: 'function_call',
                id: 'fc_1',
                call_id: callId,
                name: call.name,
                arguments: argumentsOf(call),
                ...(call.namespace !== undefined && { namespace: call.namespace }),
              }
        const at = { output_index: output.length, item }
        output.push(item)
        return before + event('response.output_item.added', at) + event('response.output_item.done', at)
      },
      end() {
        const before = endMessage()
        const usage = {
          input_tokens: 100,
          input_tokens_details: null,
          output_tokens: 20,
          output_tokens_details: null,
          total_tokens: 120,
        }
        return before + event('response.completed', { response: { id, output, usage } })
      },
      whole: () => ({ id, output }),
    }
  },
}
