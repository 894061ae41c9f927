// Pages of the peers, each in its own browser, which can be closed whatever the page does.
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { repository } from '../build/repository.ts'
import { chromiumOptions, VIEWPORT } from './stage.ts'

export interface PeerPages {
  /** The result of `work`; null if it took too long. */
  within<T>(file: string, seconds: number, work: (page: Page) => Promise<T>): Promise<T | null>
  close(): Promise<void>
}

export async function openPeerPages(): Promise<PeerPages> {
  const root = join(repository, 'bench/pages')
  const outDir = join(repository, '.cache/bench-pages')
  const shared = { root, configFile: false, logLevel: 'error' } as const
  const input = ['other-diffs.html', 'plain-editor.html'].map((file) => join(root, file))
  await build({
    ...shared,
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 8192, rolldownOptions: { input } },
  })
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const url = server.resolvedUrls!.local[0]!
  return {
    async within(file, seconds, work) {
      const running = await chromium.launchServer(chromiumOptions())
      const ended = new AbortController()
      try {
        const browser = await chromium.connect(running.wsEndpoint())
        const page = await browser.newPage({ viewport: VIEWPORT })
        await page.goto(new URL(file, url).href)
        const found = work(page)
        // A failure caused by closing the browser counts as too late.
        found.catch(() => {})
        return await Promise.race([found, setTimeout(seconds * 1000, null, { signal: ended.signal })])
      } finally {
        ended.abort()
        await running.kill()
      }
    },
    close: () => server.close(),
  }
}
