// The page for phones on a gateway of its own, in front of a house that a test holds in its hands. Page, listener, wire and
// microphone are the real ones.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type BrowserContextOptions, type Page } from '@playwright/test'
import { repository } from '../../build/repository.ts'
import { HEARING_RATE } from '../../src/core/ears/samples.ts'
import { wavOf } from '../../src/core/ears/wav.ts'
import { systemClock } from '../../src/main/clock.ts'
import { makeCertificate } from '../../src/main/gateways/certificate.ts'
import { createVelaPage } from '../../src/main/gateways/vela/page.ts'
import { createVelaWire } from '../../src/main/gateways/vela/vela-wire.ts'
import { readRendererFile } from '../../src/main/window/renderer-files.ts'
import { startGateway, type GatewayInTest } from '../fakes/gateway-in-test.ts'
import { createFakeHouse, type FakeHouse } from '../fakes/fake-house.ts'
import { fakeMicrophone, isRoot, listenToComplaints, test as base } from './parley-fixture.ts'

export interface VelaOptions {
  /** What the microphone hears, again and again; null for a machine without one. */
  microphone?: Int16Array | null
  token?: string
  /** What follows the page's path. */
  suffix?: string
  context?: BrowserContextOptions
  /** By a name that browsers do not trust by itself. */
  host?: string
  /** Over https, with a certificate that the gateway made and the person trusts. */
  secure?: boolean
}

export interface VelaOpen {
  page: Page
  gateway: GatewayInTest
  house: FakeHouse
  complaints: string[]
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
      const house = createFakeHouse()
      const gateway = await startGateway({
        wires: [
          createVelaWire({
            house,
            clock: systemClock,
            newId: randomUUID,
            onError: (_, error) => void gateway.errors.push(error),
          }),
        ],
        page: createVelaPage((path) => readRendererFile(join(repository, 'out/vela'), path)),
        ...(token !== undefined && { token }),
        ...(secure && { certificate: makeCertificate('127.0.0.1', Date.now()) }),
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
          ...(microphone ? fakeMicrophone(file, 'again and again') : []),
        ],
      })
      stops.push(() => browser.close())
      const page = await browser.newPage({
        viewport: { width: 375, height: 700 },
        ignoreHTTPSErrors: secure,
        ...context,
      })
      const complaints = listenToComplaints(page)
      await page.goto(`http${secure ? 's' : ''}://${host}:${gateway.port}/vela${suffix}`)
      return { page, gateway, house, complaints }
    })
    for (const stop of stops.toReversed()) await stop()
  },
})

export { expect } from '@playwright/test'
