// Numbers said aloud: shown, and one of them pressed, with the shipped engines and no hand on the keyboard.
import { joined } from '../../src/core/speech/hearing/samples.ts'
import { expect, inOneHost, test } from './parley-fixture.ts'
import { LEAD_IN, quietRoom, SPEECH_TIMEOUT, speechReady, synthesize } from './spoken-conversation.ts'
import { recordTexts } from './text-recorder.ts'
import { tapSpace } from './user-actions.ts'

// Speech is transcribed on a busy machine.
test.slow()

test('“show me the numbers” and “number five” press what has the number', inOneHost, async ({ launch }) => {
  const [show, five] = await synthesize('show me the numbers', 'number five')
  const { page, pageErrors } = await launch({
    microphone: joined([LEAD_IN, show!, quietRoom(4), five!, quietRoom(6)]),
    args: ['--talk-mode', 'hands-free'],
  })
  await speechReady(page)
  const toasts = await recordTexts(page, '.control-toast')
  const hints = await recordTexts(page, '.numbers-hint')
  await tapSpace(page)
  await expect.poll(toasts, SPEECH_TIMEOUT).toContainEqual(expect.stringContaining('Numbers shown'))
  await expect.poll(toasts, SPEECH_TIMEOUT).toContainEqual(expect.stringContaining('Number 5'))
  expect(await hints()).toContainEqual(expect.stringContaining('say one'))
  await expect(page.locator('.number-badge')).toHaveCount(0)
  expect(pageErrors).toEqual([])
})
