// Speech through frontends built with LiveKit's unmodified React hooks.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { joined } from '../../src/core/speech/hearing/samples.ts'
import { guestToken } from '../../src/main/rooms/livekit/tokens.ts'
import { openHooksFrontend } from './hooks-frontend.ts'
import { inRoomWith, invitedApprover, isAsked } from './hooks-in-room.ts'
import { withLiveKitServer } from './livekit-fixture.ts'
import { expect, test } from './parley-fixture.ts'
import { speechReady, quietRoom, recordingOf, SPEECH_TIMEOUT } from './spoken-conversation.ts'
import { ask, tab, transcript } from './user-actions.ts'

test.slow()

const { server, roomEnvironment } = withLiveKitServer()

const guest = async (room: string, name: string) => ({
  url: server().url,
  token: await guestToken(server(), room, { identity: name.toLowerCase(), name }),
})

test('speech during the connection of LiveKit’s hooks is answered once', async ({ launch, profile }) => {
  const { page } = await launch({ microphone: quietRoom(5), env: roomEnvironment('early') })
  await speechReady(page)
  await inRoomWith(page, 'early', '1 person')
  // Speaks at once: most of the utterance comes before the connection.
  const recording = joined([quietRoom(0.2), recordingOf('show me the working changes'), quietRoom(20)])
  const frontend = await openHooksFrontend(await guest('early', 'Ada'), {
    microphone: recording,
    folder: profile,
  })
  try {
    await frontend.start()
    await expect(tab(page, /changes/i)).toBeVisible(SPEECH_TIMEOUT)
    await expect(transcript(page)).toContainText('Ada')
    await expect(transcript(page).locator('.entry-user')).toHaveCount(1)
    await expect(transcript(page).locator('.entry-user')).toContainText(/show me the working changes/i)
    await expect(frontend.messages.filter({ hasText: /files? changed/i })).toHaveCount(1, SPEECH_TIMEOUT)
  } finally {
    await frontend.close()
  }
})

test('an approval is spoken through LiveKit’s hooks and answered by voice', async ({
  launch,
  profile,
  workspace,
}) => {
  const { page } = await launch({ microphone: quietRoom(5), env: roomEnvironment('aloud') })
  await speechReady(page)
  await inRoomWith(page, 'aloud', '1 person')
  // The answer comes after the question was spoken and the frontend is connected.
  const microphone = joined([quietRoom(10), recordingOf('yes do it'), quietRoom(20)])
  const ada = await openHooksFrontend(await invitedApprover(page, 'Ada'), {
    microphone,
    opensMicrophone: false,
    folder: profile,
  })
  try {
    await ada.start()
    await inRoomWith(page, 'aloud', '2 people')
    const heard = ada.waitForVoice()
    await ask(page, 'run touch approved.txt')
    await isAsked(ada)
    await heard
    await ada.openMicrophone()
    await expect.poll(() => existsSync(join(workspace, 'approved.txt')), SPEECH_TIMEOUT).toBe(true)
    await expect(page.getByRole('region', { name: /Run a command/ })).toHaveCount(0)
  } finally {
    await ada.close()
  }
})
