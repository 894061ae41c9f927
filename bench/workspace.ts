// Indexing, searching, listing and comparing a repository of 10,000 files, compared with the bare programs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { threadCpuUsage } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { rgPath } from '@vscode/ripgrep'
import type { Workspace } from '../src/core/ports/workspace.ts'
import { openWorkspace } from '../src/main/workspace/open-workspace.ts'
import { codeFileName, codeText, writeCode, writeCodeTree } from './code-tree.ts'
import { alternate, median, ms, type Figure } from './measure.ts'
import { runBare } from './run-bare.ts'

const FILES = 10_000
const CHANGED = 50
/** The delay of a frame that a user would notice. */
const STALL_LIMIT_MS = 50
const LOOP_RESOLUTION_MS = 5
/** From the question to the first answer. */
const ANSWER_LIMIT_MS = 150
const READY_LIMIT_MS = 2000

export async function benchWorkspace(): Promise<Figure[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-bench-')))
  const indexFolder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-bench-index-')))
  let workspace = await openWorkspace(root, indexFolder)
  try {
    makeRepository(root)
    const figures = [...(await indexing(workspace, root)), ...(await questions(workspace, root))]
    await workspace.close()
    workspace = await openWorkspace(root, indexFolder)
    return [...figures, await secondStart(workspace)]
  } finally {
    await workspace.close()
    rmSync(root, { recursive: true, force: true })
    rmSync(indexFolder, { recursive: true, force: true })
  }
}

async function secondStart(workspace: Workspace): Promise<Figure> {
  const began = performance.now()
  await indexed(workspace)
  const took = performance.now() - began
  return {
    what: 'until the index is ready at the second start',
    ours: ms(took),
    peer: `${ms(READY_LIMIT_MS)} limit`,
    ratio: took / READY_LIMIT_MS,
  }
}

function indexed(workspace: Workspace): Promise<{ files: number; symbols: number }> {
  const ready = new Promise<{ files: number; symbols: number }>((resolve, reject) => {
    workspace.onIndexState((state) => {
      if (state.tag === 'ready') resolve(state)
      if (state.tag === 'failed') reject(new Error(state.fault.message))
    })
  })
  workspace.startIndex()
  return ready
}

async function indexing(workspace: Workspace, root: string): Promise<Figure[]> {
  const listing = await runBare(rgPath, ['--files', '.'], root)
  const stopWatching = watchLoop()
  const began = performance.now()
  const { files, symbols } = await indexed(workspace)
  const took = performance.now() - began
  const stall = stopWatching()
  // The same loop without work, for as long: the stalls of the machine itself.
  const stopIdle = watchLoop()
  await setTimeout(took)
  const idle = stopIdle()
  const asked = await times(9, () => workspace.symbols('handle request 77', { limit: 20 }))
  const wondered = await times(9, () =>
    workspace.passages('where does it handle a request that is too large', { limit: 24 }),
  )
  const search = await runBare(rgPath, ['-c', 'function', '.'], root)
  return [
    {
      what: `index ${files} files with ${symbols} symbols, in the background`,
      ours: ms(took),
      peer: `${ms(listing + search)} rg listing and reading them`,
      ratio: took / (listing + search),
    },
    {
      what: 'longest stall of the main loop while indexing, by the clock',
      ours: ms(stall.clock),
      peer: `${ms(idle.clock)} with nothing to do for as long`,
      ratio: stall.clock / idle.clock,
    },
    {
      what: 'longest stall of the main loop while indexing, in processor time',
      ours: ms(stall.cpu),
      peer: `${STALL_LIMIT_MS} ms limit`,
      ratio: stall.cpu / STALL_LIMIT_MS,
    },
    {
      what: 'find a symbol by its spoken name among them',
      ours: ms(median(asked)),
      peer: `${ms(search)} rg over the same files`,
      ratio: median(asked) / search,
    },
    {
      what: 'find what a question in plain words is about among them',
      ours: ms(median(wondered)),
      peer: `${ANSWER_LIMIT_MS} ms limit`,
      ratio: median(wondered) / ANSWER_LIMIT_MS,
    },
  ]
}

interface Stall {
  /** The longest in milliseconds of wall-clock time, which a busy machine extends. */
  clock: number
  /** The longest in milliseconds of processor time, which only this thread causes. */
  cpu: number
}

/** Returns a function that stops and reports the longest stall. */
function watchLoop(): () => Stall {
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  let before = threadCpuUsage()
  let longest = 0
  const timer = setInterval(() => {
    const { user, system } = threadCpuUsage(before)
    longest = Math.max(longest, user + system)
    before = threadCpuUsage()
  }, LOOP_RESOLUTION_MS)
  delay.enable()
  return () => {
    delay.disable()
    clearInterval(timer)
    return { clock: delay.max / 1e6, cpu: longest / 1000 }
  }
}

async function questions(workspace: Workspace, root: string): Promise<Figure[]> {
  const compare = async (
    what: string,
    ours: () => Promise<unknown>,
    program: string,
    args: string[],
  ): Promise<Figure> => {
    const taken = await alternate(
      9,
      () => time(ours),
      () => runBare(program, args, root),
    )
    const name = program === rgPath ? 'rg' : program
    return {
      what,
      ours: ms(median(taken.ours)),
      peer: `${ms(median(taken.peer))} bare ${name}`,
      ratio: median(taken.ours) / median(taken.peer),
    }
  }
  return [
    await compare(
      'search 10,000 files for a text with some hundred hits',
      () => workspace.search('needle in it', { limit: 500 }),
      rgPath,
      ['--line-number', 'needle in it', '.'],
    ),
    await compare('list 10,000 files', () => workspace.listFiles({ limit: 50_000 }), rgPath, [
      '--files',
      '.',
    ]),
    await compare(
      'find a file by its spoken name',
      () => workspace.findFiles('module seven seven', { limit: 20 }),
      rgPath,
      ['--files', '.'],
    ),
    await compare(`working changes of ${CHANGED} files`, () => workspace.workingChanges(), 'git', [
      'diff',
      'HEAD',
    ]),
  ]
}

function makeRepository(root: string): void {
  const git = (...args: string[]): void => {
    const config = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'gc.auto=0']
    execFileSync('git', [...config, ...args], { cwd: root, stdio: 'ignore' })
  }
  writeCodeTree(root, FILES)
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'all of it')
  for (let at = 0; at < CHANGED; at++)
    writeCode(root, codeFileName(at * 100), `${codeText(at * 100)}\n// changed\n`)
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function times(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) taken.push(await time(work))
  return taken
}
