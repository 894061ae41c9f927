// Two approvals at once, one of them for a guest: each says whose it is, and a key answers only the one in front.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { violations } from './axe.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, statusBar, transcript } from './user-actions.ts'

test('the user approves a guest’s command on the desktop, next to the desktop’s own', async ({ launch }) => {
  const { page, pageErrors } = await launch()
  await statusBar(page)
    .getByRole('button', { name: /^Devices:/ })
    .click()
  await page.getByRole('button', { name: /^(Devices|Pair a device)$/ }).click()
  const devices = page.getByRole('dialog', { name: 'Devices', exact: true })
  await devices.getByRole('radio', { name: 'Glasses' }).check()
  await devices.getByRole('button', { name: 'Make a code' }).click()
  await expect(devices.getByRole('img', { name: /code/ })).toBeVisible()
  const glasses = new WebSocket((await devices.locator('.line-to-copy code').textContent()) ?? '')
  let received = ''
  glasses.on('message', (data: Buffer) => {
    const frame = JSON.parse(String(data)) as { type: string; delta?: string }
    received += frame.delta ?? ''
  })
  await once(glasses, 'open')
  await page.keyboard.press('Escape')

  await ask(page, 'run echo at the desktop')
  const ownCard = page.getByRole('region', { name: /Run a command/ }).first()
  await expect(ownCard).toBeVisible()
  glasses.send(JSON.stringify({ type: 'text', message: 'run echo from the glasses' }))
  const guestCard = page.getByRole('region', { name: /G2 glasses asks/ })
  await expect(guestCard).toContainText('2 of 2')
  await expect(guestCard).toContainText('echo from the glasses')
  await expect(ownCard).toContainText('1 of 2')
  await expect.poll(() => received).toContain('Waiting for approval on the desktop')
  expect(await violations(page, 'two approvals')).toEqual([])
  await page.screenshot({ path: '.cache/e2e/approvals-two.png' })

  // The key answers the card in front, not the one that comes to the front next.
  await expect(ownCard.getByRole('button', { name: /^Run it/ })).toBeEnabled()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('region', { name: /^Run a command/ })).toHaveCount(0)
  await expect(guestCard).not.toContainText('of 2')
  await page.screenshot({ path: '.cache/e2e/approvals-guest.png' })
  // A plain yes does not answer the guest's approval.
  await ask(page, 'okay')
  await expect(transcript(page)).toContainText('okay')
  await expect(guestCard).toBeVisible()
  await guestCard.getByRole('button', { name: /^Run it/ }).click()
  await expect(guestCard).toHaveCount(0)
  await expect.poll(() => received).toContain('Approved on the desktop')
  glasses.close()
  await once(glasses, 'close')
  expect(pageErrors).toEqual([])
})
