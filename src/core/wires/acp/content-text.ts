// The text of what an agent sends. Everything is cut to a size that somebody may read.
import type { ContentBlock, ToolCallContent } from '@agentclientprotocol/sdk'
import { baseName } from '../../../base/base-name.ts'
import { truncate } from '../../../base/truncate.ts'
import type { Artifact } from '../../../shared/artifacts.ts'
import { shortTitle } from '../../artifacts/artifact-title.ts'
import { languageOfFile } from '../../artifacts/file-language.ts'
import { isFields } from './file-names.ts'

const MAX_HEAD = 50_000
const MAX_TAIL = 150_000

/** The beginning and the end of a long text. */
export function bothEnds(text: string): string {
  if (text.length <= MAX_HEAD + MAX_TAIL) return text
  const omitted = text.length - MAX_HEAD - MAX_TAIL
  return `${text.slice(0, MAX_HEAD)}\n… ${omitted} characters left out …\n${text.slice(-MAX_TAIL)}`
}

/** Gemini CLI describes a command so, and leaves it there if the command's output does not follow. */
const DESCRIBES = /^\[current working directory [^\]\n]*\](?: \([^\n]*\))?\s*$/

/** The text of a tool's result. */
export function textIn(content: readonly ToolCallContent[]): string {
  const texts = content.flatMap((part) => {
    if (part.type !== 'content') return []
    const block = part.content
    if (block.type === 'text') return [bothEnds(block.text)]
    if (block.type === 'resource' && 'text' in block.resource) return [bothEnds(block.resource.text)]
    return []
  })
  return bothEnds(
    texts
      .filter((text) => !DESCRIBES.test(text))
      .map(unfenced)
      .join('\n'),
  )
}

/** Some agents put a result into a code fence. */
const unfenced = (text: string): string => /^\s*(`{3,})[\w-]*\n([\s\S]*?)\n?\1\s*$/.exec(text)?.[2] ?? text

/** The text of a raw result, in the shapes of the known agents. */
export function textOfOutput(output: unknown): string {
  if (typeof output === 'string') return bothEnds(output)
  if (!isFields(output)) return ''
  const streams = [output['stdout'], output['stderr']].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  )
  if (streams.length > 0) return bothEnds(streams.join('\n'))
  for (const key of ['formatted_output', 'aggregated_output', 'output', 'text', 'content', 'message']) {
    const text = output[key]
    if (typeof text === 'string' && text !== '') return bothEnds(text)
  }
  return ''
}

/** The exit code of a command, in the shapes of the known agents; null if none is told. */
export function exitCodeOf(output: unknown): number | null {
  if (!isFields(output)) return null
  const inside = isFields(output['metadata']) ? output['metadata'] : {}
  for (const code of [output['exit_code'], output['exitCode'], inside['exit'], inside['exitCode']])
    if (typeof code === 'number' && Number.isSafeInteger(code)) return code
  return null
}

/** A part of a message that is not text, as something to look at. */
export function blockArtifact(block: ContentBlock, id: string): Artifact | null {
  switch (block.type) {
    case 'text':
      return null
    case 'image':
    case 'audio':
      return note(
        id,
        block.type === 'image' ? 'Image' : 'Audio',
        `The agent sent ${block.type === 'image' ? 'an image' : 'audio'} (${plain(block.mimeType)}), which Parley does not show.`,
      )
    case 'resource_link':
      return note(id, plain(block.title ?? block.name), `The agent refers to ${plain(block.uri)}`)
    case 'resource': {
      const { uri } = block.resource
      const title = shortTitle(baseName(plain(uri)) || 'Resource')
      if (!('text' in block.resource))
        return note(id, title, `The agent sent ${plain(uri)}, which is not text.`)
      const language = languageOfFile(title)
      return {
        kind: 'code',
        id,
        title,
        content: bothEnds(block.resource.text),
        ...(language && { language }),
      }
    }
    default:
      return null
  }
}

const note = (id: string, title: string, content: string): Artifact => ({
  kind: 'markdown',
  id,
  title: shortTitle(title),
  content,
})

/** A word of the agent inside a sentence of Parley's: one line, and no markup. */
const plain = (text: string): string => truncate(text.replaceAll(/[\s`*_[\]()<>]+/g, ' ').trim(), 300)
