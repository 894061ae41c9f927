// From the start to a text box: the app in Electron compared with an empty Electron window, and browser mode compared with an
// empty page, in one run.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { _electron, type Browser } from '@playwright/test'
import { testElectron } from '../build/electron-runtime.ts'
import { repository } from '../build/repository.ts'
import { alternate, median, ms, type Figure } from './measure.ts'

const ROUNDS = 5

export async function benchStart(browser: Browser): Promise<Figure[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  writeFileSync(join(scratch, 'README.md'), '# Bench\n')
  const figures = [await inBrowser(browser, scratch), ...(await inElectron(scratch))]
  rmSync(scratch, { recursive: true, force: true })
  return figures
}

async function inBrowser(browser: Browser, scratch: string): Promise<Figure> {
  const open = async (script: string[], ready: string): Promise<number> => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const from = performance.now()
    const server = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'ignore'] })
    await page.goto(await urlOf(server))
    await page.locator(ready).waitFor()
    const took = performance.now() - from
    await context.close()
    server.kill()
    await once(server, 'exit')
    return took
  }
  const bare = `const s=require('http').createServer((q,r)=>r.end('<!doctype html><textarea></textarea>')).listen(0,'127.0.0.1',()=>console.log(JSON.stringify({url:'http://127.0.0.1:'+s.address().port})))`
  const times = await alternate(
    ROUNDS,
    () =>
      open(
        [join(repository, 'out/main/serve.js'), '--workspace', scratch, '--profile', join(scratch, 'p')],
        'textarea',
      ),
    () => open(['-e', bare], 'textarea'),
  )
  return {
    what: 'start to a text box, browser mode',
    ours: ms(median(times.ours)),
    peer: `${ms(median(times.peer))} bare Node server and page`,
    ratio: median(times.ours) / median(times.peer),
  }
}

async function inElectron(scratch: string): Promise<Figure[]> {
  const electron = await testElectron()
  if (electron.tag === 'absent' || (process.platform === 'linux' && !process.env['DISPLAY'])) return []
  const empty = writeEmptyApp(join(scratch, 'empty.cjs'))
  const open = async (args: string[]): Promise<number> => {
    const from = performance.now()
    const running = await _electron.launch({
      executablePath: electron.path,
      args,
      chromiumSandbox: process.getuid?.() !== 0,
    })
    const page = await running.firstWindow()
    await page.locator('textarea').waitFor()
    const took = performance.now() - from
    await running.close()
    return took
  }
  const times = await alternate(
    ROUNDS,
    () => open([repository, '--workspace', scratch, '--profile', join(scratch, 'e')]),
    () => open([empty, `--user-data-dir=${join(scratch, 'u')}`]),
  )
  return [
    {
      what: 'start to a text box, Electron',
      ours: ms(median(times.ours)),
      peer: `${ms(median(times.peer))} empty Electron window`,
      ratio: median(times.ours) / median(times.peer),
    },
  ]
}

/** The smallest app: one window with one text box. */
function writeEmptyApp(file: string): string {
  const window =
    "new BrowserWindow({ width: 1280, height: 800 }).loadURL('data:text/html,<textarea></textarea>')"
  writeFileSync(
    file,
    `const { app, BrowserWindow } = require('electron'); app.whenReady().then(() => ${window})`,
  )
  return file
}

async function urlOf(server: ChildProcess): Promise<string> {
  const [line] = (await once(createInterface({ input: server.stdout! }), 'line')) as [string]
  return (JSON.parse(line) as { url: string }).url
}
