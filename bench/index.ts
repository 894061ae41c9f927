// The index of a folder at three sizes: how long the first and the second start take and how much memory, what new files
// cost, and how soon a question is answered. Compared with ripgrep, and with Universal Ctags where it is installed.
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { rgPath } from '@vscode/ripgrep'
import { repository } from '../build/repository.ts'
import { codeText, writeCodeTree } from './code-tree.ts'
import type { IndexReply, IndexRequest } from './index-process.ts'
import { median, ms, quantile, type Figure } from './measure.ts'
import { memoryOf, secondsOf } from './process-cost.ts'
import { rankingFigures } from './ranking.ts'
import { runBare } from './run-bare.ts'

const SIZES = [1_000, 10_000, 50_000] as const
const READY_LIMIT_MS = 2_000
const ANSWER_LIMIT_MS = 150
const MEMORY_LIMIT_MB = 400
const NEW_FILES = 1_000
const SAMPLED_EVERY_MS = 50
/** Longer than the index puts off what it does not have to do at once. */
const SETTLED_MS = 6_000
const QUESTION = 'where are the parts of request 777 trimmed and joined'
const ANSWER = 'module-777'
/** Another program may be busy at one of these starts. */
const SECOND_STARTS = 3

export async function benchIndex(): Promise<Figure[]> {
  const figures: Figure[] = []
  const costs: Costs[] = []
  for (const size of SIZES) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-bench-')))
    const indexFolder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-bench-index-')))
    try {
      writeCodeTree(root, size)
      figures.push(...(await starts(root, indexFolder, size)))
      if (process.platform === 'linux') costs.push(await newFiles(root, indexFolder))
    } finally {
      rmSync(root, { recursive: true, force: true })
      rmSync(indexFolder, { recursive: true, force: true })
    }
  }
  return [...figures, ...costFigures(costs), ...(await rankingFigures())]
}

async function starts(root: string, indexFolder: string, size: number): Promise<Figure[]> {
  const files = size.toLocaleString('en')
  const listing = Math.min(...(await inTurns(3, () => runBare(rgPath, ['--files', '.'], root))))
  const reading = Math.min(...(await inTurns(3, () => runBare(rgPath, ['-c', '', '.'], root))))
  const tagging = await ctagsTime(root)

  const cold = await withIndex(root, indexFolder, (_, first) => Promise.resolve(first))
  const again = await inTurns(SECOND_STARTS, () =>
    withIndex(root, indexFolder, async (request, first) => ({
      ...first,
      found: await asked(request, 'find'),
      answered: await asked(request, 'ask'),
    })),
  )
  const warm = again.toSorted((a, b) => a.took - b.took)[0]!
  const figure = (what: string, ours: number, peer: number, name: string): Figure => ({
    what: `${files} files: ${what}`,
    ours: ms(ours),
    peer: `${ms(peer)} ${name}`,
    ratio: ours / peer,
  })
  const memory = (what: string, ours: number): Figure => ({
    what: `${files} files: ${what}`,
    ours: `${Math.round(ours)} MB`,
    peer: `${MEMORY_LIMIT_MB} MB limit`,
    ratio: ours / MEMORY_LIMIT_MB,
  })
  return [
    figure(
      'first start until the index is ready',
      cold.took,
      listing + reading,
      'rg listing and reading them',
    ),
    ...(tagging === null
      ? []
      : [
          figure('first start', cold.took, tagging.took, 'Universal Ctags'),
          figure(
            'first start, processor time',
            cold.seconds * 1000,
            tagging.seconds * 1000,
            'Universal Ctags',
          ),
        ]),
    figure('second start until the index is ready', warm.took, READY_LIMIT_MS, 'limit'),
    figure('second start', warm.took, listing, 'rg listing them'),
    figure('second start, processor time', warm.seconds * 1000, READY_LIMIT_MS, 'limit'),
    figure('first question after the second start', warm.found.first, ANSWER_LIMIT_MS, 'limit'),
    figure('later questions to passages, median', warm.found.median, ANSWER_LIMIT_MS, 'limit'),
    figure(
      'question to the first file or words of the answer, median',
      warm.answered.median,
      ANSWER_LIMIT_MS,
      'limit',
    ),
    figure(
      'question to the first file or words of the answer, slowest',
      warm.answered.slowest,
      ANSWER_LIMIT_MS,
      'limit',
    ),
    ...(process.platform === 'linux'
      ? [
          memory('most memory of the process and its children, first start', cold.mostMemory),
          memory('most memory of the process and its children, second start', warm.mostMemory),
          memory('memory of the same process before it opens the folder', warm.bareMemory),
        ]
      : []),
  ]
}

type Request = (request: IndexRequest) => Promise<IndexReply>

interface Started {
  took: number
  /** Processor time. */
  seconds: number
  bareMemory: number
  mostMemory: number
  pid: number
}

/** Indexes a folder in a new process and measures that. Then `use` may ask it more. */
async function withIndex<T>(
  root: string,
  indexFolder: string,
  use: (request: Request, started: Started) => Promise<T>,
): Promise<T> {
  const child = fork(join(repository, 'bench', 'index-process.ts'), [root, indexFolder])
  await once(child, 'spawn')
  const pid = child.pid!
  try {
    const request: Request = (wanted) => replyOf(child, wanted)
    // It has loaded its modules once its memory no longer grows.
    await passed(1_000)
    const bareMemory = memoryOf(pid)
    const before = secondsOf(pid)
    const watch = watchMemory(pid)
    const { took } = await request({ type: 'index' })
    const seconds = secondsOf(pid) - before
    return await use(request, { took, seconds, bareMemory, mostMemory: watch(), pid })
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

async function replyOf(child: ChildProcess, request: IndexRequest): Promise<IndexReply> {
  child.send(request)
  const [reply] = (await once(child, 'message')) as [IndexReply]
  return reply
}

/** Returns a function that stops watching and tells the most that was used. */
function watchMemory(pid: number): () => number {
  let most = 0
  const look = (): void => {
    if (process.platform === 'linux') most = Math.max(most, memoryOf(pid))
  }
  const timer = setInterval(look, SAMPLED_EVERY_MS)
  return () => {
    clearInterval(timer)
    look()
    return most
  }
}

async function asked(
  request: Request,
  type: 'find' | 'ask',
): Promise<{ first: number; median: number; slowest: number }> {
  const taken = await inTurns(9, async () => {
    const { took, result } = await request({ type, question: QUESTION })
    if (!result.includes(ANSWER)) throw new Error(`The answer is ${result}.`)
    return took
  })
  return { first: taken[0]!, median: median(taken), slowest: quantile(taken, 1) }
}

interface Cost {
  what: string
  /** Processor time until everything is known, with that of the question. */
  seconds: number
  /** Until a question is answered that is asked right after. */
  answered: number
}
type Costs = readonly Cost[]

/** What the index spends on new files, some of which it does not even read. */
async function newFiles(root: string, indexFolder: string): Promise<Costs> {
  const kinds: [what: string, folder: string, ending: string, text: string][] = [
    [`${NEW_FILES} new log files in a folder it knows`, 'src/part-0', 'log', 'started\n'],
    [`${NEW_FILES} new log files in a new folder`, 'logs/today', 'log', 'started\n'],
    [`${NEW_FILES} new code files in a folder it knows`, 'src/part-1', 'ts', codeText(0)],
    [`${NEW_FILES} new code files in a new folder`, 'fresh/part', 'ts', codeText(0)],
  ]
  return withIndex(root, indexFolder, async (request, { pid }) => {
    const costs: Cost[] = []
    await request({ type: 'find', question: QUESTION })
    for (const [what, folder, ending, text] of kinds) {
      await passed(SETTLED_MS)
      const before = secondsOf(pid)
      mkdirSync(join(root, folder), { recursive: true })
      for (let at = 0; at < NEW_FILES; at++) writeFileSync(join(root, folder, `new-${at}.${ending}`), text)
      const { took } = await request({ type: 'find', question: QUESTION })
      await passed(SETTLED_MS)
      costs.push({ what, seconds: secondsOf(pid) - before, answered: took })
    }
    return costs
  })
}

/** In the largest tree, compared with the smallest. */
function costFigures(costs: readonly Costs[]): Figure[] {
  const [smallest, largest] = [costs[0], costs.at(-1)]
  if (!smallest || !largest) return []
  const files = (size: number): string => `${size.toLocaleString('en')} files`
  return largest.flatMap(({ what, seconds, answered }, at) => {
    const peer = smallest[at]!
    return [
      {
        what: `${files(SIZES.at(-1)!)}: processor time for ${what}, and a question`,
        ours: ms(seconds * 1000),
        peer: `${ms(peer.seconds * 1000)} in a tree of ${files(SIZES[0])}`,
        ratio: seconds / peer.seconds,
      },
      {
        what: `${files(SIZES.at(-1)!)}: a question right after ${what}`,
        ours: ms(answered),
        peer: `${ms(peer.answered)} in a tree of ${files(SIZES[0])}`,
        ratio: answered / peer.answered,
      },
    ]
  })
}

/** Null if it is not installed. */
async function ctagsTime(root: string): Promise<{ took: number; seconds: number } | null> {
  const version = spawnSync('ctags', ['--version'], { encoding: 'utf8' })
  if (version.status !== 0 || !version.stdout.startsWith('Universal Ctags')) return null
  const before = secondsOf(process.pid)
  const took = await runBare('ctags', ['--recurse', '--fields=+neK', '-f', '-', '.'], root)
  return { took, seconds: secondsOf(process.pid) - before }
}

async function inTurns<T>(rounds: number, work: () => Promise<T>): Promise<T[]> {
  const taken: T[] = []
  for (let round = 0; round < rounds; round++) taken.push(await work())
  return taken
}
