// IPC of the desktop window. Only our own page, in its main frame, is answered.
import { ipcMain, type IpcMainInvokeEvent, type WebContents, type WebFrameMain } from 'electron'
import { FaultError, faultOf } from '../../shared/errors.ts'
import { IPC_CHANNEL, IPC_EVENT_CHANNEL, type IpcEventName, type IpcEvents } from '../../shared/ipc.ts'
import { isAppUrl } from '../window/app-protocol.ts'
import { answerRequest, type IpcHandlers } from './answer-request.ts'

/** Answers the windows' requests. `handlersFor` gives each window its own, so that a port goes to whoever asked for it. */
export function listenToWindows(handlersFor: (window: WebContents) => IpcHandlers): void {
  ipcMain.handle(IPC_CHANNEL, (event, name: unknown, input: unknown) => {
    if (!isOurs(event)) {
      const fault = new FaultError('unauthorized', 'Only Parley’s own page may ask.', 'Nothing to do.')
      return { ok: false, fault: faultOf(fault) }
    }
    return answerRequest(handlersFor(event.sender), name, input)
  })
}

export function tellWindow<K extends IpcEventName>(window: WebContents, name: K, value: IpcEvents[K]): void {
  if (!window.isDestroyed()) window.send(IPC_EVENT_CHANNEL, name, value)
}

const isOurs = ({ sender, senderFrame }: IpcMainInvokeEvent): boolean =>
  senderFrame !== null && isMainFrame(sender, senderFrame) && isAppUrl(senderFrame.url)

const isMainFrame = (window: WebContents, frame: WebFrameMain): boolean => window.mainFrame === frame
