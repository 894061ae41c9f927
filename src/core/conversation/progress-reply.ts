// The answers to questions about the running turn.
import { baseName } from '../../base/base-name.ts'
import { truncate } from '../../base/truncate.ts'
import type { StatusAction } from '../../shared/conversation.ts'
import { numberWord, sentenceCase, spokenList } from '../understanding/replies/spoken-count.ts'
import type { ProgressQuestion } from './progress-question.ts'
import type { Deed, Progress, Step } from './progress.ts'

export const NOT_WORKING = 'I am not working on anything.'

/** Nothing was heard of the brain for so long that it may hang. */
const QUIET_MS = 60_000

export function progressReply(progress: Progress | null, question: ProgressQuestion, now: number): string {
  if (!progress) return NOT_WORKING
  if (progress.endedAt !== null) {
    const done = doneSentence(progress)
    return question === 'done' && done !== '' ? `${NOT_WORKING} Before, ${done}.` : NOT_WORKING
  }
  return sentencesOf(progress, question, now)
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function sentencesOf(progress: Progress, question: ProgressQuestion, now: number): string[] {
  const waiting = waitingSentence(progress)
  const doing = waiting === '' ? `I am ${doingPhrase(progress)}.` : waiting
  const started = `I started ${ago(now - progress.startedAt)}.`
  switch (question) {
    case 'doing':
      return [doing, stepsSentence(progress.steps), started]
    case 'far':
      return progress.steps.length > 0
        ? [stepsSentence(progress.steps), doing, started]
        : [doing, `So far ${doneSentence(progress) || 'there is nothing to tell'}.`, started]
    case 'left':
      return progress.steps.length > 0
        ? [leftSentence(progress.steps), waiting]
        : ['I have made no plan, so I cannot say what is left.', doing]
    case 'done': {
      const done = doneSentence(progress)
      return [
        done === '' ? 'I have not done anything yet.' : `So far ${done}.`,
        stepsSentence(progress.steps),
        done === '' ? doing : waiting,
      ]
    }
    case 'stuck':
      return stuckSentences(progress, waiting, doing, now)
  }
}

function stuckSentences(progress: Progress, waiting: string, doing: string, now: number): string[] {
  if (waiting !== '') return [waiting]
  const quiet = now - progress.activeAt
  if (quiet < QUIET_MS) return ['I do not think so.', doing, `The last thing happened ${ago(quiet)}.`]
  return [
    'Perhaps.',
    doing,
    `Nothing has happened for ${duration(quiet)}.`,
    'Say “stop” to stop me, or wait a little longer.',
  ]
}

function waitingSentence({ waitsFor: [first] }: Progress): string {
  return first ? `I am waiting for your answer: ${shortened(first.title)}.` : ''
}

const MAX_SPOKEN = 120
const shortened = (text: string): string =>
  truncate(text.replace(/\s+/g, ' ').trim(), MAX_SPOKEN).replace(/[.:;,]+$/, '')

const presentOf: Readonly<Record<StatusAction, (what: string) => string>> = {
  thinking: () => 'thinking',
  searching_files: (what) => (what === '' ? 'searching the files' : `searching for ${what}`),
  reading_file: (what) => `reading ${what || 'a file'}`,
  writing_file: (what) => `writing ${what || 'a file'}`,
  editing_file: (what) => `editing ${what || 'a file'}`,
  web_search: (what) => (what === '' ? 'searching the web' : `looking up ${what}`),
  executing_command: (what) => (what === '' ? 'running a command' : `running “${what}”`),
  analyzing: (what) => (what === '' ? 'looking at the code' : `working on “${what}”`),
}

const pastOf: Readonly<Record<StatusAction, string>> = {
  thinking: 'thought about',
  searching_files: 'searched for',
  reading_file: 'read',
  writing_file: 'wrote',
  editing_file: 'edited',
  web_search: 'looked up',
  executing_command: 'ran',
  analyzing: 'worked on',
}

const isFile: ReadonlySet<StatusAction> = new Set(['reading_file', 'writing_file', 'editing_file'])

function nameOf({ action, detail }: Deed): string {
  const text = shortened(detail ?? '')
  return isFile.has(action) ? baseName(text) : text
}

function doingPhrase(progress: Progress): string {
  const { doing, isReplying } = progress
  if (!doing) return isReplying ? 'writing my reply' : 'thinking'
  const name = nameOf(doing)
  return presentOf[doing.action](
    name === '' && doing.action === 'analyzing' ? shortened(doing.title ?? '') : name,
  )
}

/** Named one by one up to here, counted beyond. */
const MAX_NAMED = 3
/** What changes something first. */
const ORDER: readonly StatusAction[] = [
  'editing_file',
  'writing_file',
  'executing_command',
  'reading_file',
  'searching_files',
  'web_search',
  'analyzing',
]

/** "I edited a.ts and b.ts, ran “npm test” and read seven files". */
function doneSentence({ done }: Progress): string {
  const parts = ORDER.flatMap((action) => {
    const deeds = done.filter((one) => one.action === action)
    if (deeds.length === 0) return []
    const verb = pastOf[action]
    const names = deeds.map(nameOf).filter((name) => name !== '')
    if (deeds.length > MAX_NAMED || names.length < deeds.length)
      return [`${verb} ${counted(action, deeds.length)}`]
    return [`${verb} ${spokenList(names.map((name) => (isFile.has(action) ? name : `“${name}”`)))}`]
  })
  return parts.length === 0 ? '' : `I ${spokenList(parts)}`
}

function counted(action: StatusAction, count: number): string {
  const [one, many] = isFile.has(action)
    ? ['a file', 'files']
    : action === 'executing_command'
      ? ['a command', 'commands']
      : ['something', 'things']
  return count === 1 ? one : `${numberWord(count)} ${many}`
}

function stepsSentence(steps: readonly Step[]): string {
  if (steps.length === 0) return ''
  const done = steps.filter(({ state }) => state === 'completed').length
  if (done === steps.length) return `All ${numberWord(steps.length)} steps are done.`
  const current = steps.find(({ state }) => state === 'in_progress')
  const next = current ?? steps.find(({ state }) => state === 'pending')
  const count = `${done === 0 ? 'none' : numberWord(done)} of ${numberWord(steps.length)} steps ${done === 1 ? 'is' : 'are'} done`
  return `${sentenceCase(count)}; ${current ? 'now' : 'next'}: ${shortened(next?.text ?? '')}.`
}

const MAX_STEPS_TOLD = 4

function leftSentence(steps: readonly Step[]): string {
  const left = steps.filter(({ state }) => state !== 'completed')
  if (left.length === 0) return 'All steps are done. I am about to finish.'
  const told = left.slice(0, MAX_STEPS_TOLD).map(({ text }) => shortened(text))
  const more = left.length - told.length
  const verb = left.length === 1 ? 'step is' : 'steps are'
  const rest = more > 0 ? `, and ${numberWord(more)} more` : ''
  return `${sentenceCase(numberWord(left.length))} ${verb} left: ${told.join('; ')}${rest}.`
}

const ago = (ms: number): string => (ms < 1500 ? 'just now' : `${duration(ms)} ago`)

function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds === 1) return 'a second'
  if (seconds < 90) return seconds >= 55 && seconds < 66 ? 'a minute' : `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${minutes} minutes`
  return `${Math.round(minutes / 60)} hours`
}
