// A review by voice alone: twelve hunks in four files, with a real coding agent. Neither key nor mouse decides anything; the
// talk key only opens the microphone.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { repository } from '../../build/repository.ts'
import { probeAudio } from './audio-probe.ts'
import { expect, test } from './parley-fixture.ts'
import { AFTER, BEFORE, changeTwelveHunks, REPLACED, startReviewingAgent } from './review-workspace.ts'
import {
  isQuiet,
  quietRoom,
  recordingOf,
  reopenedMicrophone,
  say,
  SPEECH_TIMEOUT,
  speechReady,
  synthesize,
} from './spoken-conversation.ts'
import { transcript } from './user-actions.ts'

test.slow()

const SAID = {
  review: 'review the changes',
  keep: 'keep this change',
  comment: 'comment use a constant here',
  change: 'change it to add four hours',
  send: 'send my comments',
  commit: 'commit the changes',
} as const

test('twelve hunks are reviewed, sent and committed by voice', async ({
  launch,
  profile,
  workspace,
}, info) => {
  const folder = changeTwelveHunks(workspace)
  const agent = await startReviewingAgent(folder)
  if (typeof agent === 'string') {
    if (process.env['PARLEY_DEMAND_ALL']) throw new Error(agent)
    return info.skip(true, agent)
  }
  const names = Object.keys(SAID) as (keyof typeof SAID)[]
  const sounds = await synthesize(...names.map((name) => SAID[name]))
  const soundOf = (name: keyof typeof SAID): Int16Array => sounds[names.indexOf(name)]!
  try {
    const { page, pageErrors } = await launch({
      microphone: quietRoom(5),
      args: [...agent.args, ...reopenedMicrophone],
      env: agent.env,
    })
    const strip = page.getByRole('region', { name: 'Guided review' })
    const isAt = (at: number): Promise<void> =>
      expect(strip).toContainText(`Review · ${at} of 12`, SPEECH_TIMEOUT)
    const speak = (name: keyof typeof SAID, heard: RegExp): Promise<void> =>
      say(page, profile, soundOf(name), heard)
    await probeAudio(page)
    await speechReady(page)

    await speak('review', /changes/i)
    await isAt(1)
    await speak('keep', /./)
    await isAt(2)
    await say(page, profile, recordingOf('revert this hunk'), /./)
    await isAt(3)
    await expect.poll(() => folder.answers('gates')).toEqual([AFTER[0], BEFORE[1], AFTER[2]])
    await speak('keep', /./)
    await isAt(4)
    await speak('comment', /constant/i)
    await expect(page.locator('.hunk-comment')).toContainText(/use (?:a|the) constant/i, SPEECH_TIMEOUT)
    await speak('keep', /./)
    await isAt(5)
    await speak('change', /four|for/i)
    await allowAloud(page, profile, recordingOf('yes go ahead and apply the patch'))
    await expect(transcript(page)).toContainText('Now:', SPEECH_TIMEOUT)
    await isAt(5)
    expect(folder.answers('locks')).toEqual([AFTER[0], REPLACED, AFTER[2]])
    await speak('keep', /./)
    await isAt(6)
    await speak('keep', /./)
    await isAt(7)
    await say(page, profile, recordingOf('revert this hunk'), /./)
    await isAt(8)
    await page.screenshot({ path: join(repository, '.cache/e2e/review-by-voice.png') })
    await say(page, profile, recordingOf('keep all of them'), /./)
    await expect(strip).toContainText('Review ended', SPEECH_TIMEOUT)
    await speak('send', /comments/i)
    await expect(transcript(page)).toContainText('I will use a constant.', SPEECH_TIMEOUT)
    await speak('commit', /commit/i)
    await allowAloud(page, profile, recordingOf('yes go ahead and apply the patch'))
    await expect
      .poll(() => folder.git('log', '--format=%s').trim().split('\n').length, SPEECH_TIMEOUT)
      .toBe(3)
    expect(folder.git('status', '--porcelain')).toBe('')
    expect(folder.answers('gates')).toEqual([AFTER[0], BEFORE[1], AFTER[2]])
    expect(folder.answers('locks')).toEqual([AFTER[0], REPLACED, AFTER[2]])
    expect(folder.answers('pilots')).toEqual([BEFORE[0], AFTER[1], AFTER[2]])
    expect(folder.answers('tugs')).toEqual(AFTER)
    expect(pageErrors).toEqual([])
  } finally {
    await agent.stop()
  }
})

/** Parley asks aloud. An answer that begins as the card appears would not count: nobody reads that fast. */
async function allowAloud(page: Page, profile: string, yes: Int16Array): Promise<void> {
  const card = page.locator('.approval-front')
  await expect(card).toBeVisible(SPEECH_TIMEOUT)
  await expect.poll(() => isQuiet(page), SPEECH_TIMEOUT).toBe(false)
  await expect.poll(() => isQuiet(page), SPEECH_TIMEOUT).toBe(true)
  await say(page, profile, yes, /go ahead/i)
  await expect(card).toBeHidden(SPEECH_TIMEOUT)
}
