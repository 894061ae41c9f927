// Gemini's contents: Gemini CLI.
import type { ModelTurn } from '../moves.ts'
import { data, items, textOf, toolOf, type Dialect, type Item } from './dialect.ts'

export const gemini: Dialect = {
  fits: (path) => /:(streamGenerateContent|generateContent)$/.test(path),
  read: ({ contents, tools }, path) => ({
    turns: items(contents).flatMap(({ role, parts }): ModelTurn[] => {
      const results = items(parts).filter((part) => 'functionResponse' in part)
      const text = textOf(parts)
      return [
        ...results.map((): ModelTurn => ({ who: 'tool', text: '' })),
        ...(text === '' ? [] : [{ who: role === 'user' ? 'user' : 'model', text } as const]),
      ]
    }),
    tools: items(tools)
      .flatMap(({ functionDeclarations }) => items(functionDeclarations))
      .map(({ name, parametersJsonSchema, parameters }) => toolOf(name, parametersJsonSchema ?? parameters)),
    streams: path.endsWith(':streamGenerateContent'),
  }),
  answer() {
    const parts: Item[] = []
    const chunk = (piece: Item[], isLast: boolean): Item => ({
      candidates: [
        { content: { role: 'model', parts: piece }, index: 0, ...(isLast && { finishReason: 'STOP' }) },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
      modelVersion: 'scripted',
    })
    return {
      begin: () => '',
      text(delta) {
        parts.push({ text: delta })
        return data(chunk([{ text: delta }], false))
      },
      call({ name, args }) {
        parts.push({ functionCall: { name, args } })
        return data(chunk([parts.at(-1)!], false))
      },
      end: () => data(chunk([{ text: '' }], true)),
      whole: () => chunk(parts, true),
    }
  },
}
