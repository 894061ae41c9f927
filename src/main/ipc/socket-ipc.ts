// IPC of a page in a browser: the same table over a WebSocket. A request is {id, name, input}, its answer {id, reply}, an
// event {event, value}.
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { parseJson } from '../../base/parse-json.ts'
import { ipcRequests, type IpcEventName, type IpcEvents } from '../../shared/ipc.ts'
import { answerRequest, type IpcHandlers } from './answer-request.ts'

const request = z.object({ id: z.number().int(), name: z.string().max(64), input: z.unknown() })

export function answerSocket(socket: WebSocket, handlers: IpcHandlers): void {
  socket.on('message', (message, isBinary) => {
    const parsed = request.safeParse(isBinary ? undefined : parseJson((message as Buffer).toString('utf8')))
    if (!parsed.success) return socket.close(1003, 'not a request')
    const { id, name, input } = parsed.data
    void answerRequest(ipcRequests, handlers, 'browser', name, input ?? null).then((reply) =>
      send(socket, { id, reply }),
    )
  })
}

export function sendToSocket<K extends IpcEventName>(socket: WebSocket, event: K, value: IpcEvents[K]): void {
  send(socket, { event, value })
}

function send(socket: WebSocket, message: unknown): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}
