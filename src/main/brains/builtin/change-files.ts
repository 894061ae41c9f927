// "Replace timeout with deadline in client.ts": works the change out, shows it, asks, and only then makes it.
import type { CodeSymbol } from '../../../core/codebase.ts'
import type { IntentOf } from '../../../core/intents/intent.ts'
import { type Edited, hasIdentifier, renameWord, replaceText } from '../../../core/intents/text-edits.ts'
import type { PlannedEdit } from '../../../core/workspace-tools.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { numberWord, sentenceCase, spokenCount, spokenList } from '../../../core/replies/spoken-count.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import type { Turn } from './turn.ts'
import { withFile } from './which-file.ts'

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
    const old = from === 'this' ? await symbolInFront(file, next) : from.name
    if (old === null) {
      return 'I cannot tell what is in front of you. Name it: rename, the old name, to, the new one.'
    }
    const words = /\.(?:py|rb|rs|c|h|sh)$/i.test(file) ? 'snake' : 'camel'
    return editWith(file, next, (before) => renameWord(before, old, to, words), {
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
  wording: Wording,
): Promise<string> {
  let edited: Edited | null = null
  let before = ''
  const planned = await turn.quietly(() =>
    turn.tools.plan(path, (text) => {
      before = text ?? ''
      edited = text === null ? null : change(text)
      return edited?.text ?? text
    }),
  )
  if (!planned.ok) return faultSentence(planned.fault?.code)
  const made = edited as Edited | null
  const plan = planned.value
  if (plan === null || made === null) return wording.none(spokenName(path))

  const places = spokenCount(made.count, 'place')
  const taken = wording.verb === 'Rename' && hasIdentifier(before, made.to)
  const allowed = await turn.mayI({
    kind: 'edit',
    title: `${wording.verb} ${short(made.from)} ${wording.verb === 'Rename' ? 'to' : 'with'} ${short(made.to)} in ${plan.file}`,
    action:
      `${wording.verb} ${made.from} ${wording.verb === 'Rename' ? 'to' : 'with'} ${made.to}: ${places} in ${plan.file}`.slice(
        0,
        20_000,
      ),
    diff: plan.diff,
    ...(taken && { warning: `There is already something called ${short(made.to)} in this file.` }),
  })
  if (!allowed) return LEFT_ALONE
  return (await apply('Edit', plan, turn)) ?? `Done, ${places} in ${spokenName(plan.file)}.`
}

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** Makes a planned change; in words, where it could not be made. */
export async function apply(tool: 'Edit' | 'Write', plan: PlannedEdit, turn: Turn): Promise<string | null> {
  const args = { path: plan.file, ...(tool === 'Write' && { content: plan.after ?? '' }) }
  const done = await turn.use(tool, args, () => turn.tools.apply(plan))
  if (!done.ok) return faultSentence(done.fault?.code)
  turn.dialogue.lastFile = plan.file
  return null
}

/** The function or class that the line in front belongs to: the innermost. */
async function symbolInFront(file: string, turn: Turn): Promise<string | null> {
  return (await symbolAtLine(file, turn))?.name ?? null
}

export async function symbolAtLine(file: string, turn: Turn): Promise<CodeSymbol | null> {
  if (turn.view.file !== undefined && turn.view.file !== file) return null
  const outline = await turn.quietly(() => turn.tools.outline(file))
  if (!outline.ok) return null
  const { line } = turn.view
  if (line === undefined) return outline.value.length === 1 ? (outline.value[0] ?? null) : null
  const around = outline.value.filter(({ startLine, endLine }) => startLine <= line && line <= endLine)
  return around.sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0] ?? null
}

export async function createFile(intent: IntentOf<'create'>, turn: Turn): Promise<string> {
  const content =
    intent.content === undefined || intent.content.endsWith('\n')
      ? (intent.content ?? '')
      : `${intent.content}\n`
  let exists = false
  const planned = await turn.quietly(() =>
    turn.tools.plan(intent.file, (before) => {
      exists = before !== null
      return before ?? content
    }),
  )
  if (!planned.ok) return faultSentence(planned.fault?.code)
  if (exists || planned.value === null) return `There is already a file called ${spokenName(intent.file)}.`
  const allowed = await turn.mayI({
    kind: 'edit',
    title: `Create ${intent.file}`,
    action: `Create ${intent.file} with ${content === '' ? 'nothing in it' : spokenCount(content.split('\n').length - 1, 'line')}`,
    diff: planned.value.diff,
  })
  if (!allowed) return LEFT_ALONE
  return (await apply('Write', planned.value, turn)) ?? `Created ${spokenName(intent.file)}.`
}

export async function undoChange(turn: Turn): Promise<string> {
  const last = turn.tools.lastEdit()
  if (last === null) return 'There is nothing of mine to undo.'
  const names = last.files.map(spokenName)
  const allowed = await turn.mayI({
    kind: 'edit',
    title: `Undo the last change to ${last.files.length === 1 ? (last.files[0] ?? '') : `${numberWord(last.files.length)} files`}`,
    action: `Undo the last change to ${last.files.join(', ')}`.slice(0, 20_000),
    diff: last.reverse,
  })
  if (!allowed) return 'All right, the change stays.'
  const done = await turn.use('Edit', { path: last.files[0] ?? '' }, () => turn.tools.undo())
  if (done.ok) return `Undone in ${spokenList(names)}.`
  if (done.fault?.code !== 'file_changed') return faultSentence(done.fault?.code)
  return `${sentenceCase(spokenList(names))} changed since, so I left it alone.`
}
