// Somebody talks: what the microphone hears arrives at the agent, whole, and only while it should.
import { join } from 'node:path'
import { repository } from '../../build/repository.ts'
import { envelope, joined, readWav, silence } from '../fakes/wav.ts'
import { expect, test } from './talk-fixture.ts'

const words = readWav(join(repository, 'test/fixtures/speech/run-the-tests.wav'))

test('holding Space sends what the microphone hears, and letting go ends it', async ({ talking }) => {
  const { page, agent, complaints } = await talking({ microphone: joined(silence(0.6), words, silence(1)) })
  await expect(page.getByRole('button', { name: 'Room: Connected' })).toBeVisible()
  await page.keyboard.down(' ')
  await expect(page.getByText('Listening', { exact: true }).first()).toBeVisible()
  await expect.poll(async () => (await agent.takes())[0]?.frames.length ?? 0).toBeGreaterThan(130)
  await page.keyboard.up(' ')
  await expect.poll(async () => (await agent.takes())[0]?.end).toBe('stopped')
  const [take] = await agent.takes()
  console.log(
    JSON.stringify({
      frames: take!.frames.length,
      env: envelope(take!.frames.flat()).map((x) => +(x * 100).toFixed(1)),
      file: envelope(words).map((x) => +(x * 100).toFixed(1)),
    }),
  )
  expect(complaints).toEqual([])
})
