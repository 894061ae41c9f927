// Keeps the window out of the room until the test opens it, to test the time before the agent is there.
import type { Running } from './parley-fixture.ts'

/** Reloads the page. Returns a function that opens the room. */
export async function blockRoomJoin({ page, electron }: Running): Promise<() => Promise<void>> {
  if (!electron) {
    let open: () => void = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    await page.routeWebSocket(/\/room/, (socket) => void opened.then(() => socket.connectToServer()))
    await page.reload()
    return async () => open()
  }
  await electron.evaluate(({ ipcMain }) => {
    type Handler = (event: Electron.IpcMainInvokeEvent, name: string, input: unknown) => unknown
    // Electron has no public way to replace a registered handler.
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
