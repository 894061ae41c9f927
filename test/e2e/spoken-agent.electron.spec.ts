// A coding agent by voice: real goose on a scripted model. The user asks aloud, allows the edit aloud, keeps the change
// aloud, and hears the reply.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../../build/repository.ts'
import { installAgent } from '../peers/acp/install.ts'
import { agentEnvironment, realAgents } from '../peers/acp/real-agents.ts'
import { startScriptedModel } from '../peers/acp/scripted-model.ts'
import { finishOutput, probeAudio } from './audio-probe.ts'
import { expect, test } from './parley-fixture.ts'
import {
  isQuiet,
  lastSpeech,
  likenessOf,
  MIN_LIKENESS,
  quietRoom,
  recognize,
  recordingOf,
  reopenedMicrophone,
  say,
  SPEECH_TIMEOUT,
  speechReady,
  synthesize,
  TALK_LINE,
  talkLine,
} from './spoken-conversation.ts'
import { recordTexts } from './text-recorder.ts'
import { statusBar, tab, transcript, viewer } from './user-actions.ts'

test.slow()

const REPLY = 'The function adds two hours now.'
/** What the user hears after the edit. */
const SPOKEN = 'the function adds two hours now'

test('a spoken request to goose: allowed by voice, shown as a diff, kept by voice, answered aloud', async ({
  launch,
  profile,
  workspace,
}, info) => {
  const installed = await installAgent('goose')
  if (installed.tag === 'absent') {
    if (process.env['PARLEY_DEMAND_ALL']) throw new Error(installed.reason)
    return info.skip(true, installed.reason)
  }
  const [keep] = await synthesize('keep this hunk')
  const file = join(workspace, 'src/tide.py')
  const model = await startScriptedModel({
    loop: [
      {
        edit: file,
        from: '    return (hour + 1) % 12',
        to: '    return (hour + 2) % 12',
      },
      { say: REPLY },
    ],
  })
  const home = await mkdtemp(join(tmpdir(), 'parley-goose-'))
  try {
    const env = agentEnvironment(realAgents.goose, {
      installed: installed.folder,
      home,
      modelPort: model.port,
    })
    const { page, pageErrors } = await launch({
      microphone: quietRoom(5),
      args: [
        '--brain',
        'acp',
        ...reopenedMicrophone,
        '--acp-agent',
        'goose',
        '--acp-env',
        Object.keys(env)
          .filter((name) => /^(?:GOOSE|OPENAI|XDG)_/.test(name))
          .join(','),
      ],
      env,
    })
    await probeAudio(page)
    await speechReady(page)
    await expect(statusBar(page).getByRole('button', { name: /^Agent: goose/ })).toBeVisible(SPEECH_TIMEOUT)
    await say(page, profile, recordingOf('refactor the loop into a map call'), /loop/i)
    const card = page.getByRole('region', { name: /goose wants to change/ })
    await expect(card).toBeVisible(SPEECH_TIMEOUT)
    await expect(card).toContainText('(hour + 2) % 12')
    expect(readFileSync(file, 'utf8')).not.toContain('hour + 2')
    // The picture for the user guide is taken when PARLEY_PICTURES is set.
    const pictures = process.env['PARLEY_PICTURES'] ? 'docs' : '.cache/e2e'
    await page.screenshot({ path: join(repository, pictures, 'goose.png') })
    // Parley asks aloud. An answer that begins as the card appears would not count: nobody reads that fast.
    await expect.poll(() => isQuiet(page), SPEECH_TIMEOUT).toBe(false)
    await expect.poll(() => isQuiet(page), SPEECH_TIMEOUT).toBe(true)
    await say(page, profile, recordingOf('yes go ahead and apply the patch'), /go ahead/i)
    const lines = await recordTexts(page, TALK_LINE)
    await expect(card).toBeHidden(SPEECH_TIMEOUT)
    await expect(tab(page, /tide\.py/).first()).toBeVisible(SPEECH_TIMEOUT)
    await expect(viewer(page)).toContainText('(hour + 2) % 12', SPEECH_TIMEOUT)
    expect(readFileSync(file, 'utf8')).toContain('hour + 2')
    await expect(transcript(page)).toContainText(REPLY, SPEECH_TIMEOUT)
    await expect.poll(lines, SPEECH_TIMEOUT).toContain('Speaking')
    await expect(talkLine(page, 'Hold Space')).toBeVisible(SPEECH_TIMEOUT)
    await expect.poll(() => isQuiet(page), SPEECH_TIMEOUT).toBe(true)
    // The approval was spoken before.
    const heard = await recognize(lastSpeech(await finishOutput(page)))
    expect(likenessOf(SPOKEN, heard), heard).toBeGreaterThan(MIN_LIKENESS)
    await say(page, profile, keep!, /keep|kept|deep/i)
    await expect(viewer(page)).toContainText(/kept/i, SPEECH_TIMEOUT)
    await page.screenshot({ path: join(repository, '.cache/e2e/goose-kept.png') })
    expect(pageErrors).toEqual([])
  } finally {
    await model.close()
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
})
