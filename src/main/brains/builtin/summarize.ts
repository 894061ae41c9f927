// "Summarise this repository": shows a page and says its gist. Writes it to a file only if the user asks for that.
import { writeTool } from '../../../core/tools/change-files.ts'
import { summarizeFileTool, summarizeFolderTool } from '../../../core/tools/summarize.ts'
import type { IntentOf } from '../../../core/understanding/intent.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import {
  codebaseReport,
  codebaseSentence,
  fileReport,
  fileSentence,
} from '../../../core/understanding/replies/summary-report.ts'
import { makeChange } from './change-files.ts'
import { folderNamed, shownFile, shownFolder, withFile } from './resolve-file.ts'
import type { Turn } from './turn.ts'

export async function summarize(intent: IntentOf<'summarise'>, turn: Turn): Promise<string> {
  const { of, name, into } = intent
  switch (of) {
    case 'repository':
      return summarizeFolder(undefined, turn, into)
    case 'folder': {
      const folder = name === undefined ? shownFolder(turn) : await folderNamed(name, turn)
      if (folder === null) return 'I found no folder of that name. Try another, or ask for the whole project.'
      return summarizeFolder(folder === '' ? undefined : folder, turn, into)
    }
    case 'file': {
      const file = shownFile(turn)
      return file === null ? summarizeFolder(undefined, turn, into) : summarizeFile(file, turn, into)
    }
    case 'named': {
      const folder = name === undefined ? null : await folderNamed(name, turn)
      if (folder !== null) return summarizeFolder(folder, turn, into)
      return withFile({ name: name ?? '' }, turn, (file, next) => summarizeFile(file, next, into))
    }
  }
}

async function summarizeFolder(folder: string | undefined, turn: Turn, into?: string): Promise<string> {
  const found = await turn.use(
    summarizeFolderTool,
    { folder },
    into === undefined ? {} : { hide: 'artifact' },
  )
  if (!found.ok) return faultSentence(found.fault?.code)
  return into === undefined
    ? codebaseSentence(found.value)
    : writeSummary(codebaseReport(found.value, folder === undefined), into, turn)
}

export async function summarizeFile(path: string, turn: Turn, into?: string): Promise<string> {
  const found = await turn.use(summarizeFileTool, { path }, into === undefined ? {} : { hide: 'artifact' })
  if (!found.ok) return faultSentence(found.fault?.code)
  turn.dialogue.lastFile = found.value.file
  return into === undefined ? fileSentence(found.value) : writeSummary(fileReport(found.value), into, turn)
}

async function writeSummary(page: string, into: string, turn: Turn): Promise<string> {
  const planned = await turn.plan(into, () => page)
  if (!planned.ok) return faultSentence(planned.fault?.code)
  if (planned.value === null) return `${spokenName(into)} says that already.`
  const isNew = planned.value.before === null
  const refused = await makeChange(writeTool, planned.value, turn, {
    title: `${isNew ? 'Create' : 'Write'} ${into}`,
    action: `${isNew ? 'Create' : 'Replace'} ${into} with the summary`,
    denied: 'All right, I did not write it.',
  })
  return refused ?? 'Written. It is on the screen.'
}
