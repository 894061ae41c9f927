// Structured logs: one line of JSON per entry. Spoken text, code and paths go under `pii`, which is left out by default.
import type { Settings } from '../../shared/settings.ts'

export type LogLevel = Settings['logLevel']
export type LogFields = Record<string, unknown> & { pii?: Record<string, unknown> }
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void

const ranks: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }

interface Deps {
  settings(): Pick<Settings, 'logLevel' | 'logPii'>
  write(line: string): void
  now(): number
}

export function createLog({ settings, write, now }: Deps): Log {
  return (level, message, fields = {}) => {
    const { logLevel, logPii } = settings()
    if (ranks[level] < ranks[logLevel]) return
    const { pii, ...open } = fields
    const line = {
      at: new Date(now()).toISOString(),
      level,
      message,
      ...open,
      ...(logPii && pii ? { pii } : {}),
    }
    write(`${JSON.stringify(line)}\n`)
  }
}
