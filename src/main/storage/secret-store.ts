// Stores tokens and keys: encrypted by the system's keychain if there is one, in a file that only the user can read if the
// settings say so, otherwise in memory. They never appear in settings, logs or pages.
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { createTaskQueue } from '../../base/task-queue.ts'
import type { Fault } from '../../shared/errors.ts'
import { openProfileFile } from './profile-file.ts'

/** The system's keychain, as Electron offers it. */
export interface Keychain {
  isAvailable(): boolean
  seal(text: string): string
  /** Throws for text that this keychain did not seal. */
  unseal(sealed: string): string
}

export type KeptIn = 'keychain' | 'file' | 'memory'

export interface SecretStore {
  get(name: string): string | null
  /** Null deletes it. Applies at once; `written` tells when it is on disk. */
  set(name: string, value: string | null): void
  /** Where a secret that is set now is stored. */
  keptIn(): KeptIn
  /** Resolves when everything is written. Rejects with a FaultError. */
  written(): Promise<void>
}

interface Deps {
  profile: string
  keychain: Keychain | null
  /** The settings ask for a file. */
  useFile: boolean
  onError(error: unknown): void
  onProblem?(fault: Fault): void
}

const storedTexts = z.record(z.string(), z.unknown())
/** `plain` beside sealed ones comes from a Parley without a keychain that shares the profile. */
const stored = z.looseObject({
  how: z.enum(['sealed', 'plain']),
  secrets: storedTexts,
  plain: storedTexts.optional(),
})
type Stored = z.infer<typeof stored>
type Texts = z.infer<typeof storedTexts>

const EMPTY: Stored = { how: 'sealed', secrets: {} }

const textsOf = ({ how, secrets, plain = {} }: Stored, of: Stored['how']): Texts =>
  of === how ? secrets : of === 'plain' ? plain : {}

/** Replaces the texts of one kind and leaves everything else in the file as it is. */
function withTexts(file: Stored, of: Stored['how'], changed: Texts): Stored {
  const sealed = of === 'sealed' ? changed : textsOf(file, 'sealed')
  const plain = of === 'plain' ? changed : textsOf(file, 'plain')
  const { plain: _, ...rest } = file
  if (Object.keys(sealed).length === 0 && Object.keys(plain).length > 0)
    return { ...rest, how: 'plain', secrets: plain }
  return { ...rest, how: 'sealed', secrets: sealed, ...(Object.keys(plain).length > 0 && { plain }) }
}

export async function openSecrets(deps: Deps): Promise<SecretStore> {
  const { profile, keychain, useFile, onError, onProblem = onError } = deps
  const path = join(profile, 'secrets.json')
  const keptIn: KeptIn = keychain?.isAvailable() ? 'keychain' : useFile ? 'file' : 'memory'
  const how: Stored['how'] = keptIn === 'keychain' ? 'sealed' : 'plain'
  const file = await openProfileFile({
    path,
    what: 'Your tokens and keys',
    schema: stored,
    empty: EMPTY,
    onProblem,
  })
  const unreadable = new Set<string>()
  let values = read(file.get())
  /** Not written yet. A failed write is repeated with the next one. */
  const pending = new Map<string, string | null>()
  const writes = createTaskQueue()
  let lastWrite: Promise<void> = Promise.resolve()

  function read(saved: Stored): Map<string, string> {
    if (keptIn === 'memory') return new Map()
    const found = new Map<string, string>()
    for (const [name, text] of Object.entries(textsOf(saved, how))) {
      if (typeof text !== 'string') continue
      try {
        found.set(name, keptIn === 'keychain' ? keychain!.unseal(text) : text)
      } catch (error) {
        // Sealed by another account or computer: the user has to set it again.
        if (!unreadable.has(text)) onError(error)
        unreadable.add(text)
      }
    }
    return found
  }

  async function writePending(): Promise<void> {
    const changes = [...pending]
    if (changes.length === 0) return
    const saved = await file.change((now) => {
      const texts = new Map(Object.entries(textsOf(now, how)))
      for (const [name, value] of changes) {
        if (value === null) texts.delete(name)
        else texts.set(name, how === 'sealed' ? keychain!.seal(value) : value)
      }
      return withTexts(now, how, Object.fromEntries(texts))
    })
    // Another Parley may have set secrets meanwhile.
    values = read(saved)
    for (const [name, value] of changes) if (pending.get(name) === value) pending.delete(name)
    await chmod(path, 0o600)
  }

  /** Plain secrets do not stay if the settings do not ask for them: the keychain takes them over, or they are deleted. */
  async function removePlain(): Promise<void> {
    const saved = await file.change((now) => {
      const plain = Object.entries(textsOf(now, 'plain'))
      const sealed = plain.flatMap(([name, text]) =>
        keptIn === 'keychain' && typeof text === 'string' ? [[name, keychain!.seal(text)]] : [],
      )
      const taken = { ...(Object.fromEntries(sealed) as Texts), ...textsOf(now, 'sealed') }
      return withTexts(withTexts(now, 'plain', {}), 'sealed', taken)
    })
    values = read(saved)
    if (Object.keys(saved.secrets).length === 0) await rm(path, { force: true })
  }

  /** An error also goes to the log, for callers that do not wait. */
  function write(task: () => Promise<void>): void {
    lastWrite = writes.run(task)
    lastWrite.catch(onError)
  }

  if (keptIn !== 'file' && Object.keys(textsOf(file.get(), 'plain')).length > 0) {
    if (keptIn === 'keychain')
      for (const [name, text] of Object.entries(textsOf(file.get(), 'plain')))
        if (typeof text === 'string' && !values.has(name)) values.set(name, text)
    write(removePlain)
  }

  const get = (name: string): string | null =>
    pending.has(name) ? (pending.get(name) ?? null) : (values.get(name) ?? null)

  return {
    get,
    set(name, value) {
      if (value === get(name)) return
      pending.set(name, value)
      if (keptIn === 'memory') return
      write(writePending)
    },
    keptIn: () => keptIn,
    written: () => lastWrite,
  }
}
