// Changes a window as its owner asked by voice or in the palette: the size of its text, its own size, whether it is open.
import { app, BrowserWindow, type WebContents } from 'electron'
import type { WindowArrangement } from '../../shared/ipc.ts'

/** As the zoom items of the menu do; one is a fifth larger or smaller. */
const ZOOM_STEP = 0.5
const MIN_ZOOM = -3
const MAX_ZOOM = 5

export function arrangeWindow(contents: WebContents, how: WindowArrangement): null {
  const window = BrowserWindow.fromWebContents(contents)
  const zoomBy = (step: number): void =>
    contents.setZoomLevel(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, contents.getZoomLevel() + step)))
  switch (how) {
    case 'larger text':
      zoomBy(ZOOM_STEP)
      break
    case 'smaller text':
      zoomBy(-ZOOM_STEP)
      break
    case 'normal text':
      contents.setZoomLevel(0)
      break
    case 'minimised':
      window?.minimize()
      break
    case 'maximised':
      window?.maximize()
      break
    case 'full screen':
      window?.setFullScreen(true)
      break
    case 'usual size':
      if (window?.isFullScreen()) window.setFullScreen(false)
      else window?.unmaximize()
      break
    case 'closed':
      window?.close()
      break
    case 'quit':
      app.quit()
  }
  return null
}
