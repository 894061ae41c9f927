// What words mean on the screen reaches whoever answers, in a real room with a real window: typed and spoken.
import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { indexCodeWords } from '../../src/core/speech/hearing/code-word-index.ts'
import { createLocalRoom } from '../../src/main/rooms/local/local-room.ts'
import type { ViewContext } from '../../src/shared/conversation.ts'
import { createFakeRecognizer } from '../fakes/fake-recognizer.ts'
import { createPlainAgent } from '../fakes/plain-agent.ts'
import { isConnected, openRoomWindow, type WindowState } from '../fakes/room-window.ts'
import { createScriptedBrain } from '../fakes/scripted-brain.ts'
import { code } from '../unit/core/pointing/screens.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const loud = new Int16Array(1600).fill(4000)

async function start(view: ViewContext) {
  const room = createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: () => {} })
  const brain = createScriptedBrain({ script: () => [{ say: 'Here it is.' }] })
  const heard = { text: '' }
  const recognizer = createFakeRecognizer({ words: () => heard.text, now: Date.now })
  const agent = createPlainAgent({
    room,
    brain,
    speech: { recognizer: () => recognizer, names: () => indexCodeWords([]) },
    onError(what, error) {
      throw new Error(what, { cause: error })
    },
  })
  cleanUps.push(() => agent.close())
  const window = openRoomWindow(room)
  cleanUps.push(() => window.client.close())
  await window.until(isConnected)
  await window.client.reportView(view)

  async function say(said: string): Promise<void> {
    heard.text = said
    const takeId = randomUUID()
    await window.client.startTalk(takeId, 'hold')
    window.client.sendSound(loud)
    await window.until(({ transcript }) => transcript.some(({ text }) => text === said))
    await window.client.stopTalk(takeId)
  }
  return { ...window, ...window.client, say, brain }
}

const hasReply =
  (text: string) =>
  ({ transcript }: WindowState): boolean =>
    transcript.some((entry) => entry.role === 'agent' && entry.isFinal && entry.text.includes(text))

it('a request takes what its words point at along, and the window highlights it', async () => {
  const { ask, until, store, brain } = await start(code(33))
  await ask('explain the function above')
  await until(hasReply('Here it is.'))
  expect(brain.asked).toMatchObject([
    {
      text: 'explain the function above',
      view: {
        file: 'src/tide.ts',
        line: 16,
        endLine: 24,
        meant: {
          phrase: 'the function above',
          what: 'the method open, lines 16 to 24',
          plain: 'this method',
        },
      },
    },
  ])
  expect(brain.asked[0]?.view).not.toHaveProperty('screen')
  expect(store.get().pointed).toEqual({ file: 'src/tide.ts', line: 16, endLine: 24, said: true })
})

it('an ambiguous phrase is asked about, and the request goes on with the choice', async () => {
  const { ask, until, brain } = await start(code(27))
  await ask('explain the loop')
  await until(hasReply('Two loops fit: 1, lines 28 to 30; 2, lines 32 to 34. Which number?'))
  expect(brain.asked).toEqual([])
  await ask('the second one')
  await until(hasReply('Here it is.'))
  expect(brain.asked).toMatchObject([
    { text: 'explain the loop', askedBy: 'owner', view: { line: 32, endLine: 34 } },
  ])
})

it('a spoken selection is made at once, and an ambiguous one after a spoken answer', async () => {
  const { say, until, brain } = await start(code(27))
  await say('select this function')
  const selected = await until(({ command }) => command !== null)
  expect(selected.command).toMatchObject({ done: 'Selected the method close, lines 26 to 40' })
  expect(selected.viewCommand).toEqual({ action: 'lines.select', line: 26, endLine: 40 })
  await say('select the loop')
  await until(hasReply('Two loops fit'))
  await say('number one')
  await until(hasReply('Selected the loop in lines 28 to 30.'))
  expect(brain.asked).toEqual([])
})

it('what points at nothing is answered without the brain, and a later number is a request again', async () => {
  const { ask, until, brain } = await start(code(2))
  await ask('explain the function above')
  await until(hasReply('There is no function above line 2.'))
  await ask('two')
  await until(hasReply('Here it is.'))
  expect(brain.asked.map(({ text }) => text)).toEqual(['two'])
})
