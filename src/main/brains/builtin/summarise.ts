// "Summarise this repository": a page to read, and its gist aloud. Written to a file only when that is asked for.
import { baseName } from '../../../core/base-name.ts'
import type { IntentOf } from '../../../core/intents/intent.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import {
  codebaseReport,
  codebaseSentence,
  fileReport,
  fileSentence,
} from '../../../core/replies/summary-report.ts'
import { apply } from './change-files.ts'
import type { Turn } from './turn.ts'
import { folderNamed } from './where-to-look.ts'
import { fileInFront, withFile } from './which-file.ts'

interface Summary {
  title: string
  page: string
  gist: string
}

export async function summarise(intent: IntentOf<'summarise'>, turn: Turn): Promise<string> {
  const { of, name, into } = intent
  const done = async (summary: Summary | string, next: Turn): Promise<string> => {
    if (typeof summary === 'string') return summary
    return into === undefined ? shown(summary, next) : writeDown(summary, into, next)
  }
  switch (of) {
    case 'repository':
      return done(await ofFolder(undefined, turn), turn)
    case 'folder': {
      const folder = name === undefined ? folderInFront(turn) : await folderNamed(name, turn)
      if (folder === null) return 'I found no folder of that name. Try another, or ask for the whole project.'
      return done(await ofFolder(folder === '' ? undefined : folder, turn), turn)
    }
    case 'file': {
      const file = fileInFront(turn)
      return done(file === null ? await ofFolder(undefined, turn) : await ofFile(file, turn), turn)
    }
    case 'named': {
      const folder = name === undefined ? null : await folderNamed(name, turn)
      if (folder !== null) return done(await ofFolder(folder, turn), turn)
      return withFile({ name: name ?? '' }, turn, async (file, next) => done(await ofFile(file, next), next))
    }
  }
}

export async function summariseFile(file: string, turn: Turn): Promise<string> {
  const summary = await ofFile(file, turn)
  return typeof summary === 'string' ? summary : shown(summary, turn)
}

function folderInFront(turn: Turn): string {
  const file = fileInFront(turn)
  return file === null || !file.includes('/') ? '' : file.slice(0, file.lastIndexOf('/'))
}

async function ofFolder(under: string | undefined, turn: Turn): Promise<Summary | string> {
  const pattern = under === undefined ? '**' : `${under}/**`
  const looked = await turn.use('Glob', { pattern }, (signal) => turn.tools.glance({ under, signal }))
  if (!looked.ok) return faultSentence(looked.fault?.code)
  const glance = looked.value
  return {
    title: `Summary: ${glance.name}`,
    page: codebaseReport(glance, under === undefined),
    gist: codebaseSentence(glance),
  }
}

async function ofFile(file: string, turn: Turn): Promise<Summary | string> {
  const looked = await turn.use('Read', { path: file }, (signal) => turn.tools.glanceAtFile(file, { signal }))
  if (!looked.ok) return faultSentence(looked.fault?.code)
  turn.dialogue.lastFile = looked.value.file
  return {
    title: `Summary: ${baseName(file)}`,
    page: fileReport(looked.value),
    gist: fileSentence(looked.value),
  }
}

function shown({ title, page, gist }: Summary, turn: Turn): string {
  turn.show({ kind: 'markdown', title, content: page }, 'summary')
  return gist
}

async function writeDown({ page }: Summary, into: string, turn: Turn): Promise<string> {
  const planned = await turn.quietly(() => turn.tools.plan(into, () => page))
  if (!planned.ok) return faultSentence(planned.fault?.code)
  if (planned.value === null) return `${spokenName(into)} says that already.`
  const { before, diff } = planned.value
  const allowed = await turn.mayI({
    kind: 'edit',
    title: `${before === null ? 'Create' : 'Write'} ${into}`,
    action: `${before === null ? 'Create' : 'Replace'} ${into} with the summary`,
    diff,
  })
  if (!allowed) return 'All right, I did not write it.'
  return (await apply('Write', planned.value, turn)) ?? 'Written. It is on the screen.'
}
