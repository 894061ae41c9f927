// Whether an update has the form that ACP gives it, as far as everybody relies on it. Each kind has one cheap check: an agent
// may send thousands of updates a second. Kinds that Parley does not know pass.

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number'
/** Missing, null, or a list of objects that pass. */
const isList = (value: unknown, passes: (entry: Fields) => boolean = () => true): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.every((entry) => isFields(entry) && passes(entry)))

const isTextOrNone = (value: unknown): boolean => value === undefined || value === null || isText(value)

function isBlock(value: unknown): boolean {
  if (!isFields(value)) return false
  const { type, text, mimeType, uri, name, title, resource } = value
  switch (type) {
    case 'text':
      return isText(text)
    case 'image':
    case 'audio':
      return isText(mimeType)
    case 'resource_link':
      return isText(uri) && isText(name) && isTextOrNone(title)
    case 'resource':
      return (
        isFields(resource) && isText(resource['uri']) && (!('text' in resource) || isText(resource['text']))
      )
    default:
      return isText(type)
  }
}

const isChunk = ({ content }: Fields): boolean => isBlock(content)

const isCall = ({ toolCallId, title, name, kind, status, content, locations }: Fields): boolean =>
  isText(toolCallId) &&
  [title, kind, status, name].every(isTextOrNone) &&
  isList(content, isCallContent) &&
  isList(locations, ({ path }) => isText(path))

function isCallContent({ type, content, path, newText, oldText, terminalId }: Fields): boolean {
  switch (type) {
    case 'content':
      return isBlock(content)
    case 'diff':
      return isText(path) && isText(newText) && isTextOrNone(oldText)
    case 'terminal':
      return isText(terminalId)
    default:
      return isText(type)
  }
}

const shapes: Record<string, (update: Fields) => boolean> = {
  user_message_chunk: isChunk,
  agent_message_chunk: isChunk,
  agent_thought_chunk: isChunk,
  tool_call: (update) => isCall(update) && isText(update['title']),
  tool_call_update: isCall,
  plan: ({ entries }) => Array.isArray(entries) && isList(entries, ({ content }) => isText(content)),
  available_commands_update: ({ availableCommands }) =>
    Array.isArray(availableCommands) &&
    isList(availableCommands, ({ name, description }) => isText(name) && isText(description)),
  current_mode_update: ({ currentModeId }) => isText(currentModeId),
  config_option_update: ({ configOptions }) =>
    Array.isArray(configOptions) &&
    isList(configOptions, ({ id, name, type }) => isText(id) && isText(name) && isText(type)),
  notice: ({ title, description }) => isText(title) && isTextOrNone(description),
  compaction_update: ({ compactionId, status }) => isText(compactionId) && isText(status),
  usage_update: ({ used, size }) => isNumber(used) && isNumber(size),
}

/** Whether the parameters of `session/update` can be used. */
export function isSessionUpdate(params: unknown): boolean {
  if (!isFields(params) || !isText(params['sessionId'])) return false
  const { update } = params
  if (!isFields(update) || typeof update['sessionUpdate'] !== 'string') return false
  const { sessionUpdate } = update
  return !Object.hasOwn(shapes, sessionUpdate) || shapes[sessionUpdate]!(update)
}
