// Large artifacts over a real server: everybody receives them in full, and the voice goes on meanwhile.
import { expect, it } from 'vitest'
import { startAgent } from './agent-in-room.ts'
import { largeDiff, toolWithDiff } from './diffs.ts'
import { describeOnServer } from './on-server.ts'
import { joinAs } from './participant.ts'

/** Far longer than this test takes, even on a busy machine: it is interrupted at the end. */
const SPOKEN = 'The harbour opens at six in the morning, and closes when the last boat is in. '.repeat(60)

describeOnServer('a large artifact in a LiveKit room', () => {
  it('of five megabytes reaches two participants complete, while the voice plays', async () => {
    const diff = largeDiff(5_000_000)
    const { name, brain, problems, errors } = await startAgent({
      script: () => [{ say: SPOKEN }, { hold: 'speaking' }, toolWithDiff('large.ts', diff)],
    })
    const people = [await joinAs(name, 'ada'), await joinAs(name, 'bo')]
    await people[0]!.client.ask('show me the change')
    for (const one of people) await one.until((_, { voice }) => voice.length > 10)
    const heardBefore = people.map(({ received }) => received.voice.length)
    brain.release('speaking')
    for (const [at, one] of people.entries()) {
      await one.until(({ artifacts }) => artifacts.some(({ arriving }) => arriving === undefined))
      const [shown] = one.state().artifacts
      expect(shown!.artifact.kind === 'diff' && shown!.artifact.diff === diff).toBe(true)
      expect(one.received.voice.length).toBeGreaterThan(heardBefore[at]!)
    }
    expect([...problems, ...errors]).toEqual([])
  })

  it('and many more, ten megabytes in all, arrive in order while the voice plays', async () => {
    const files = Array.from({ length: 20 }, (_, at) => `part-${at}.ts`)
    const { name, brain } = await startAgent({
      script: () => [
        { say: SPOKEN },
        { hold: 'speaking' },
        ...files.map((file) => toolWithDiff(file, largeDiff(500_000, file))),
      ],
    })
    const ada = await joinAs(name, 'ada')
    await ada.client.ask('show me all of it')
    await ada.until((_, { voice }) => voice.length > 10)
    const before = ada.received.voice.length
    brain.release('speaking')
    await ada.until(
      ({ artifacts }) => artifacts.filter(({ arriving }) => arriving === undefined).length === files.length,
    )
    expect(ada.received.voice.length).toBeGreaterThan(before)
    expect(ada.state().artifacts.map(({ artifact }) => artifact.title)).toEqual(files)
  })
})
