// The gallery of test/gallery, built once for each worker: the page is real, the app behind it is made up.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, test as base, type Browser, type Page } from '@playwright/test'
import { build, preview, type PreviewServer } from 'vite'
import { repository } from '../../build/repository.ts'

const root = join(repository, 'test/gallery')

interface Gallery {
  open(query: string): Promise<Page>
}

export const test = base.extend<object, { gallery: Gallery }>({
  gallery: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures it needs from here.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'parley-gallery-'))
      const out = { outDir: folder, emptyOutDir: true }
      const configFile = join(root, 'vite.config.ts')
      await build({ root, configFile, logLevel: 'error', build: out })
      const server: PreviewServer = await preview({
        root,
        configFile,
        build: out,
        preview: { host: '127.0.0.1', port: 0 },
      })
      const browser: Browser = await chromium.launch({
        executablePath: process.env['PARLEY_TEST_CHROMIUM']!,
        chromiumSandbox: process.getuid?.() !== 0,
      })
      await use({
        async open(query) {
          const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
          await page.goto(`${server.resolvedUrls!.local[0]}?${query}`)
          await expect(page.getByRole('button', { name: /^Agent: / })).toBeVisible()
          return page
        },
      })
      await browser.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

export { expect } from '@playwright/test'
