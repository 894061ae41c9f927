// Document 004 §5 and §6: what takes its time.
import { G2_PING_EVERY_MS, G2_PONG_WITHIN_MS } from '../../../shared/wire/g2.ts'
import { HEARING_RATE } from '../../../core/ears/samples.ts'
import { createProbe, must, quoted } from '../probe.ts'
import { pause } from '../quiet.ts'
import { Unseen, type Bench, type Rule } from '../rule.ts'
import { readG2, recordG2, shapeOf, type G2Probe } from './g2-probe.ts'

/** A loaded machine may be this much late, or early where the one before was late. */
const TOLERANCE_MS = 5_000
const MOST_MINUTES = 20

/** A phone that sees the pings and answers them only when told. */
async function openWithPings(bench: Bench): Promise<G2Probe> {
  const patient = { ...bench, timeoutMs: G2_PING_EVERY_MS + G2_PONG_WITHIN_MS }
  return createProbe(patient, await bench.open('g2'), readG2)
}

const untilPing = (probe: G2Probe): Promise<unknown> => probe.until('ping', (frame) => frame.type === 'ping')

export const g2SlowRules: readonly Rule[] = [
  {
    document: '004',
    section: '§6',
    id: 'g2-ping',
    sentence: 'The gateway pings every 30 seconds, and keeps a phone that answers.',
    needs: ['slow'],
    async check(bench) {
      const probe = await openWithPings(bench)
      let before = bench.clock.now()
      for (let ping = 0; ping < 3; ping++) {
        await untilPing(probe)
        const passed = bench.clock.now() - before
        must(
          Math.abs(passed - G2_PING_EVERY_MS) <= TOLERANCE_MS,
          `Expected a ping after 30 s, got one after ${Math.round(passed / 1000)} s.`,
        )
        before = bench.clock.now()
        probe.send({ type: 'pong' })
      }
    },
  },
  {
    document: '004',
    section: '§6',
    id: 'g2-pong-late',
    sentence: 'A phone has 10 seconds to respond; after that it may be disconnected.',
    needs: ['slow'],
    async check(bench) {
      const probe = await openWithPings(bench)
      await untilPing(probe)
      const pinged = bench.clock.now()
      // Staying connected is allowed, too; only leaving before its time is not.
      await Promise.race([probe.closing().catch(() => {}), pause(bench, G2_PONG_WITHIN_MS + TOLERANCE_MS)])
      const passed = bench.clock.now() - pinged
      must(
        passed >= G2_PONG_WITHIN_MS - 100,
        `The phone was disconnected ${Math.round(passed / 1000)} s after the ping.`,
      )
    },
  },
  {
    document: '004',
    section: '§5, ruling 10',
    id: 'g2-buffer-overflow',
    sentence:
      'BUFFER_OVERFLOW: the audio buffer exceeded its maximum size. The true state follows, and comes to idle.',
    needs: ['slow'],
    async check(bench) {
      const probe = await recordG2(bench)
      const second = new Uint8Array(HEARING_RATE * 2)
      for (let sent = 0; sent < MOST_MINUTES * 60; sent++) {
        probe.send(second)
        // Not faster than the gateway takes it.
        const said = await probe.sofar()
        if (said.length === 0) continue
        while (!said.some((frame) => frame.type === 'status' && frame.status === 'idle'))
          said.push(await probe.next('status idle'))
        const [refusal, state] = shapeOf(said)
        must(refusal === 'error BUFFER_OVERFLOW', `Expected BUFFER_OVERFLOW, got ${quoted(said[0])}.`)
        // Either what was recorded is dropped, or it is taken as it is; recording is over.
        must(
          state === 'status idle' || state === 'status transcribing',
          `Expected status idle or transcribing, got ${quoted(said[1])}.`,
        )
        return
      }
      throw new Unseen(`the gateway takes more than ${MOST_MINUTES} minutes`)
    },
  },
]
