// OpenAI's chat completions: goose, opencode, Qwen Code.
import { argumentsOf, data, items, record, textOf, toolOf, type Dialect, type Item } from './dialect.ts'

export const chatCompletions: Dialect = {
  fits: (path) => path.endsWith('/chat/completions'),
  read: ({ messages, tools, stream }) => ({
    turns: items(messages).map(({ role, content }) => ({
      who: role === 'tool' ? 'tool' : role === 'user' ? 'user' : 'model',
      text: textOf(content),
    })),
    tools: items(tools).map((tool) => {
      const { name, parameters } = record(tool['function'])
      return toolOf(name, parameters)
    }),
    streams: stream === true,
  }),
  answer({ model }) {
    const base = { id: 'scripted', created: 1, model }
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
    let said = ''
    let calls: Item[] = []
    const piece = (delta: Item, finish: string | null = null): string =>
      data({
        ...base,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: finish }],
      })
    const finish = (): string => (calls.length > 0 ? 'tool_calls' : 'stop')
    return {
      begin: () => piece({ role: 'assistant', content: '' }),
      text(delta) {
        said += delta
        return piece({ content: delta })
      },
      call(call, id) {
        calls = [
          { index: 0, id, type: 'function', function: { name: call.name, arguments: argumentsOf(call) } },
        ]
        return piece({ tool_calls: calls })
      },
      end: () => `${piece({}, finish())}${data({ ...base, choices: [], usage })}data: [DONE]\n\n`,
      whole: () => ({
        ...base,
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            finish_reason: finish(),
            message: { role: 'assistant', content: said || null, tool_calls: calls },
          },
        ],
        usage,
      }),
    }
  },
}
