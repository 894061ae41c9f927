// The server killed and started again in the middle of a turn: the conversation goes on meanwhile, and whoever comes back
// has all of it, once.
import { expect, it } from 'vitest'
import { startAgent, enterRoom, isIn } from './agent-in-room.ts'
import { describeOnServer, theServer } from './on-server.ts'
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
  it('costs nobody anything who comes back: not a word, not an artifact, and none of them twice', async () => {
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
    await theServer().kill()
    brain.release('killed')
    await brain.held('restarted')
    // Else who is in is who has not noticed yet.
    await lost
    await theServer().start()
    await until(isIn)
    for (const one of [ada, bo]) await one.until(({ connection }) => connection.tag === 'connected')
    brain.release('restarted')

    for (const one of [ada, bo]) {
      await one.until(
        // What was open when the link broke counts as final too, until the rest of it has come.
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

  it('does not keep the agent from leaving while it is away', async () => {
    const { room, until } = enterRoom(randomUUID())
    await until(isIn)
    await theServer().kill()
    for (let at = 0; at < 1_000; at++) room.publishData('events', new Uint8Array(10_000))
    await room.leave()
    await theServer().start()
  })
})
