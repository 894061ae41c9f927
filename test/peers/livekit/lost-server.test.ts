// The server is killed and restarted during a turn: the conversation continues locally, and clients that return have
// all of it, once.
import { expect, it } from 'vitest'
import { startAgent, enterRoom, isIn } from './agent-in-room.ts'
import { describeOnServer, liveKitServer } from './on-server.ts'
import { joinAs } from './participant.ts'
import { randomUUID } from 'node:crypto'

const diffOf = (file: string, lines: number): string => {
  const body = Array.from({ length: lines }, (_, at) => `+line ${at} of ${file}`).join('\n')
  return `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -0,0 +1,${lines} @@\n${body}\n`
}

const made = (file: string, lines: number) =>
  ({
    tool: 'Bash',
    args: { command: `git diff ${file}` },
    outcome: { ok: true, output: { text: '', details: { diff: diffOf(file, lines) } } },
  }) as const

describeOnServer('a LiveKit server that is killed in the middle of a turn and started again', () => {
  it('loses no text and no artifact for participants who return, and repeats none', async () => {
    const { name, brain, until } = await startAgent({
      speaks: false,
      script: () => [
        { say: 'Before. ' },
        made('before.ts', 5),
        { hold: 'killed' },
        { say: 'Meanwhile. ' },
        made('meanwhile.ts', 20_000),
        { hold: 'restarted' },
        { say: 'After.' },
        made('after.ts', 5),
      ],
    })
    const [ada, bo] = [await joinAs(name, 'ada'), await joinAs(name, 'bo')]
    await ada.client.ask('show me everything')
    await brain.held('killed')
    for (const one of [ada, bo]) await one.until(({ tabs }) => tabs.length === 1)

    const lost = until((status) => !isIn(status))
    await liveKitServer().kill()
    brain.release('killed')
    await brain.held('restarted')
    // Otherwise the status might be from before the loss was noticed.
    await lost
    await liveKitServer().start()
    await until(isIn)
    for (const one of [ada, bo]) await one.until(({ connection }) => connection.tag === 'connected')
    brain.release('restarted')

    for (const one of [ada, bo]) {
      await one.until(
        // Segments that were open when the link broke also count as final until the rest arrives.
        ({ tabs, transcript }) =>
          tabs.length === 3 &&
          transcript.every(({ isFinal }) => isFinal) &&
          transcript.at(-1)!.text.endsWith('After.'),
      )
      const { transcript, tabs } = one.state()
      expect(transcript.map(({ role, text }) => [role, text])).toEqual([
        ['user', 'show me everything'],
        ['agent', 'Before. Meanwhile. After.'],
      ])
      expect(tabs).toHaveLength(3)
    }
  })

  it('does not prevent the agent from leaving while it is down', async () => {
    const { room, until } = enterRoom(randomUUID())
    await until(isIn)
    await liveKitServer().kill()
    for (let at = 0; at < 1_000; at++) room.publishData('events', new Uint8Array(10_000))
    await room.leave()
    await liveKitServer().start()
  })
})
