// Two hundred turns on one connection: each answered, and nothing of them left behind in memory.
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

describeOnPeer('two hundred turns in a row on a real gateway', () => {
  it('are all answered, and memory stays flat', { timeout: 1_800_000 }, async () => {
    const peer = brainOnPeer()
    const turns = async (from: number, to: number): Promise<void> => {
      for (let turn = from; turn < to; turn++) {
        const runId = peer.ask(play({ say: `This is turn ${turn}.` }))
        expect(await peer.over(runId)).toMatchObject({ outcome: 'completed' })
        expect(peer.said(runId)).toBe(`This is turn ${turn}.`)
        // The test's own record is no part of what is measured.
        peer.events.length = 0
      }
    }
    await turns(0, 100)
    const half = heapInUse()
    await turns(100, 200)
    const grown = heapInUse() - half
    process.stdout.write(`heap after 100 turns ${half} bytes, grown by ${grown} in 100 more\n`)
    expect(peer.problems).toEqual([])
    // A turn that left even its own words behind would show: a hundred of them are far more than this.
    expect(grown).toBeLessThan(1_500_000)
  })
})
