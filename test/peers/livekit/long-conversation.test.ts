// Twelve minutes of speech, sent faster than real time: the agent's memory does not grow with it.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HEARING_RATE } from '../../../src/core/speech/hearing/samples.ts'
import { agentToken } from '../../../src/main/rooms/livekit/tokens.ts'
import { createTempFolder } from '../../temp-folder.ts'
import { closeAfterwards } from './agent-in-room.ts'
import { startAgentProcess } from './agent-process/process.ts'
import { describeOnServer, liveKitServer } from './on-server.ts'
import { joinAs } from './participant.ts'

const TURNS = 120
const SECONDS_PER_TURN = 6
const FRAMES_PER_SECOND = 10
const SHOWN_BYTES = 128_000
const SAMPLE_EVERY = 6
/** A turn is 190 kB of audio and a 128 kB artifact, so a leak of either is far above the noise. */
const MIN_LEAK = 32_000

const frame = new Int16Array(HEARING_RATE / FRAMES_PER_SECOND).fill(4000)

describeOnServer('twelve minutes of speech in a LiveKit room', () => {
  it('leaves nothing of its turns in the agent’s memory', { timeout: 1_800_000 }, async () => {
    const folder = createTempFolder()
    closeAfterwards(folder.remove)
    const [name, { url }] = [randomUUID(), liveKitServer()]
    const agent = await startAgentProcess(join(import.meta.dirname, 'agent-process/parley-agent.ts'), {
      url,
      room: name,
      token: await agentToken(liveKitServer(), name, randomUUID()),
      journal: join(folder.path, 'session.jsonl'),
      shownBytes: SHOWN_BYTES,
    })
    closeAfterwards(agent.leave)
    const ada = await joinAs(name, 'ada')
    const heap: number[] = []
    for (let turn = 1; turn <= TURNS; turn++) {
      const takeId = randomUUID()
      await ada.client.startTalk(takeId, 'hold')
      for (let at = 0; at < SECONDS_PER_TURN * FRAMES_PER_SECOND; at++) ada.client.sendSound(frame)
      await ada.client.stopTalk(takeId)
      await ada.until(
        ({ transcript }) =>
          transcript.filter(({ role, isFinal }) => role === 'agent' && isFinal).length === turn,
      )
      if (turn % SAMPLE_EVERY === 0) heap.push((await agent.usage()).heap)
    }
    await ada.until(({ tabs }) => tabs.some(({ id }) => id.includes(`file-${TURNS}.ts`)))
    // The first half loads and compiles code.
    expect(growth(heap.slice(heap.length / 2)) / SAMPLE_EVERY).toBeLessThan(MIN_LEAK)
  })
})

/** The slope of the line that fits the values best. */
function growth(values: readonly number[]): number {
  const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length
  const [middle, height] = [(values.length - 1) / 2, mean(values)]
  const rise = values.map((value, at) => (at - middle) * (value - height))
  const run = values.map((_, at) => (at - middle) ** 2)
  return mean(rise) / mean(run)
}
