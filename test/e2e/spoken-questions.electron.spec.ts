// A new user, offline, asks aloud about a public repository that nobody prepared: no model, and the folder is restricted.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../../build/repository.ts'
import { provideRepository } from '../peers/questions/repositories.ts'
import { probeAudio } from './audio-probe.ts'
import { expect, test } from './parley-fixture.ts'
import {
  isQuiet,
  quietRoom,
  reopenedMicrophone,
  replies,
  say,
  SPEECH_TIMEOUT,
  speechReady,
  synthesize,
  talkLine,
} from './spoken-conversation.ts'
import { tab, viewer } from './user-actions.ts'

test.slow()

const QUESTIONS = [
  {
    ask: 'what is this project',
    heard: /this project/i,
    reply: /low overhead web framework/i,
    tab: /Summary/,
    shows: 'npm test',
  },
  {
    ask: 'where does it handle errors',
    heard: /handle errors/i,
    reply: /error handler/i,
    tab: /error-handler\.js/,
    shows: 'buildErrorHandler',
  },
  {
    ask: 'who calls it',
    heard: /calls it/i,
    reply: /9 places in 4 files/,
    tab: /Usages/,
    shows: 'fastify.js',
  },
  {
    ask: 'where does it check the request body',
    heard: /request body/i,
    reply: /in validation/i,
    tab: /validation\.js/,
    shows: 'validate',
  },
  {
    ask: 'what does it depend on',
    heard: /depend on/i,
    reply: /depends on 15 packages/,
    tab: /Dependencies/,
    shows: 'find-my-way',
  },
]

test('a new user asks five questions about an unfamiliar repository and gets five useful answers', async ({
  launch,
  profile,
}, info) => {
  const there = await provideRepository('fastify')
  if ('problem' in there) {
    if (process.env['PARLEY_DEMAND_ALL']) throw new Error(there.problem)
    return info.skip(true, there.problem)
  }
  const folder = await mkdtemp(join(tmpdir(), 'fastify-'))
  await cp(there.folder, folder, { recursive: true })
  const spoken = await synthesize(...QUESTIONS.map(({ ask }) => ask))
  const { page, pageErrors } = await launch({
    workspace: folder,
    trusted: false,
    microphone: quietRoom(5),
    args: reopenedMicrophone,
  })
  await probeAudio(page)
  await speechReady(page)
  for (const [at, { heard, reply, tab: name, shows }] of QUESTIONS.entries()) {
    await say(page, profile, spoken[at]!, heard)
    await expect(replies(page)).toHaveCount(at + 1, SPEECH_TIMEOUT)
    await expect(replies(page).last()).toContainText(reply, SPEECH_TIMEOUT)
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    await expect(viewer(page)).toContainText(shows)
    await page.screenshot({ path: join(repository, `.cache/e2e/question-${at + 1}.png`) })
    // The reply is spoken to its end before the next question.
    await expect(talkLine(page, 'Hold Space')).toBeVisible(SPEECH_TIMEOUT)
    await expect.poll(() => isQuiet(page), SPEECH_TIMEOUT).toBe(true)
  }
  expect(pageErrors).toEqual([])
  await rm(folder, { recursive: true })
})
