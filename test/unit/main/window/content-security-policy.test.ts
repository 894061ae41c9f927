import { expect, it } from 'vitest'
import { createVelaPage } from '../../../../src/main/gateways/vela/page.ts'
import { contentSecurityPolicy } from '../../../../src/main/window/content-security-policy.ts'

it('Strings become neither scripts nor HTML, and no style element has text', () => {
  const policy = contentSecurityPolicy(['ws://127.0.0.1:1'])
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toMatch(/(?:script-src|style-src|style-src-elem) [^;]*unsafe/)
  expect(policy).not.toContain('unsafe-eval')
  expect(policy).not.toMatch(/trusted-types [^;]*(?:default|\*|allow-duplicates)/)
})

it('The page for phones has no policy that creates HTML, and no styles outside its files', async () => {
  const page = createVelaPage(async () => ({ body: Buffer.from(''), type: 'text/html' }))
  const file = await page('/vela')
  const policy = file?.headers['content-security-policy'] ?? ''
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("trusted-types 'none'")
  expect(policy).not.toContain('unsafe')
})
