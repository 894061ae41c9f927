// The agent's voice in a LiveKit room stops when the user interrupts it.
import { expect, it } from 'vitest'
import type { Journal } from '../../../src/core/ports/journal.ts'
import { startAgent } from './agent-in-room.ts'
import { describeOnServer } from './on-server.ts'
import { joinAs } from './participant.ts'
import { readJournal } from '../../fakes/read-journal.ts'

const POLL_TIMEOUT = { timeout: 300_000, interval: 10 }

const LONG = 'The harbour opens at six in the morning, and closes when the last boat is in. '.repeat(10)

describeOnServer('the agent’s voice in a LiveKit room', () => {
  it('stops when it is interrupted: buffered audio is not played', async () => {
    const { name, journal } = await startAgent({ script: () => [{ say: LONG }] })
    const ada = await joinAs(name, 'ada')
    await ada.client.ask('tell me about the harbour')
    await ada.until((_, { voice }) => voice.length > 20)
    await ada.client.interrupt()
    const atStop = ada.received.voice.length
    await ada.until(({ agentState }) => agentState === 'idle')
    await expect.poll(() => spokenReplies(journal), POLL_TIMEOUT).toBe(1)
    const spokenMs = (LONG.length * 800) / 16
    // Frames last 10 ms: a voice that went on would have sent thousands.
    expect(ada.received.voice.length - atStop).toBeLessThan(spokenMs / 10 / 10)
  })
})

/** How many replies were spoken, to their end or not. */
async function spokenReplies(journal: Journal): Promise<number> {
  const records = (await readJournal(journal)) ?? []
  return records.filter(({ event }) => event.type === 'reply.voiced').length
}
