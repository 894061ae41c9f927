// What words can mean in a text: its declarations, its blocks, and the lines in sight.
import { useMemo, useState } from 'react'
import { codeBlocks, MAX_BLOCK_LINES } from '../../core/pointing/code-blocks.ts'
import { nearestThings } from '../../core/pointing/nearest-things.ts'
import { thingKinds, type LineRange, type Screen, type ScreenThing } from '../../shared/screen.ts'
import { useConversation } from '../store/use-room.tsx'
import { useViewCommand } from './active-view.tsx'
import { isCodeFile } from './code-language.ts'
import type { OutlineSymbol } from './code-outline.tsx'

export interface SelectedLines {
  from: number
  to: number
  isSelected: boolean
}

interface Text {
  content: string
  startLine: number
  file: string | undefined
  language: string | undefined
  symbols: readonly OutlineSymbol[]
  /** The lines in sight; null until they are known. */
  seen: LineRange | null
  lines: SelectedLines
}

export function useCodeScreen({ content, startLine, file, language, symbols, seen, lines }: Text): Screen {
  const all = useMemo(
    () => ({ line: startLine, endLine: startLine + lineEnds(content) }),
    [content, startLine],
  )
  const isCode = isCodeFile(language, file)
  // The blocks of a long text are those around the user.
  const step = MAX_BLOCK_LINES / 2
  const from = Math.max(0, (Math.floor((lines.from - startLine) / step) - 0.5) * step)
  const blocks = useMemo(() => {
    if (!isCode) return []
    const part = from === 0 ? content : content.split('\n').slice(from).join('\n')
    return codeBlocks(part, startLine + from)
  }, [isCode, content, startLine, from])
  const things = useMemo(
    () =>
      [...symbols.flatMap(thingsOf), ...blocks]
        .filter(({ line, endLine }) => line >= all.line && endLine <= all.endLine)
        .toSorted((one, other) => one.line - other.line || other.endLine - one.endLine),
    [symbols, blocks, all],
  )
  const picked = usePicked(lines)
  const near = things.findIndex(({ line }) => line >= lines.from)
  return useMemo(
    () => ({
      all,
      ...(seen && { seen }),
      ...nearestThings(things, near < 0 ? things.length : near),
      ...picked,
    }),
    [all, seen, things, near, picked],
  )
}

function thingsOf({ name, kind, line, endLine }: OutlineSymbol): ScreenThing[] {
  const known = thingKinds.find((one) => one === kind)
  return known === undefined ? [] : [{ kind: known, name, line, endLine }]
}

/** Without cutting the text, which may be long and grow. */
function lineEnds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

interface Picked extends LineRange {
  anchor: number
  /** How many turns the conversation had. */
  turns: number
}

/** Whether the selection was made in words, and where it began. */
function usePicked({ from, to, isSelected }: SelectedLines): Pick<Screen, 'anchor' | 'selecting'> {
  const turns = useConversation(({ answerers }) => Object.keys(answerers).length)
  const [picked, setPicked] = useState<Picked | null>(null)
  useViewCommand(({ action, line, endLine }) => {
    if (action !== 'lines.select' || line === null) return
    const last = endLine ?? line
    const began = picked?.anchor ?? from
    setPicked({ line, endLine: last, anchor: line <= began && began <= last ? began : line, turns })
  })
  const isPicked = isSelected && picked !== null && picked.line === from && picked.endLine === to
  const anchor = isPicked ? picked.anchor : null
  const selecting = isPicked && picked.turns === turns
  return useMemo(
    () => ({ ...(anchor !== null && { anchor }), ...(selecting && { selecting }) }),
    [anchor, selecting],
  )
}
