// The agent's voice in a LiveKit room: it stops when somebody says so.
import { expect, it } from 'vitest'
import type { Journal } from '../../../src/core/ports.ts'
import { startAgent } from './agent-in-room.ts'
import { describeOnServer } from './on-server.ts'
import { joinAs } from './participant.ts'

const PATIENT = { timeout: 300_000, interval: 10 }

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
})

/** How many replies were said, to their end or not. */
async function voiced(journal: Journal): Promise<number> {
  const { records } = await journal.after(null)
  return records.filter(({ event }) => event.type === 'reply.voiced').length
}
