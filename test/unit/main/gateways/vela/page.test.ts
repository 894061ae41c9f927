// The files of the page at the gateway.
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createVelaPage } from '../../../../../src/main/gateways/vela/page.ts'
import { readRendererFile } from '../../../../../src/main/window/renderer-files.ts'
import { createTempFolder } from '../../../../temp-folder.ts'

const folder = createTempFolder({
  'vela/index.html': '<!doctype html>',
  'vela/assets/a.js': '1',
  'secret.json': '{}',
})
afterAll(() => folder.remove())
const page = createVelaPage((path) => readRendererFile(join(folder.path, 'vela'), path))

it.each(['/vela', '/vela/', '/vela/index.html', '/vela/assets/a.js'])('is served at %s', async (path) => {
  expect(await page(path)).not.toBeNull()
})

it.each([
  '/',
  '/velax',
  '/vela/..',
  '/vela/../secret.json',
  '/vela/%2e%2e/secret.json',
  '/vela/..%2fsecret.json',
  '/vela/assets/../../secret.json',
  '/vela//etc/passwd',
  '/vela/%00',
  '/vela/%',
  '/vela/assets',
  '/assets/a.js',
])('is not served at %s', async (path) => {
  expect(await page(path)).toBeNull()
})

it('may run only its own files, and connect only to its own address', async () => {
  const file = await page('/vela')
  expect(file).toMatchObject({ type: 'text/html; charset=utf-8' })
  const policy = file!.headers['content-security-policy']!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
})
