// A name for files and sessions that gives nothing away.
import { createHash } from 'node:crypto'

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
