// The conversation in a real LiveKit room: the window and others in it, over a real server.
import { startLiveKit, type StartedServer } from '../peers/livekit/server.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, tab, transcript } from './what-a-person-does.ts'

let started: StartedServer | null = null
test.beforeAll(async () => {
  test.setTimeout(900_000)
  started = await startLiveKit()
})
test.afterAll(async () => {
  if (started?.tag === 'running') await started.stop()
})

const server = () => {
  if (started?.tag !== 'running') throw new Error(started?.reason)
  return started.server
}

test('what is typed is answered over the room', async ({ launch }) => {
  const { url, key, secret } = server()
  const { page, complaints } = await launch({
    env: { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret },
  })
  page.on('console', (message) => console.log(message.text()))
  await ask(page, 'what changed')
  await expect(transcript(page)).toContainText('changed')
  await page.waitForTimeout(3000)
  await page.screenshot({ path: '.cache/livekit.png' })
  expect(complaints).toEqual([])
})
