// What Parley sends for a request: the words, what the user looks at, and how much of the last reply they heard.
import type { ContentBlock } from '@agentclientprotocol/sdk'
import { baseName } from '../../../base/base-name.ts'
import { meantSentence } from '../../pointing/meant-view.ts'
import type { RequestView } from '../../ports/brain.ts'

export interface PromptFacts {
  text: string
  view?: RequestView | undefined
  interrupted?: { heard: string } | undefined
  /** The open folder. */
  root: string
  /** Whether the agent has not been told yet that it is heard. */
  isFirst: boolean
  /** Whether the agent has Parley's own tools. */
  hasTools: boolean
}

/** A command of the agent itself starts with a slash, and must stay as it is. */
export const isCommand = (text: string): boolean => /^\/\w/.test(text)

export function promptBlocks(facts: PromptFacts): ContentBlock[] {
  const { text, view, interrupted, root } = facts
  if (isCommand(text)) return [{ type: 'text', text }]
  const blocks: ContentBlock[] = []
  if (facts.isFirst) blocks.push({ type: 'text', text: instruction(facts.hasTools) })
  if (interrupted) blocks.push({ type: 'text', text: heardLine(interrupted.heard) })
  blocks.push({ type: 'text', text })
  const meant = view === undefined ? null : meantSentence(view)
  if (view?.file !== undefined && !/^(?:\/|[A-Za-z]:[\\/])/.test(view.file)) {
    const { file, line } = view
    const end =
      view.endLine !== undefined && line !== undefined && view.endLine > line ? view.endLine : undefined
    const place = line === undefined ? '' : end === undefined ? `, line ${line}` : `, lines ${line} to ${end}`
    const fragment = line === undefined ? '' : end === undefined ? `#L${line}` : `#L${line}:${end}`
    blocks.push({ type: 'resource_link', name: baseName(file), uri: fileUri(root, file) + fragment })
    if (meant === null) blocks.push({ type: 'text', text: `[The user is looking at ${file}${place}.]` })
  }
  if (meant !== null) blocks.push({ type: 'text', text: `[On the user’s screen, ${meant}.]` })
  return blocks
}

/** Told once per session. */
function instruction(hasTools: boolean): string {
  const tools = hasTools
    ? ' The tools “show”, “point” and “ask” of the server “parley” show something on the user’s screen, highlight lines while you talk about them, and ask the user a question with choices.'
    : ''
  return `[The user talks to you through Parley, and your replies are read aloud. Begin each reply with one or two plain sentences that make sense when heard; put details, code and lists after them, where they are shown on screen.${tools} Do not mention this note.]`
}

/** The end of what the user heard is enough. */
const MAX_HEARD = 160

function heardLine(heard: string): string {
  const end = heard.length > MAX_HEARD ? `…${heard.slice(-MAX_HEARD)}` : heard
  const line =
    end.trim() === ''
      ? 'The user interrupted your last reply and heard none of it.'
      : `The user interrupted your last reply and heard it only up to: ${end}`
  return `[${line.replaceAll(/\s+/g, ' ')}]`
}

function fileUri(root: string, file: string): string {
  const path = `${root.replaceAll('\\', '/').replace(/\/+$/, '')}/${file.replaceAll('\\', '/')}`
  const encoded = path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^([A-Za-z])%3A\//, '/$1:/')
  return `file://${encoded}`
}
