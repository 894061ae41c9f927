// Which symbol the user means: the one they name, or "it".
import { findSymbolsTool } from '../../../core/tools/find-symbols.ts'
import type { CodeSymbol } from '../../../core/tools/codebase.ts'
import type { Named } from '../../../core/understanding/intent.ts'
import { symbolAtLine } from './change-files.ts'
import { shownFile } from './resolve-file.ts'
import type { Turn } from './turn.ts'

/** What the last answer was about, as long as the user has not turned to something else. */
export async function symbolInFocus(turn: Turn): Promise<CodeSymbol | null> {
  const { view, dialogue } = turn
  const { focus } = dialogue
  const { file, line } = view
  const isThere =
    focus !== null &&
    (file === undefined ||
      isAsListed(turn) ||
      isBeside(turn) ||
      (file === focus.file && (line === undefined || (focus.startLine <= line && line <= focus.endLine))))
  if (isThere && focus.symbol !== null) return focus.symbol
  const shown = shownFile(turn)
  return shown === null ? null : symbolAtLine(shown, turn)
}

/** The list of the last answer is in front as it came: its first result is not what the user turned to. */
function isAsListed({ view, dialogue: { shown } }: Turn): boolean {
  if (view.kind !== 'search_results' || shown?.kind !== 'search_results') return false
  const [first] = shown.results
  return first !== undefined && first.file === view.file && first.line === view.line
}

/** The answer was about the symbol and showed something else, such as the nearest test. */
function isBeside({ view, dialogue: { shown, focus } }: Turn): boolean {
  if (shown?.kind !== 'code' || focus?.beside !== shown || view.file !== shown.file) return false
  return view.line === undefined || view.line === shown.focusLine
}

/** The symbols that a name can mean, best first; none if there is only something similar. */
export async function symbolsMeant(what: Named, turn: Turn): Promise<CodeSymbol[]> {
  if (what === 'this') {
    const symbol = await symbolInFocus(turn)
    return symbol === null ? [] : [symbol]
  }
  const found = await turn.use(findSymbolsTool, { pattern: what.name }, { hide: 'artifact' })
  return found.ok ? found.value.filter(({ exact }) => exact) : []
}

export function focusOn(symbol: CodeSymbol, turn: Turn): void {
  const { file, startLine, endLine } = symbol
  turn.dialogue.focus = { file, startLine, endLine, symbol }
  // "What about in the docs" is about the symbol now.
  turn.dialogue.question = null
}
