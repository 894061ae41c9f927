// Typing in frontends built with LiveKit's unmodified React hooks.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { guestToken } from '../../src/main/rooms/livekit/tokens.ts'
import { openHooksFrontend } from './hooks-frontend.ts'
import { inRoomWith, invitedApprover, isAsked, shown } from './hooks-in-room.ts'
import { withLiveKitServer } from './livekit-fixture.ts'
import { expect, test } from './parley-fixture.ts'
import { quietRoom } from './spoken-conversation.ts'
import { statusBar, tab, transcript } from './user-actions.ts'

test.slow()

const { server, roomEnvironment } = withLiveKitServer()

const guest = async (room: string, name: string) => ({
  url: server().url,
  token: await guestToken(server(), room, { identity: name.toLowerCase(), name }),
})

test('LiveKit’s hooks stay connected through a minute of silence, also after a turn, and show typed text once', async ({
  launch,
  profile,
}) => {
  const { page, pageErrors } = await launch({ env: roomEnvironment('hooks') })
  await inRoomWith(page, 'hooks', '1 person')
  const frontend = await openHooksFrontend(await guest('hooks', 'Ada'), { folder: profile })
  const { status, messages } = frontend
  const isHere = async (): Promise<void> => {
    await expect(status('Connection')).toHaveText('connected')
    await expect(status('Agent')).toHaveText('listening')
    await expect(status('Voice assistant')).toHaveText('listening')
  }
  try {
    await frontend.start()
    await isHere()
    // The hooks check 20 seconds after connecting, on the browser's real clock.
    await frontend.page.waitForTimeout(60_000)
    await isHere()
    await expect(status('Failure')).toBeEmpty()
    // The window does not show "listening": the agent is idle.
    await expect(statusBar(page).getByRole('button', { name: 'Agent state: Ready' })).toBeVisible()

    await frontend.type('open README.md')
    await expect(tab(page, /README/i)).toBeVisible()
    await expect(messages.and(frontend.page.locator('[data-type=agentTranscript]'))).toHaveCount(1)
    await isHere()
    await expect(messages.filter({ hasText: 'open README.md' })).toHaveCount(1)
    // Everybody else sees the typed text.
    await expect(transcript(page)).toContainText('open README.md')
    await frontend.page.waitForTimeout(25_000)
    await isHere()
    await expect(messages.filter({ hasText: 'open README.md' })).toHaveCount(1)
    expect(pageErrors).toEqual([])
  } finally {
    await frontend.close()
  }
})

test('LiveKit’s hooks show an approval, also to a late participant, and an allowed approver answers it', async ({
  launch,
  profile,
  workspace,
}) => {
  const { page, pageErrors } = await launch({ env: roomEnvironment('approvals') })
  await inRoomWith(page, 'approvals', '1 person')
  const done = (): boolean => existsSync(join(workspace, 'approved.txt'))
  const ada = await openHooksFrontend(await invitedApprover(page, 'Ada'), { folder: profile })
  // Their microphone is open, so that the server announces them at once.
  const bo = await openHooksFrontend(await guest('approvals', 'Bo'), {
    folder: profile,
    microphone: quietRoom(5),
  })
  try {
    await ada.start()
    await inRoomWith(page, 'approvals', '2 people')
    await ada.type('run touch approved.txt')
    await isAsked(ada)
    await bo.start()
    await isAsked(bo)
    await bo.type('run it')
    for (const one of shown(bo, /Only the owner of Parley/)) await expect(one).toHaveCount(1)
    const card = page.getByRole('region', { name: /Run a command/ })
    await expect(card).toBeVisible()
    expect(done()).toBe(false)
    await ada.type('run it')
    await expect(card).toHaveCount(0)
    await expect.poll(done).toBe(true)
    await expect(ada.status('Agent')).toHaveText('listening')
    expect(pageErrors).toEqual([])
  } finally {
    await bo.close()
    await ada.close()
  }
})
