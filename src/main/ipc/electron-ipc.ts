// IPC of the desktop window. Answers only Parley's own page, in its main frame.
import { ipcMain, type IpcMainInvokeEvent, type WebContents, type WebFrameMain } from 'electron'
import { FaultError, faultOf } from '../../shared/errors.ts'
import { IPC_CHANNEL, IPC_EVENT_CHANNEL } from '../../shared/ipc-channels.ts'
import { ipcRequests, type IpcEventName, type IpcEvents } from '../../shared/ipc.ts'
import { isAppUrl } from '../window/app-protocol.ts'
import { answerRequest, type IpcHandlers } from './answer-request.ts'

/** `handlersFor` gives each window its own handlers, so that the room's port goes to the window that asked for it. */
export function listenToWindows(handlersFor: (window: WebContents) => IpcHandlers): void {
  ipcMain.handle(IPC_CHANNEL, (event, name: unknown, input: unknown) => {
    if (!isOurs(event)) {
      const fault = new FaultError(
        'unauthorized',
        'Only Parley’s own page may send requests.',
        'Nothing to do.',
      )
      return { ok: false, fault: faultOf(fault) }
    }
    return answerRequest(ipcRequests, handlersFor(event.sender), 'desktop', name, input)
  })
}

export function sendToWindow<K extends IpcEventName>(
  window: WebContents,
  name: K,
  value: IpcEvents[K],
): void {
  if (!window.isDestroyed()) window.send(IPC_EVENT_CHANNEL, name, value)
}

const isOurs = ({ sender, senderFrame }: IpcMainInvokeEvent): boolean =>
  senderFrame !== null && isMainFrame(sender, senderFrame) && isAppUrl(senderFrame.url)

const isMainFrame = (window: WebContents, frame: WebFrameMain): boolean => window.mainFrame === frame
