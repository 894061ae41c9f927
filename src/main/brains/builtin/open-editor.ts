// "Open it in my editor": what the user looks at, or what the last answer was about, in their own editor.
import { openEditorTool } from '../../../core/tools/open-editor.ts'
import type { IntentOf } from '../../../core/understanding/intent.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { failedTestInFront } from './open-file.ts'
import { fileNamed, NO_FILE_SHOWN, withFile } from './resolve-file.ts'
import type { Turn } from './turn.ts'

const ONLY_OWNER = 'Only the owner can open their editor, from their own window.'

export async function openInEditor(intent: IntentOf<'edit'>, turn: Turn): Promise<string> {
  if (!turn.isOwner) return ONLY_OWNER
  const { file, line } = intent
  if (file !== 'this') {
    return withFile(file, turn, (found, next) => edit(found, line ?? null, intent.editor, next))
  }
  const place = await placeInFront(turn)
  return place === null ? NO_FILE_SHOWN : edit(place.file, line ?? place.line, intent.editor, turn)
}

async function placeInFront(turn: Turn): Promise<{ file: string; line: number | null } | null> {
  const { view, dialogue } = turn
  const failure = failedTestInFront(turn)
  if (failure !== null && failure.file !== null) {
    const file = await fileNamed(failure.file, turn)
    if (file !== null) return { file, line: failure.line }
  }
  if (view.file !== undefined) return { file: view.file, line: view.line ?? null }
  if (dialogue.focus !== null) return { file: dialogue.focus.file, line: dialogue.focus.startLine }
  return dialogue.lastFile === null ? null : { file: dialogue.lastFile, line: null }
}

async function edit(
  path: string,
  line: number | null,
  editor: IntentOf<'edit'>['editor'],
  turn: Turn,
): Promise<string> {
  // A failure is no reason for a tab: what the user looks at stays in front.
  const opened = await turn.use(openEditorTool, { path, line, editor }, { hide: 'all' })
  if (!opened.ok) {
    const { fault } = opened
    return fault?.code === 'editor_absent' || fault?.code === 'command_failed'
      ? `${fault.message} ${fault.remedy}`
      : faultSentence(fault?.code)
  }
  turn.dialogue.lastFile = opened.value.file
  const at = line === null ? '' : `, line ${line},`
  return `${spokenName(opened.value.file)}${at} is open in ${opened.value.editor}.`
}
