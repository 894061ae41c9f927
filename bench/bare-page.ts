// The minimum between a server and a page: one WebSocket, and one paragraph with the beginning of each message.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '@playwright/test'
import { WebSocketServer } from 'ws'
import { VIEWPORT } from './stage.ts'

export type BarePage = Awaited<ReturnType<typeof openBarePage>>

export async function openBarePage(browser: Browser) {
  const html = `<!doctype html><p id="p"></p><script>new WebSocket('ws://' + location.host).onmessage = (e) => { p.textContent = e.data.slice(0, 2000) }</script>`
  const server = createServer((_, response) => response.end(html))
  const sockets = new WebSocketServer({ server })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const page = await browser.newPage({ viewport: VIEWPORT })
  const connected = new Promise((resolve) => sockets.once('connection', resolve))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await connected
  return {
    page,
    send: (text: string) => sockets.clients.forEach((client) => client.send(text)),
    async close() {
      await page.close()
      for (const client of sockets.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
