// The system's dialogs.
import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron'
import { visibleText } from '../../base/visible-text.ts'
import { faultOf } from '../../shared/errors.ts'

export const pickFolder = (): Promise<string | null> =>
  pickPath({ title: 'Open folder', properties: ['openDirectory'] })

export const pickProgram = (): Promise<string | null> =>
  pickPath({ title: 'Choose the program livekit-server', properties: ['openFile'] })

async function pickPath(options: OpenDialogOptions): Promise<string | null> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options))
  return filePaths[0] ?? null
}

/** Shows why something failed that was asked for outside the window, such as on the command line. */
export function showFailure(error: unknown): void {
  const { message, remedy } = faultOf(error)
  // A path in the message may contain anything.
  void dialog.showMessageBox({
    type: 'error',
    title: 'Parley',
    message: visibleText(message, 'prose'),
    detail: visibleText(remedy, 'prose'),
  })
}

export const showStartFailure = (message: string): void =>
  dialog.showErrorBox('Parley could not start', visibleText(message, 'prose'))
