// Changes to review: four files with three hunks each, and a real coding agent that follows a script.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installAgent } from '../peers/acp/install.ts'
import { agentEnvironment, realAgents } from '../peers/acp/real-agents.ts'
import { startScriptedModel } from '../peers/acp/scripted-model.ts'

export const FILES = ['gates', 'locks', 'pilots', 'tugs'] as const
export type ReviewedFile = (typeof FILES)[number]

const around = Array.from({ length: 9 }, (_, at) => `  // Line ${at + 1} of the log.\n`).join('')

/** Three functions, far enough from each other for a hunk each. */
const textOf = (name: string, answers: readonly string[]): string =>
  ['First', 'Second', 'Third']
    .map(
      (which, at) =>
        `export function ${name}${which}(hour: number): number {\n${around}  return ${answers[at]}\n}\n`,
    )
    .join('\n')

export const BEFORE = ['hour % 12', 'hour % 6', 'hour % 3']
export const AFTER = ['(hour + 1) % 12', '(hour + 2) % 6', '(hour + 3) % 3']

export interface ReviewedFolder {
  path: string
  git(...args: string[]): string
  /** What the functions of a file return now. */
  answers(file: ReviewedFile): string[]
  file(name: ReviewedFile): string
}

/** Commits what is there, with the files as they were, and changes all twelve functions. */
export function changeTwelveHunks(path: string): ReviewedFolder {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: path, encoding: 'utf8' })
  const file = (name: ReviewedFile): string => join(path, 'src', `${name}.ts`)
  for (const name of FILES) writeFileSync(file(name), textOf(name, BEFORE))
  git('config', 'user.name', 'Harbour master')
  git('config', 'user.email', 'harbour@example.test')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'As it was')
  for (const name of FILES) writeFileSync(file(name), textOf(name, AFTER))
  return {
    path,
    git,
    file,
    answers: (name) =>
      [...readFileSync(file(name), 'utf8').matchAll(/return (.+)/g)].map(([, answer]) => answer!),
  }
}

/** What the agent makes of the second function of the locks once it is asked to. */
export const REPLACED = '(hour + 4) % 6'

export interface ReviewingAgent {
  args: string[]
  env: Record<string, string>
  stop(): Promise<void>
}

/** Real goose on a scripted model. Resolves with a reason if it cannot be had. */
export async function startReviewingAgent({ file }: ReviewedFolder): Promise<ReviewingAgent | string> {
  const installed = await installAgent('goose')
  if (installed.tag === 'absent') return installed.reason
  const model = await startScriptedModel({
    'Please change it': [
      { edit: file('locks'), from: `  return ${AFTER[1]}`, to: `  return ${REPLACED}` },
      { say: 'It adds four now.' },
    ],
    'Please act on these remarks': [{ say: 'I will use a constant.' }],
  })
  const home = await mkdtemp(join(tmpdir(), 'parley-goose-'))
  const env = agentEnvironment(realAgents.goose, {
    installed: installed.folder,
    home,
    modelPort: model.port,
  })
  const names = Object.keys(env).filter((name) => /^(?:GOOSE|OPENAI|XDG)_/.test(name))
  return {
    args: ['--brain', 'acp', '--acp-agent', 'goose', '--acp-env', names.join(',')],
    env,
    async stop() {
      await model.close()
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
