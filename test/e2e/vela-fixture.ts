// The phone page on its own gateway, with a fake guest host. Page, listener, wire and microphone are real.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type BrowserContextOptions, type Page } from '@playwright/test'
import { repository } from '../../build/repository.ts'
import { HEARING_RATE } from '../../src/core/speech/hearing/samples.ts'
import { wavOf } from '../../src/core/speech/hearing/wav.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { makeCertificate } from '../../src/main/gateways/certificate.ts'
import { createVelaPage } from '../../src/main/gateways/vela/page.ts'
import { createVelaServer } from '../../src/main/gateways/vela/vela-server.ts'
import { readRendererFile } from '../../src/main/window/renderer-files.ts'
import { startGateway, type GatewayInTest } from '../fakes/gateway-in-test.ts'
import { createFakeGuestHost, type FakeGuestHost } from '../fakes/fake-guest-host.ts'
import { fakeMicrophone, isRoot, collectPageErrors, test as base } from './parley-fixture.ts'

export interface VelaOptions {
  /** What the microphone plays in a loop; null for a device without one. */
  microphone?: Int16Array | null
  token?: string
  /** Text after the page's path. */
  suffix?: string
  context?: BrowserContextOptions
  /** A host name that browsers do not treat as secure. */
  host?: string
  /** Over HTTPS, with a certificate that the gateway created and the browser accepts. */
  secure?: boolean
}

export interface VelaOpen {
  page: Page
  gateway: GatewayInTest
  guestHost: FakeGuestHost
  pageErrors: string[]
}

interface VelaFixtures {
  vela(options?: VelaOptions): Promise<VelaOpen>
}

export const test = base.extend<VelaFixtures>({
  vela: async ({ profile }, use) => {
    const stops: (() => Promise<unknown>)[] = []
    await use(async (options = {}) => {
      const {
        microphone = null,
        token,
        suffix = '',
        context = {},
        host = '127.0.0.1',
        secure = false,
      } = options
      const guestHost = createFakeGuestHost()
      const gateway = await startGateway({
        servers: [
          createVelaServer({
            guestHost,
            clock: systemClock,
            newId: randomUUID,
            onError: (_, error) => void gateway.errors.push(error),
          }),
        ],
        page: createVelaPage((path) => readRendererFile(join(repository, 'out/vela'), path)),
        ...(token !== undefined && { token }),
        ...(secure && { certificate: await makeCertificate('127.0.0.1', Date.now()) }),
      })
      stops.push(() => gateway.close())
      const file = join(profile, 'microphone.wav')
      if (microphone) await writeFile(file, wavOf(microphone, HEARING_RATE))
      const browser = await chromium.launch({
        executablePath: process.env['PARLEY_TEST_CHROMIUM']!,
        chromiumSandbox: !isRoot,
        args: [
          '--disable-background-networking',
          '--disable-component-update',
          '--no-first-run',
          `--host-resolver-rules=MAP ${host} 127.0.0.1`,
          ...(microphone ? fakeMicrophone(file, 'loop') : []),
        ],
      })
      stops.push(() => browser.close())
      const page = await browser.newPage({
        viewport: { width: 375, height: 700 },
        ignoreHTTPSErrors: secure,
        ...context,
      })
      const pageErrors = collectPageErrors(page)
      await page.goto(`http${secure ? 's' : ''}://${host}:${gateway.port}/vela${suffix}`)
      return { page, gateway, guestHost, pageErrors }
    })
    for (const stop of stops.toReversed()) await stop()
  },
})

export { expect } from '@playwright/test'
