// The token for clients of the same user, in a file of the profile that only its owner can read. A file that others could
// have read or written is replaced.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isGeneratedToken, TOKEN_FILE } from '../../shared/wire/gateway.ts'

const MAX_BYTES = 256

/** The token of this profile. Makes one if there is none; rejects if the profile cannot be written. */
export async function openLocalToken(profile: string): Promise<string> {
  await mkdir(profile, { recursive: true, mode: 0o700 })
  const path = join(profile, TOKEN_FILE)
  const stored = await readToken(path)
  if (stored.token !== null) return stored.token
  const made = randomBytes(32).toString('base64url')
  const next = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeNew(next, made)
    if (stored.isThere) {
      await rename(next, path)
      return made
    }
    // Not a rename: if two instances start at once, both use the first token.
    await link(next, path)
    return made
  } catch (error) {
    const first = codeOf(error) === 'EEXIST' ? await readToken(path) : null
    if (first?.token) return first.token
    throw error
  } finally {
    await rm(next, { force: true })
  }
}

async function writeNew(path: string, token: string): Promise<void> {
  const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
  try {
    await file.writeFile(`${token}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readToken(path: string): Promise<{ isThere: boolean; token: string | null }> {
  let file
  try {
    // Does not follow symbolic links or wait for a pipe. Windows has neither flag.
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    return { isThere: codeOf(error) !== 'ENOENT', token: null }
  }
  try {
    const { mode, uid, size } = await file.stat()
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0)
    if (!isOurs || size > MAX_BYTES || (mode & constants.S_IFMT) !== constants.S_IFREG) {
      return { isThere: true, token: null }
    }
    const text = (await file.readFile('utf8')).trim()
    return { isThere: true, token: isGeneratedToken(text) ? text : null }
  } finally {
    await file.close()
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)
