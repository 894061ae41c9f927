// Requests to go on in the user's own editor: "open it in my editor", "open auth.ts in Cursor at line 40".
import type { EditorId } from '../../shared/editors.ts'
import type { Intent } from './intent.ts'
import { isThis, namedFile, splitLine } from './named-targets.ts'

/** How people say the names, and how recognizers write them. */
const NAMES: Readonly<Record<EditorId, string>> = {
  vscode: 'vs ?code(?:ium)?|v\\.? ?s\\.? code|visual studio(?: code)?|vscodium',
  cursor: 'cursor(?: editor| ide)?|curser',
  zed: 'zed|zet|the z editor',
  jetbrains:
    '(?:a |my )?jet ?brains(?: ide)?|intelli ?j(?: idea)?|idea|web ?storm|py ?charm|pie charm|go ?land|rust ?rover|c ?lion|php ?storm|ruby ?mine|rider',
  sublime: 'sublime(?: text)?',
  emacs: 'emacs|e macs|e max',
  vim: 'n?vim|neo ?vim|vi|v i m|gvim',
  nano: 'nano',
}
const ANY =
  '(?:my|the|an|your|our|a) (?:own |usual |external |normal |favou?rite |default |code |text )*(?:editor|ide|i d e)'
const EDITOR = `(?:the editor )?(?:${Object.values(NAMES).join('|')})|${ANY}`

const VERB =
  '(?:open up|open|re-?open|edit|show me|show|view|bring up|pull up|continue|go on with|work on|jump to|go to|take me to|take|put|load|look at|launch|start)'
const IN = '(?:in|with|using|inside|inside of|into|from|over in|on)'
const AT = ',? (?:at|on|to) (?:the )?lines? (?:numbers? )?(?<at>.{1,40})'

const FORMS: readonly RegExp[] = [
  // "Open auth.ts in Cursor at line 40."
  new RegExp(`^${VERB}(?: me)?(?: up)? (?<what>.+?),? ${IN} (?<editor>${EDITOR})(?:${AT})?$`, 'i'),
  // "In VS Code, open auth.ts."
  new RegExp(`^${IN} (?<editor>${EDITOR}),? ${VERB}(?: me)? (?<what>.+?)(?:${AT})?$`, 'i'),
  // "Open my editor", "edit it here in Vim".
  new RegExp(`^(?:open up|open|launch|start|bring up|switch to) (?<editor>${EDITOR})(?:${AT})?$`, 'i'),
]

export function parseEditorRequest(asked: string): Intent | null {
  for (const form of FORMS) {
    const found = form.exec(asked)
    if (!found) continue
    const { editor = '', what = 'this', at } = found.groups ?? {}
    return intentOf(what, editor, at)
  }
  return null
}

function intentOf(what: string, editor: string, atLine: string | undefined): Intent | null {
  const said = what.replace(/^(?:up|here|the place|the line|that place|this place)(?= |$)/i, 'this')
  const place = splitLine(said)
  const line = place.line ?? (atLine === undefined ? null : splitLine(`line ${atLine}`).line)
  const file = place.rest === '' || isThis(place.rest) || isPlace(place.rest) ? 'this' : namedFile(place.rest)
  if (file === null) return null
  const id = editorCalled(editor)
  return {
    kind: 'edit',
    file,
    ...(line !== null && { line }),
    ...(id !== null && { editor: id }),
  }
}

/** What the last answer was about. */
const isPlace = (said: string): boolean =>
  /^(?:it|this|that|them|the (?:result|answer|place|failure|failed test|failing test|code))(?: up)?(?: here)?$/i.test(
    said,
  )

function editorCalled(said: string): EditorId | null {
  const name = said.replace(/^the editor /i, '')
  const found = Object.entries(NAMES).find(([, names]) => new RegExp(`^(?:${names})$`, 'i').test(name))
  return found ? (found[0] as EditorId) : null
}
