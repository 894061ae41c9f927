// A room that lets nobody in until a test says so: the moment between a window and its agent, made long.
import type { Running } from './parley-fixture.ts'

/** Loads the page anew. Gives what opens the room. */
export async function holdRoom({ page, electron }: Running): Promise<() => Promise<void>> {
  if (!electron) {
    let open: () => void = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    await page.routeWebSocket(/\/room/, (socket) => void opened.then(() => socket.connectToServer()))
    await page.reload()
    return async () => open()
  }
  await electron.evaluate(({ ipcMain }) => {
    type Handler = (event: Electron.IpcMainInvokeEvent, name: string, input: unknown) => unknown
    // There is no other way to a handler that is already there.
    // oxlint-disable-next-line no-underscore-dangle
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers
    const original = handlers.get('parley.request')!
    const opened = new Promise<void>((resolve) => Object.assign(globalThis, { openRoom: resolve }))
    ipcMain.removeHandler('parley.request')
    ipcMain.handle('parley.request', async (event, name: string, input: unknown) => {
      if (name === 'room.join') await opened
      return original(event, name, input)
    })
  })
  await page.reload()
  return () => electron.evaluate(() => (globalThis as unknown as { openRoom(): void }).openRoom())
}
