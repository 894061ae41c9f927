// Checks one request of a window against a table of requests and answers it, on the desktop and in a browser.
import type { z } from 'zod'
import { FaultError, faultOf } from '../../shared/errors.ts'
import type { AppInfo, IpcReply, IpcRequestName, IpcRequests } from '../../shared/ipc.ts'

export type IpcHandlers = {
  [K in IpcRequestName]: (
    input: IpcRequests[K]['in'],
  ) => Promise<IpcRequests[K]['out']> | IpcRequests[K]['out']
}

type RequestTable = Readonly<Record<string, { input: z.ZodType; desktopOnly?: true }>>

/** A handler accepts what its entry in the table has checked. */
type HandlersOf<Table extends RequestTable> = { [K in keyof Table]: (input: never) => unknown }

type Reply = { ok: true; value: unknown } | Extract<IpcReply<IpcRequestName>, { ok: false }>

const REPORT_IT = 'This is an error in Parley; please report it.'

export async function answerRequest<Table extends RequestTable>(
  table: Table,
  handlers: HandlersOf<Table>,
  host: AppInfo['host'],
  name: unknown,
  input: unknown,
): Promise<Reply> {
  try {
    if (typeof name !== 'string' || !Object.hasOwn(table, name))
      throw new FaultError('bad_request', 'Parley does not know this request.', REPORT_IT)
    const { input: shape, desktopOnly } = table[name]!
    if (desktopOnly && host !== 'desktop')
      throw new FaultError(
        'not_allowed',
        'Only the desktop app can do this.',
        'Use the desktop app, or start Parley with a flag.',
      )
    const parsed = shape.safeParse(input)
    if (!parsed.success)
      throw new FaultError('bad_request', `The input of the request ${name} is invalid.`, REPORT_IT)
    return { ok: true, value: await handlers[name]!(parsed.data as never) }
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
}
