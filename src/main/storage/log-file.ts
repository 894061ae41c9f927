// The log on disk: a few files in the profile; the oldest is deleted. It is written synchronously, so that the last lines
// before a crash are there.
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface LogFile {
  write(line: string): void
  /** The last lines, oldest first. */
  tail(lines: number): string[]
}

interface Limits {
  bytes: number
  files: number
}

export function openLogFile(
  folder: string,
  { bytes, files }: Limits = { bytes: 1_000_000, files: 4 },
): LogFile {
  const at = (n: number): string => join(folder, n === 0 ? 'parley.log' : `parley.${n}.log`)
  let size = 0
  try {
    makeFolder()
    size = existsSync(at(0)) ? statSync(at(0)).size : 0
  } catch {
    // The app works without a log.
  }

  function makeFolder(): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  function rotate(): void {
    for (let n = files - 2; n >= 0; n--) if (existsSync(at(n))) renameSync(at(n), at(n + 1))
    size = 0
  }

  function append(line: string): void {
    const length = Buffer.byteLength(line)
    try {
      if (size > 0 && size + length > bytes) rotate()
    } catch {
      // Windows does not rename a file that another program has open. The next line tries again.
    }
    appendFileSync(at(0), line, { mode: 0o600 })
    size += length
  }

  return {
    write(line) {
      try {
        append(line)
      } catch {
        // The folder may have been deleted, or the disk is full.
        try {
          makeFolder()
          append(line)
        } catch {
          return
        }
      }
    },
    tail(lines) {
      const read = (n: number): string[] =>
        existsSync(at(n)) ? readFileSync(at(n), 'utf8').split('\n').filter(Boolean) : []
      const newest = read(0)
      return (newest.length < lines ? [...read(1), ...newest] : newest).slice(-lines)
    },
  }
}
