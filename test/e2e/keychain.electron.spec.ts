// Secrets in a real system keychain: they survive a restart, and no file contains them in plain text.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canStartKeychain } from '../../build/system-packages.ts'
import { startFakeGateway } from '../fakes/fake-gateway.ts'
import { startKeyring } from './keyring.ts'
import { expect, test } from './parley-fixture.ts'
import { statusBar } from './user-actions.ts'

test.skip(process.platform !== 'linux', 'On other systems, the only keychain is the user’s own.')
test.skip(
  !canStartKeychain() && !process.env['PARLEY_DEMAND_ALL'],
  'no keychain can be started here: apt-get install gnome-keyring dbus',
)

const stopping: (() => Promise<void>)[] = []
test.afterEach(async () => {
  for (const stop of stopping.splice(0).toReversed()) await stop()
})

test('the keychain encrypts the token and the device key, and both survive a restart', async ({
  launch,
  profile,
}) => {
  const keyring = await startKeyring()
  stopping.push(keyring.stop)
  const gateway = await startFakeGateway({
    answer: ({ method, params }) =>
      method === 'connect' &&
      !['the-right-one', 'given'].includes((params['auth'] as { token?: string } | undefined)?.token ?? '')
        ? {
            error: { code: 'INVALID_REQUEST', message: 'no', details: { code: 'AUTH_TOKEN_MISSING' } },
            close: 1008,
          }
        : undefined,
  })
  stopping.push(gateway.stop)
  const open = () =>
    launch({
      args: ['--brain', 'openclaw', '--openclaw-host', '127.0.0.1', '--openclaw-port', String(gateway.port)],
      env: keyring.env,
      flags: ['--password-store=gnome-libsecret'],
    })
  const connected = () => {
    const { params } = gateway.asked.findLast(({ method }) => method === 'connect')!
    return params as { auth: { token: string }; device: { id: string } }
  }

  const first = await open()
  const card = first.page.getByRole('region', { name: 'The gateway needs its token' })
  await card.getByLabel('Gateway token').fill('the-right-one')
  await card.getByRole('button', { name: 'Save' }).click()
  const works = { name: 'Agent: OpenClaw', exact: true } as const
  await expect(statusBar(first.page).getByRole('button', works)).toBeVisible()
  const before = connected()
  expect(before.auth.token).toBe('the-right-one')
  await first.page.getByRole('button', { name: 'Settings' }).click()
  await expect(first.page.getByRole('dialog', { name: 'Settings' })).toContainText('A token is set.')
  await first.stop()

  const stored = JSON.parse(await readFile(join(profile, 'secrets.json'), 'utf8')) as {
    how: string
    secrets: Record<string, string>
  }
  expect(stored.how).toBe('sealed')
  const names = Object.keys(stored.secrets)
  for (const name of ['openclaw.device-key', 'openclaw.token', 'openclaw.device-token'])
    expect(names).toContainEqual(expect.stringContaining(name))
  for (const entry of await readdir(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1')
    for (const secret of ['the-right-one', 'PRIVATE KEY'])
      expect(text.includes(secret), `${entry.name} has ${secret}`).toBe(false)
  }

  const second = await open()
  await expect(statusBar(second.page).getByRole('button', works)).toBeVisible()
  const after = connected()
  expect(after.device.id).toBe(before.device.id)
  // The device uses the token that the gateway issued, and it is stored too.
  expect(after.auth.token).toBe('given')
  await second.page.getByRole('button', { name: 'Settings' }).click()
  await expect(second.page.getByRole('dialog', { name: 'Settings' })).toContainText('A token is set.')
})
