// The agent's voice in a LiveKit room: it stops when somebody says so, and turn after turn leaves nothing behind.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { Journal } from '../../../src/core/ports.ts'
import { startAgent } from './agent-in-room.ts'
import { describeOnServer } from './on-server.ts'
import { joinAs } from './participant.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Each is spoken, answered and heard, in more than a second of real time. */
const TURNS = 80

const PATIENT = { timeout: 60_000, interval: 10 }

const LONG = 'The harbour opens at six in the morning, and closes when the last boat is in. '.repeat(10)

describeOnServer('the agent’s voice in a LiveKit room', () => {
  it('stops when it is interrupted: what was on its way is not played', async () => {
    const { name, journal } = await startAgent({ script: () => [{ say: LONG }] })
    const ada = await joinAs(name, 'ada')
    await ada.client.ask('tell me about the harbour')
    await ada.until((_, { voice }) => voice.length > 20)
    await ada.client.interrupt()
    const atStop = ada.heard.voice.length
    await ada.until(({ agentState }) => agentState === 'idle')
    await expect.poll(() => voiced(journal), PATIENT).toBe(1)
    const spokenMs = (LONG.length * 800) / 16
    // Frames are of ten milliseconds: a voice that went on would have given thousands of them.
    expect(ada.heard.voice.length - atStop).toBeLessThan(spokenMs / 10 / 10)
  })

  it('turn after turn leaves the memory flat', { timeout: 1_200_000 }, async () => {
    const { name, brain, heard, journal, problems, errors } = await startAgent({
      script: (text) => [{ say: `${text}.` }],
    })
    const ada = await joinAs(name, 'ada')
    const samples: number[] = []
    const loud = new Int16Array(1600).fill(4000)
    for (let turn = 0; turn < TURNS; turn++) {
      heard.words = `n${turn}`
      await ada.client.startTalk(`take-${turn}`, 'hold')
      ada.client.sendSound(loud)
      await ada.until(({ transcript }) => transcript.some(({ text }) => text === `n${turn}`))
      await ada.client.stopTalk(`take-${turn}`)
      await ada.until(({ transcript }) =>
        transcript.some(({ text, isFinal }) => text === `n${turn}.` && isFinal),
      )
      await ada.until((_, { voice }) => voice.length > 0)
      await expect.poll(() => voiced(journal), PATIENT).toBe(turn + 1)
      // The test's own record is no part of what is measured.
      for (const record of [ada.heard.texts, ada.heard.attributes, ada.heard.voice]) record.length = 0
      if (turn % 8 !== 7) continue
      collectGarbage()
      samples.push(process.memoryUsage().heapUsed)
    }
    expect(brain.asked.map(({ text }) => text)).toEqual(Array.from({ length: TURNS }, (_, at) => `n${at}`))
    expect([...problems, ...errors]).toEqual([])
    const grown = slope(samples.slice(2)) / 8
    process.stdout.write(`heap grows by ${Math.round(grown)} bytes a turn, journal and transcript included\n`)
    // The words of a turn, twice on record and once on screen, are a few kilobytes; a track or a room would be far more.
    expect(grown).toBeLessThan(20_000)
  })
})

/** How many replies were said, to their end or not. */
async function voiced(journal: Journal): Promise<number> {
  const { records } = await journal.after(null)
  return records.filter(({ event }) => event.type === 'reply.voiced').length
}

/** How much a sample is more than the one before it, by least squares. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let above = 0
  let below = 0
  for (const [at, value] of values.entries()) {
    above += (at - middle) * (value - mean)
    below += (at - middle) ** 2
  }
  return above / below
}
