// Eighty turns on one connection: the gateway answers each, and none leaves anything in memory.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { brainOnPeer, describeOnPeer } from './brain-on-peer.ts'
import { play } from './scripted-model.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapInUse = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** After these, everything is loaded and compiled. */
const WARM_UP = 40
const TURNS = 80
const EVERY = 5
/** Parley remembers the ids of a finished turn, about 800 bytes. Its text and its tool call are far more. */
const MAX_BYTES_PER_TURN = 2_500

/** The median of the slopes between any two samples, so that one outlier does not matter. */
function slope(samples: readonly number[]): number {
  const slopes = samples
    .flatMap((early, at) => samples.slice(at + 1).map((late, further) => (late - early) / (further + 1)))
    .toSorted((a, b) => a - b)
  return slopes[Math.floor(slopes.length / 2)]!
}

describeOnPeer('eighty turns in a row on a real gateway', () => {
  it('are all answered, and memory stays flat', { timeout: 1_800_000 }, async () => {
    const peer = brainOnPeer()
    const turns = async (from: number, to: number): Promise<void> => {
      for (let turn = from; turn < to; turn++) {
        const runId = peer.ask(
          play({ tool: 'read', args: { path: 'hello.txt' } }, { say: `This is turn ${turn}.` }),
        )
        expect(await peer.over(runId)).toMatchObject({ outcome: 'completed' })
        expect(peer.said(runId)).toBe(`This is turn ${turn}.`)
        // The test's own list must not count as growth.
        peer.events.length = 0
      }
    }
    await turns(0, WARM_UP)
    const samples = [heapInUse()]
    for (let at = WARM_UP; at < TURNS; at += EVERY) {
      await turns(at, at + EVERY)
      samples.push(heapInUse())
    }
    const perTurn = slope(samples) / EVERY
    process.stdout.write(
      `heap every ${EVERY} turns ${samples.join(' ')}: ${Math.round(perTurn)} bytes a turn\n`,
    )
    expect(peer.problems).toEqual([])
    expect(perTurn).toBeLessThan(MAX_BYTES_PER_TURN)
  })
})
