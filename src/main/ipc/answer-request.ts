// One request of a window, checked and answered. Names, arguments and errors are looked after here, whatever carries it.
import { FaultError, faultOf } from '../../shared/errors.ts'
import { ipcRequestNames, type IpcReply, type IpcRequestName, type IpcRequests } from '../../shared/ipc.ts'
import { ipcInputs } from '../../shared/ipc-schemas.ts'

export type IpcHandlers = {
  [K in IpcRequestName]: (
    input: IpcRequests[K]['in'],
  ) => Promise<IpcRequests[K]['out']> | IpcRequests[K]['out']
}

export async function answerRequest(
  handlers: IpcHandlers,
  name: unknown,
  input: unknown,
): Promise<IpcReply<IpcRequestName>> {
  try {
    const known = ipcRequestNames.find((candidate) => candidate === name)
    if (!known)
      throw new FaultError('bad_request', 'The app knows no such request.', 'This is a fault of Parley.')
    return { ok: true, value: await answerKnown(handlers, known, input) }
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
}

async function answerKnown<K extends IpcRequestName>(
  handlers: IpcHandlers,
  name: K,
  input: unknown,
): Promise<IpcRequests[K]['out']> {
  const parsed = ipcInputs[name].safeParse(input)
  if (!parsed.success) {
    throw new FaultError('bad_request', `What came with ${name} does not fit.`, 'This is a fault of Parley.')
  }
  return handlers[name](parsed.data)
}
