// "Replace timeout with deadline in client.ts": plans the change, asks the user to approve it, then makes it.
import type { CodeSymbol } from '../../../core/tools/codebase.ts'
import type { IntentOf } from '../../../core/understanding/intent.ts'
import {
  type Edited,
  hasIdentifier,
  renameWord,
  replaceText,
} from '../../../core/understanding/text-edits.ts'
import { editTool, undoTool, writeTool } from '../../../core/tools/change-files.ts'
import type { PlannedEdit } from '../../../core/tools/edit-log.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { sentenceCase, spokenCount, spokenList } from '../../../core/understanding/replies/spoken-count.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import type { Turn } from './turn.ts'
import { withFile } from './resolve-file.ts'

const LEFT_ALONE = 'All right, I left it alone.'

export async function changeText(intent: IntentOf<'replace'>, turn: Turn): Promise<string> {
  const { from, to } = intent
  return withFile(intent.file, turn, (file, next) =>
    editWith(file, next, (before) => replaceText(before, from, to), {
      verb: 'Replace',
      none: (name) => `There is no such text in ${name}.`,
    }),
  )
}

export async function renameSymbol(intent: IntentOf<'rename'>, turn: Turn): Promise<string> {
  const { from, to } = intent
  return withFile(intent.file, turn, async (file, next) => {
    const old = from === 'this' ? ((await symbolAtLine(file, next))?.name ?? null) : from.name
    if (old === null) {
      return 'I cannot tell what you are looking at. Name it: rename, the old name, to, the new one.'
    }
    const style = /\.(?:py|rb|rs|c|h|sh)$/i.test(file) ? 'snake' : 'camel'
    return editWith(file, next, (before) => renameWord(before, old, to, style), {
      verb: 'Rename',
      none: (name) => `I found nothing called that in ${name}.`,
    })
  })
}

interface Wording {
  verb: string
  none(name: string): string
}

async function editWith(
  path: string,
  turn: Turn,
  change: (before: string) => Edited | null,
  { verb, none }: Wording,
): Promise<string> {
  let edited: Edited | null = null
  let before = ''
  const planned = await turn.plan(path, (text) => {
    before = text ?? ''
    edited = text === null ? null : change(text)
    return edited?.text ?? text
  })
  if (!planned.ok) return faultSentence(planned.fault?.code)
  const made = edited as Edited | null
  if (planned.value === null || made === null) return none(spokenName(path))

  const { file } = planned.value
  const places = spokenCount(made.count, 'place')
  const preposition = verb === 'Rename' ? 'to' : 'with'
  const isTaken = verb === 'Rename' && hasIdentifier(before, made.to)
  const refused = await makeChange(editTool, planned.value, turn, {
    title: `${verb} ${short(made.from)} ${preposition} ${short(made.to)} in ${file}`,
    action: `${verb} ${made.from} ${preposition} ${made.to}: ${places} in ${file}`,
    ...(isTaken && { warning: `This file already has something called ${short(made.to)}.` }),
  })
  return refused ?? `Done, ${places} in ${spokenName(file)}.`
}

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

interface ApprovalText {
  title: string
  action: string
  warning?: string
  /** The reply if the user does not approve. */
  denied?: string
}

/** Makes a planned change once the user approves it; the reply if it could not be made. */
export async function makeChange(
  tool: typeof editTool,
  { file, ...plan }: PlannedEdit,
  turn: Turn,
  { denied = LEFT_ALONE, ...text }: ApprovalText,
): Promise<string | null> {
  const done = await turn.use(tool, { path: file, ...plan, ...text })
  if (!done.ok) return done.denied ? denied : faultSentence(done.fault?.code)
  turn.dialogue.lastFile = file
  return null
}

/** The innermost function or class that contains the line the user is looking at. */
export async function symbolAtLine(file: string, turn: Turn): Promise<CodeSymbol | null> {
  if (turn.view.file !== undefined && turn.view.file !== file) return null
  const outline = await turn.look((workspace) => workspace.outline(file))
  if (!outline.ok) return null
  const { line } = turn.view
  if (line === undefined) return outline.value.length === 1 ? (outline.value[0] ?? null) : null
  const around = outline.value.filter(({ startLine, endLine }) => startLine <= line && line <= endLine)
  return around.sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0] ?? null
}

export async function createFile(intent: IntentOf<'create'>, turn: Turn): Promise<string> {
  const { file, content: given = '' } = intent
  const content = given === '' || given.endsWith('\n') ? given : `${given}\n`
  let exists = false
  const planned = await turn.plan(file, (before) => {
    exists = before !== null
    return before ?? content
  })
  if (!planned.ok) return faultSentence(planned.fault?.code)
  if (exists || planned.value === null) return `There is already a file called ${spokenName(file)}.`
  const lines = content === '' ? 'nothing in it' : spokenCount(content.split('\n').length - 1, 'line')
  const refused = await makeChange(writeTool, planned.value, turn, {
    title: `Create ${file}`,
    action: `Create ${file} with ${lines}`,
  })
  return refused ?? `Created ${spokenName(file)}.`
}

export async function undoChange(turn: Turn): Promise<string> {
  const last = turn.tools.lastEdit()
  if (last === null) return 'I have no change to undo.'
  const names = last.files.map(spokenName)
  // The owner's click reverted a hunk; only the owner's words undo it without a question.
  const isApproved = last.isRevert && turn.isOwner
  const done = await turn.use(
    undoTool,
    { edit: last.id, path: last.files[0] ?? '' },
    // The diff in front shows that its hunk is back.
    isApproved ? { isApproved, hide: 'artifact' } : {},
  )
  if (done.ok) return `Undone in ${spokenList(names)}.`
  if (done.denied) return 'All right, the change stays.'
  if (done.fault?.code !== 'file_changed') return faultSentence(done.fault?.code)
  return `${sentenceCase(spokenList(names))} changed since, so I left it alone.`
}
