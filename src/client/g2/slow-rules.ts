// Rules that take a minute or more to check.
import { G2_PING_EVERY_MS, G2_PONG_WITHIN_MS, g2Wire } from '../../shared/wire/g2.ts'
import { HEARING_RATE } from '../../core/speech/hearing/samples.ts'
import { createProbe, must, quoted, pause } from '../conform/probe.ts'
import { NotObserved, type CheckContext, type Rule } from '../conform/rule.ts'
import { readG2, recordG2, shapeOf, type G2Probe } from './probe.ts'

/** How late a ping may be on a busy machine, or how early after a late one. */
const TOLERANCE_MS = 5_000
const MAX_MINUTES = 20

/** A phone that does not answer pings automatically. */
async function openWithPings(context: CheckContext): Promise<G2Probe> {
  const slowContext = { ...context, timeoutMs: G2_PING_EVERY_MS + G2_PONG_WITHIN_MS }
  return createProbe(slowContext, await context.open(g2Wire), readG2)
}

const untilPing = (probe: G2Probe): Promise<unknown> => probe.until('ping', (frame) => frame.type === 'ping')

export const g2SlowRules: readonly Rule[] = [
  {
    id: 'g2-ping',
    title: 'The gateway pings every 30 seconds and keeps a phone that answers.',
    needs: ['slow'],
    async check(context) {
      const probe = await openWithPings(context)
      let before = context.clock.now()
      for (let ping = 0; ping < 3; ping++) {
        await untilPing(probe)
        const passed = context.clock.now() - before
        must(
          Math.abs(passed - G2_PING_EVERY_MS) <= TOLERANCE_MS,
          `Expected a ping after 30 s, got one after ${Math.round(passed / 1000)} s.`,
        )
        before = context.clock.now()
        probe.send({ type: 'pong' })
      }
    },
  },
  {
    id: 'g2-pong-late',
    title: 'A phone has 10 seconds to answer a ping; then the gateway may disconnect it.',
    needs: ['slow'],
    async check(context) {
      const probe = await openWithPings(context)
      await untilPing(probe)
      const pinged = context.clock.now()
      // The gateway may also keep the phone. It must not disconnect it early.
      await Promise.race([probe.closing().catch(() => {}), pause(context, G2_PONG_WITHIN_MS + TOLERANCE_MS)])
      const passed = context.clock.now() - pinged
      must(
        passed >= G2_PONG_WITHIN_MS - 100,
        `The phone was disconnected ${Math.round(passed / 1000)} s after the ping.`,
      )
    },
  },
  {
    id: 'g2-buffer-overflow',
    title: 'A recording that is too long gets BUFFER_OVERFLOW, which ends the turn, then status idle.',
    needs: ['slow'],
    async check(context) {
      const probe = await recordG2(context)
      const second = new Uint8Array(HEARING_RATE * 2)
      for (let sent = 0; sent < MAX_MINUTES * 60; sent++) {
        probe.send(second)
        // Not faster than the gateway reads.
        const frames = await probe.received()
        if (frames.length === 0) continue
        while (!frames.some((frame) => frame.type === 'status' && frame.status === 'idle'))
          frames.push(await probe.next('status idle'))
        const [refusal, state] = shapeOf(frames)
        must(refusal === 'error BUFFER_OVERFLOW', `Expected BUFFER_OVERFLOW, got ${quoted(frames[0])}.`)
        must(state === 'status idle', `Expected status idle, got ${quoted(frames[1])}.`)
        return
      }
      throw new NotObserved(`the gateway accepts more than ${MAX_MINUTES} minutes`)
    },
  },
]
