// The installed app, used by a new user, and in a room on a real server.
import { mainStory } from './parley-fixture.ts'
import { basename } from 'node:path'
import { startLiveKit } from '../peers/livekit/server.ts'
import { expect, test } from './packaged-fixture.ts'
import {
  isQuiet,
  talkLine,
  microphoneOf,
  recordsWhole,
  speechReady,
  replies,
  SPEECH_TIMEOUT,
  untilSaid,
} from './spoken-conversation.ts'
import { outputSoFar, probeAudio } from './audio-probe.ts'
import { ask, statusBar, tab, transcript, viewer } from './user-actions.ts'

test.slow()

test(
  'a new user starts it, opens a folder by command, talks, and finds the conversation after a restart',
  mainStory,
  async ({ start, startAgain, profile, workspace }) => {
    const first = await start({ microphone: microphoneOf('show me the working changes') })
    const { page, pageErrors } = first
    await expect(page.getByRole('button', { name: /open folder/i })).toBeVisible()
    expect(await startAgain(workspace)).toBe(0)
    await expect(statusBar(page)).toContainText(basename(workspace))
    await probeAudio(page)
    await speechReady(page)
    const whole = await recordsWhole(profile, untilSaid('show me the working changes'))
    await page.keyboard.down(' ')
    await expect(transcript(page)).toContainText(/working changes/i, SPEECH_TIMEOUT)
    await whole()
    await page.keyboard.up(' ')
    await expect(tab(page, /changes/i)).toBeVisible(SPEECH_TIMEOUT)
    await expect(viewer(page)).toContainText('(hour + 1) % 12')
    await expect(replies(page)).toContainText(/2 files changed/i, SPEECH_TIMEOUT)
    // Longer than the window's soft sounds, so it is the voice, which may be over by now.
    const voiceMs = async (): Promise<number> =>
      (await outputSoFar(page)).filter(({ loud }) => loud > 0.005).length * 20
    await expect.poll(voiceMs, SPEECH_TIMEOUT).toBeGreaterThan(1000)
    await expect(talkLine(page, 'Hold Space')).toBeVisible(SPEECH_TIMEOUT)
    await expect.poll(() => isQuiet(page), SPEECH_TIMEOUT).toBe(true)
    // Needs the parser worker inside the archive.
    await ask(page, 'what does the tide function do')
    await expect(viewer(page).getByText('The height of the water', { exact: false }).first()).toBeVisible()
    expect(pageErrors).toEqual([])
    expect(await first.quit()).toBe(0)

    const second = await start({ args: [workspace], env: { PARLEY_EARS: 'off', PARLEY_VOICE: 'off' } })
    await expect(transcript(second.page)).toContainText(/working changes/i)
    await expect(transcript(second.page)).toContainText(/2 files changed/i)
    expect(second.pageErrors).toEqual([])
  },
)

test('it talks in a room on a real LiveKit server', async ({ start, profile, workspace }) => {
  const started = await startLiveKit()
  if (started.tag === 'absent') {
    if (process.env['PARLEY_DEMAND_ALL']) throw new Error(started.reason)
    test.skip(true, started.reason)
    return
  }
  const { url, key, secret } = started.server
  try {
    const { page, pageErrors } = await start({
      args: [workspace],
      microphone: microphoneOf('show me the working changes'),
      env: { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret },
    })
    await speechReady(page)
    await expect(statusBar(page).getByRole('button', { name: /^Room:/ })).toContainText(
      'parley',
      SPEECH_TIMEOUT,
    )
    const whole = await recordsWhole(profile, untilSaid('show me the working changes'))
    await page.keyboard.down(' ')
    await expect(transcript(page)).toContainText(/working changes/i, SPEECH_TIMEOUT)
    await whole()
    await page.keyboard.up(' ')
    await expect(viewer(page)).toContainText('(hour + 1) % 12', SPEECH_TIMEOUT)
    await expect(talkLine(page, 'Hold Space')).toBeVisible(SPEECH_TIMEOUT)
    expect(pageErrors).toEqual([])
  } finally {
    await started.stop()
  }
})
