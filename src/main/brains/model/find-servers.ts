// Model servers on this computer, at the ports they use by default. Nothing outside is asked.
import { z } from 'zod'
import { parseJson } from '../../../base/parse-json.ts'
import type { FoundModelServer } from '../../../shared/ipc.ts'
import { boundedText } from '../bounded-text.ts'
import { canTalk } from './server.ts'

interface KnownServer {
  title: string
  port: number
  /** Another program may use the port: this tells whether it is the server. */
  isIt(get: (path: string) => Promise<unknown>): Promise<boolean>
}

const version = z.object({ version: z.string() })
const owned = z.object({ data: z.array(z.object({ owned_by: z.string() })).min(1) })
const typed = z.object({ data: z.array(z.object({ id: z.string(), state: z.string() })) })
const models = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(1_000) })

export const knownServers: readonly KnownServer[] = [
  {
    title: 'Ollama',
    port: 11_434,
    isIt: async (get) => version.safeParse(await get('/api/version')).success,
  },
  {
    title: 'LM Studio',
    port: 1_234,
    isIt: async (get) => typed.safeParse(await get('/api/v0/models')).success,
  },
  {
    title: 'llama.cpp',
    port: 8_080,
    isIt: async (get) => {
      const read = owned.safeParse(await get('/v1/models'))
      return read.success && read.data.data.some((one) => one.owned_by === 'llamacpp')
    },
  },
]

const TIMEOUT_MS = 3_000
const MAX_ANSWER = 1024 * 1024

/** The servers that answer, with their models. One without a model is left out: it cannot answer yet. */
export async function findModelServers(
  servers: readonly KnownServer[] = knownServers,
): Promise<FoundModelServer[]> {
  const found = await Promise.all(
    servers.map(async ({ title, port, isIt }): Promise<FoundModelServer[]> => {
      const origin = `http://127.0.0.1:${port}`
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const get = async (path: string): Promise<unknown> => {
        try {
          const answer = await fetch(`${origin}${path}`, { redirect: 'error', signal })
          return answer.ok ? parseJson(await boundedText(answer, MAX_ANSWER)) : null
        } catch {
          return null
        }
      }
      if (!(await isIt(get))) return []
      const listed = models.safeParse(await get('/v1/models'))
      const ids = listed.success ? listed.data.data.map(({ id }) => id).filter(canTalk) : []
      return ids.length === 0 ? [] : [{ title, url: `${origin}/v1`, models: ids }]
    }),
  )
  return found.flat()
}
