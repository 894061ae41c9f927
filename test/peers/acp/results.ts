// What each real agent could do, for the table in docs/user/agents.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repository } from '../../../build/repository.ts'

/** The columns of the table. */
export const deeds = [
  'question',
  'read',
  'refused edit',
  'allowed edit',
  'command',
  'pointing',
  'cancel',
  'second turn',
  'restart',
] as const
export type Deed = (typeof deeds)[number]

export interface AgentResults {
  title: string
  version: string
  deeds: Partial<Record<Deed, boolean>>
  notes: string[]
}

const file = join(repository, '.cache', 'reports', 'acp-agents.json')

export const readResults = (): Record<string, AgentResults> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, AgentResults>) : {}

/** Replaces the results of one agent; those of agents that did not run stay. */
export function writeResults(id: string, results: AgentResults): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readResults(), [id]: results }, null, 2))
}
