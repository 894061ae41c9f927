// A shorter conversation for a model that cannot read all of it: old results and arguments of tools go first, because they
// are the longest part and the model can get them again. The newest results stay, if need be in parts: the model waits for
// them.
import { charactersOf, type ModelMessage, type ToolRequest } from './history.ts'

const LEFT_OUT = '[Left out to save space. Use the tool again if you need it.]'
const INPUT_LEFT_OUT = '[Left out to save space.]'
/** Shorter texts stay: the note would not be shorter. */
const WORTH_LEAVING_OUT = 400
/** Less of a result tells nothing. */
const LEAST_RESULT = 200

/** Without the results and the long arguments of tools before this index. */
export function withoutOldResults(messages: readonly ModelMessage[], before: number): ModelMessage[] {
  return messages.map((message, at) => {
    if (at >= before || message.role === 'user') return message
    if (message.role === 'assistant')
      return message.calls.length === 0 ? message : { ...message, calls: message.calls.map(withShortInput) }
    return {
      ...message,
      answers: message.answers.map((one) =>
        one.text.length < WORTH_LEAVING_OUT ? one : { ...one, text: LEFT_OUT },
      ),
    }
  })
}

function withShortInput(call: ToolRequest): ToolRequest {
  const { input } = call
  if (typeof input !== 'object' || input === null) return call
  const fields = Object.entries(input).map(([name, value]): [string, unknown] => [
    name,
    (JSON.stringify(value) ?? '').length < WORTH_LEAVING_OUT ? value : INPUT_LEFT_OUT,
  ])
  return { ...call, input: Object.fromEntries(fields) }
}

/** Where the results of the last step are; the length if there are none. */
export function lastResults(messages: readonly ModelMessage[]): number {
  const at = messages.findLastIndex(({ role }) => role === 'tool')
  return at < 0 ? messages.length : at
}

/** Without anything old, and with as much of each newest result as fits into this many characters in all. */
export function withCutResults(messages: readonly ModelMessage[], maxCharacters: number): ModelMessage[] {
  const at = lastResults(messages)
  const light = withoutOldResults(messages, at)
  const newest = light[at]
  if (newest?.role !== 'tool') return light
  const room = maxCharacters - charactersOf(light.filter((message) => message !== newest))
  const each = Math.max(LEAST_RESULT, Math.floor(room / newest.answers.length))
  light[at] = { ...newest, answers: newest.answers.map((one) => ({ ...one, text: cut(one.text, each) })) }
  return light
}

/** At most this long. The end of a command's output often matters as much as the beginning. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const note = `\n[${text.length - max} characters are left out here.]\n`
  const half = Math.max(0, Math.floor((max - note.length) / 2))
  return half === 0 ? text.slice(0, max) : `${text.slice(0, half)}${note}${text.slice(-half)}`
}
