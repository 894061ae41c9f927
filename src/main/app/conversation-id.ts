// Which conversation about a folder is the current one. The first is named after the folder, the next ones have a number
// as well; the newest journal on disk is the current one, so that a restart continues with it.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { digest } from './system.ts'

export const journalPath = (profile: string, id: string): string => join(profile, 'sessions', `${id}.jsonl`)

export function conversationId(profile: string, folder: string): string {
  return idOf(folder, newestNumber(profile, folder))
}

/** Begins the next conversation: its empty journal makes it the current one. */
export function beginNextConversation(profile: string, folder: string): void {
  const path = journalPath(profile, idOf(folder, newestNumber(profile, folder) + 1))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, '', { flag: 'a', mode: 0o600 })
}

const idOf = (folder: string, number: number): string =>
  number === 1 ? digest(folder) : `${digest(folder)}-${number}`

function newestNumber(profile: string, folder: string): number {
  const name = new RegExp(`^${digest(folder)}-(\\d{1,6})(?:\\.[^.]+)?\\.jsonl$`)
  const numbers = namesIn(dirname(journalPath(profile, ''))).map((one) => Number(name.exec(one)?.[1] ?? 1))
  return Math.max(1, ...numbers)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
