// A scripted gateway and a brain that uses it; both are closed after the test.
import { afterEach } from 'vitest'
import { startFakeGateway, type FakeGateway, type FakeGatewayOptions } from '../fakes/fake-gateway.ts'
import { brainOn } from '../fakes/openclaw-brain.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

export async function gatewayThat(options: FakeGatewayOptions = {}): Promise<FakeGateway> {
  const gateway = await startFakeGateway(options)
  closing.push(gateway.stop)
  return gateway
}

export function brainAt(port: number, deps: Parameters<typeof brainOn>[1] = {}) {
  const on = brainOn(port, deps)
  closing.push(() => on.brain.close())
  return on
}
