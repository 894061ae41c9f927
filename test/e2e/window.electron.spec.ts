// Electron's security checklist, asked of the real window.
import { ROOM_PORT_MESSAGE, type ParleyPreload } from '../../src/shared/ipc-channels.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, statusBar, transcript } from './user-actions.ts'

declare global {
  interface Window {
    parley?: ParleyPreload
  }
}

test('the window keeps to Electron’s security checklist', async ({ launch }) => {
  test.slow()
  // Fake devices always exist, so only Parley can refuse them.
  const { page, electron } = await launch({ args: ['--use-fake-device-for-media-stream'] })

  await test.step('the window is sandboxed and isolated, and its page has no Node', async () => {
    const preferences = await electron!.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      // Not in the type definitions, but the only way to read the preferences in effect.
      const { webContents } = window as unknown as {
        webContents: { getLastWebPreferences(): Record<string, unknown> }
      }
      return webContents.getLastWebPreferences()
    })
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    })
    expect(
      await page.evaluate(() => [
        typeof globalThis.process,
        typeof (globalThis as { require?: unknown }).require,
      ]),
    ).toEqual(['undefined', 'undefined'])
    expect(await page.evaluate(() => Object.keys(window.parley ?? {}))).toEqual(['request', 'onEvent'])
  })

  await test.step('the page comes from its own scheme with its policy, and no other file can be read', async () => {
    expect(page.url()).toBe('app://parley/')
    const { policy, statuses } = await page.evaluate(async () => {
      const paths = ['/../package.json', '/%2e%2e/main/index.js', '/../../../etc/passwd', '/nothing.js']
      const answers = await Promise.all(paths.map((path) => fetch(`app://parley${path}`)))
      const own = await fetch('app://parley/')
      return {
        policy: own.headers.get('content-security-policy'),
        statuses: answers.map(({ status }) => status),
      }
    })
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe-eval')
    expect(statuses).toEqual([404, 404, 404, 404])
  })

  await test.step('the policy blocks inline scripts, eval and requests to other hosts', async () => {
    const outcome = await page.evaluate(async () => {
      const inline = document.createElement('script')
      try {
        // The policy refuses the string; if it accepted it, the script would still be inline.
        inline.textContent = 'window.inlineRan = true'
      } catch {
        inline.append('window.inlineRan = true')
      }
      document.body.append(inline)
      const attempts = {
        inline: (window as { inlineRan?: boolean }).inlineRan === true,
        eval: false,
        fetch: true,
        file: true,
      }
      // In a later task of the page: code that a test injects directly is exempt from the policy.
      attempts.eval = await new Promise<boolean>((resolve) => {
        setTimeout(() => {
          try {
            // oxlint-disable-next-line typescript/no-implied-eval -- that it fails is what is tested
            resolve(Boolean(new Function('return true')()))
          } catch {
            resolve(false)
          }
        })
      })
      attempts.fetch = await fetch('http://127.0.0.1:9/').then(
        () => true,
        () => false,
      )
      attempts.file = await fetch('file:///etc/passwd').then(
        () => true,
        () => false,
      )
      return attempts
    })
    expect(outcome).toEqual({ inline: false, eval: false, fetch: false, file: false })
  })

  await test.step('the page has only the permissions for the microphone and for writing to the clipboard', async () => {
    const states = await page.evaluate(async () => {
      const names = [
        'microphone',
        'camera',
        'geolocation',
        'notifications',
        'clipboard-read',
        'midi',
      ] as const
      const asked = await Promise.all(
        names.map(async (name) => [
          name,
          (await navigator.permissions.query({ name: name as PermissionName })).state,
        ]),
      )
      return Object.fromEntries(asked) as Record<string, string>
    })
    expect(states).toEqual({
      microphone: 'granted',
      camera: 'denied',
      geolocation: 'denied',
      notifications: 'denied',
      'clipboard-read': 'denied',
      midi: 'denied',
    })
  })

  await test.step('every requested permission except the microphone is refused', async () => {
    const outcomes = await page.evaluate(async () => {
      const settled = async (asked: Promise<unknown>): Promise<string> =>
        asked.then(
          (value) => String(value),
          (error: Error) => error.name,
        )
      return {
        microphone: await settled(navigator.mediaDevices.getUserMedia({ audio: true })),
        camera: await settled(navigator.mediaDevices.getUserMedia({ video: true })),
        both: await settled(navigator.mediaDevices.getUserMedia({ video: true, audio: true })),
        screen: await settled(navigator.mediaDevices.getDisplayMedia({ video: true })),
        place: await settled(
          new Promise((resolve, reject) => {
            navigator.geolocation.getCurrentPosition(resolve, ({ code }) =>
              reject(Object.assign(new Error(), { name: `code ${code}` })),
            )
          }),
        ),
        notices: await settled(Notification.requestPermission()),
      }
    })
    expect(outcomes).toMatchObject({
      microphone: '[object MediaStream]',
      camera: 'NotAllowedError',
      both: 'NotAllowedError',
      place: 'code 1',
      notices: 'denied',
    })
    expect(outcomes.screen).toMatch(/NotAllowedError|NotSupportedError|InvalidStateError/)
  })

  await test.step('only Parley’s own page gets answers, and only to valid requests', async () => {
    const replies = await page.evaluate(async () => {
      const { request } = window.parley!
      return {
        fine: await request('settings.read', null),
        misshapen: await request('workspace.open', { path: 7 }),
        unknown: await request('app.exit', null),
      }
    })
    expect(replies.fine).toMatchObject({ ok: true })
    expect(replies.misshapen).toMatchObject({ ok: false, fault: { code: 'bad_request' } })
    expect(replies.unknown).toMatchObject({ ok: false, fault: { code: 'bad_request' } })

    // The same preload in a foreign page: its requests are refused.
    const stranger = await electron!.evaluate(async ({ app, BrowserWindow }) => {
      const preload = `${app.getAppPath()}/out/preload/index.cjs`
      const other = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true },
      })
      await other.loadURL('data:text/html,<title>stranger</title>')
      const reply = (await other.webContents.executeJavaScript(
        "window.parley.request('settings.read', null)",
      )) as unknown
      other.destroy()
      return reply
    })
    expect(stranger).toMatchObject({ ok: false, fault: { code: 'unauthorized' } })
  })

  await test.step('web links open, links that could start a program do not', async () => {
    await electron!.evaluate(({ shell }) => {
      const opened: string[] = []
      Object.assign(globalThis, { opened })
      shell.openExternal = async (url) => void opened.push(url)
    })
    await page.evaluate(async () => {
      for (const url of [
        'file:///etc/passwd',
        'javascript:alert(1)',
        'smb://host/share',
        'not a url',
        'https://example.org/a',
      ]) {
        await window.parley!.request('link.open', { url })
      }
    })
    expect(await electron!.evaluate(() => (globalThis as { opened?: string[] }).opened)).toEqual([
      'https://example.org/a',
    ])
  })

  await test.step('garbage on a message port does no harm', async () => {
    // The page has received its own port by then, so the next one belongs to this request.
    await expect(statusBar(page).getByRole('button', { name: 'Room: Local room' })).toBeVisible()
    await page.evaluate(async (portMessage) => {
      const port = new Promise<MessagePort>((resolve) => {
        window.addEventListener('message', ({ data, ports: [given] }) => {
          if (data === portMessage && given) resolve(given)
        })
      })
      await window.parley!.request('room.join', null)
      const opened = await port
      opened.start()
      for (const garbage of [
        'text',
        null,
        { kind: 'data' },
        new Uint8Array([1, 2, 3]),
        new Uint8Array(2_000_000),
      ])
        opened.postMessage(garbage)
    }, ROOM_PORT_MESSAGE)
    await ask(page, 'open tide.py')
    await expect(transcript(page)).toContainText('Here is')
  })

  await test.step('the window cannot navigate away or open another window', async () => {
    // Last: a locator waits for a navigation to end, even for one that was refused.
    await page.evaluate(() => {
      location.href = 'http://127.0.0.1:9/elsewhere'
    })
    await page.evaluate(() => {
      location.href = 'file:///etc/passwd'
    })
    expect(await page.evaluate(() => window.open('https://example.org/'))).toBeNull()
    expect(page.url()).toBe('app://parley/')
    expect(await electron!.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })
})
