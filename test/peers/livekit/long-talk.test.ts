// Half an hour of talk, said faster than anybody speaks: what the agent holds on to does not grow with it.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HEARING_RATE } from '../../../src/core/ears/samples.ts'
import { agentToken } from '../../../src/main/rooms/livekit/tokens.ts'
import { createTempFolder } from '../../temp-folder.ts'
import { closeAfterwards } from './agent-in-room.ts'
import { startAgentProcess } from './agent-process/process.ts'
import { describeOnServer, theServer } from './on-server.ts'
import { joinAs } from './participant.ts'

const TURNS = 300
/** Together half an hour. */
const SECONDS_A_TURN = 6
const FRAMES_A_SECOND = 10
const SHOWN_BYTES = 128_000
const LOOK_EVERY = 10
/** A turn is 190 kB of sound and 128 kB of an artifact: whoever holds on to either is found out, above all noise. */
const LEAST_LEAK = 32_000

const frame = new Int16Array(HEARING_RATE / FRAMES_A_SECOND).fill(4000)

describeOnServer('half an hour of talk in a LiveKit room', () => {
  it('leaves nothing of its turns in the agent’s memory', { timeout: 1_800_000 }, async () => {
    const folder = createTempFolder()
    closeAfterwards(folder.remove)
    const [name, { url }] = [randomUUID(), theServer()]
    const agent = await startAgentProcess(join(import.meta.dirname, 'agent-process/parley-agent.ts'), {
      url,
      room: name,
      token: await agentToken(theServer(), name, randomUUID()),
      journal: join(folder.path, 'session.jsonl'),
      shownBytes: SHOWN_BYTES,
    })
    closeAfterwards(agent.leave)
    const ada = await joinAs(name, 'ada')
    const heap: number[] = []
    for (let turn = 1; turn <= TURNS; turn++) {
      const takeId = randomUUID()
      await ada.client.startTalk(takeId, 'hold')
      for (let at = 0; at < SECONDS_A_TURN * FRAMES_A_SECOND; at++) ada.client.sendSound(frame)
      await ada.client.stopTalk(takeId)
      await ada.until(
        ({ transcript }) =>
          transcript.filter(({ role, isFinal }) => role === 'agent' && isFinal).length === turn,
      )
      if (turn % LOOK_EVERY === 0) heap.push((await agent.usage()).heap)
    }
    await ada.until(({ tabs }) => tabs.some(({ id }) => id.includes(`file-${TURNS}.ts`)))
    // At first everything is loaded and compiled that is used at all.
    expect(growth(heap.slice(heap.length / 2)) / LOOK_EVERY).toBeLessThan(LEAST_LEAK)
  })
})

/** By how much each is larger than the one before it, by the line that fits them best. */
function growth(values: readonly number[]): number {
  const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length
  const [middle, height] = [(values.length - 1) / 2, mean(values)]
  const rise = values.map((value, at) => (at - middle) * (value - height))
  const run = values.map((_, at) => (at - middle) ** 2)
  return mean(rise) / mean(run)
}
