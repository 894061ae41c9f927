// The agent's answers to the requests that open a session, as far as Parley relies on them. A damaged part that is optional
// counts as missing.
import type { InitializeResponse, NewSessionResponse } from '@agentclientprotocol/sdk'
import { z } from 'zod'

const MAX_LIST = 100
const id = z.string().min(1).max(500)
const name = z.string().max(1000)

/** The valid entries of a list, up to a limit. */
const list = <T extends z.ZodType>(entry: T): z.ZodType<z.infer<T>[]> =>
  z
    .array(z.unknown())
    .transform((entries) =>
      entries.slice(0, MAX_LIST).flatMap((one): z.infer<T>[] => {
        const parsed = entry.safeParse(one)
        return parsed.success ? [parsed.data] : []
      }),
    )
    .catch([])

const initialized = z.looseObject({
  protocolVersion: z.number(),
  agentInfo: z
    .looseObject({ name, title: name.nullish(), version: z.string().max(100) })
    .nullish()
    .catch(null),
  agentCapabilities: z
    .looseObject({
      loadSession: z.boolean().nullish().catch(false),
      sessionCapabilities: z
        .looseObject({ resume: z.looseObject({}).nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .transform((value) => value ?? {})
    .catch({}),
  authMethods: list(z.looseObject({ id, name, description: name.nullish().catch(null) })).default([]),
})

const begun = z.looseObject({
  modes: z
    .looseObject({
      currentModeId: id,
      availableModes: list(z.looseObject({ id, name, description: name.nullish().catch(null) })),
    })
    .nullish()
    .catch(null),
  configOptions: list(z.looseObject({ id, name, type: z.string().max(100) }))
    .nullish()
    .catch(null),
})
const opened = z.looseObject({ sessionId: id })

/** Null if it is not an answer to `initialize`. */
export const initializeAnswer = (answer: unknown): InitializeResponse | null =>
  (initialized.safeParse(answer).data as InitializeResponse | undefined) ?? null

export const sessionIdOf = (answer: unknown): string | null =>
  opened.safeParse(answer).data?.sessionId ?? null

export const sessionBegun = (answer: unknown): Omit<NewSessionResponse, 'sessionId'> => {
  const { sessionId: _, ...rest } = begun.safeParse(answer ?? {}).data ?? {}
  return rest as Omit<NewSessionResponse, 'sessionId'>
}
