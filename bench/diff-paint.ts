// From a diff's arrival to its first hunk painted, and the longest frame on the way, against plain diff2html and
// @git-diff-view/react drawing the same diff in the same browser.
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { build, preview } from 'vite'
import { repository } from '../build/repository.ts'
import { median, ms, preciseNow, type Figure } from './measure.ts'
import { openStage } from './stage.ts'

const ROUNDS = 3

export async function benchDiffPaint(browser: Browser): Promise<Figure[]> {
  const others = await servePages()
  const stage = await openStage(browser)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(others.url)
  const figures: Figure[] = []
  for (const [size, lines] of [
    ['14 KB', 200],
    ['200 KB', 3_000],
    ['2 MB', 30_000],
  ] as const) {
    const ours: Painted[] = []
    for (let round = 0; round < ROUNDS; round++)
      ours.push(await drawOurs(stage, diffOf(lines, `${size} ${round}`)))
    const first = median(ours.map((painted) => painted.first))
    const gap = Math.max(...ours.map(({ longest }) => longest))
    figures.push({
      what: `longest frame while a ${size} diff is drawn`,
      ours: ms(gap),
      peer: '50 ms limit',
      ratio: gap / 50,
    })
    // Above this size the others take longer than anybody waits.
    const peers = lines > 3_000 ? [] : (['diff2html', 'gitDiffView'] as const)
    if (peers.length === 0)
      figures.push({
        what: `first hunk of a ${size} diff`,
        ours: ms(first),
        peer: '150 ms limit',
        ratio: first / 150,
      })
    for (const peer of peers) {
      const theirs: number[] = []
      for (let round = 0; round < ROUNDS; round++)
        theirs.push((await drawOther(page, peer, diffOf(lines, `${peer} ${round}`))).first)
      figures.push({
        what: `first hunk of a ${size} diff`,
        ours: ms(first),
        peer: `${ms(median(theirs))} ${peer === 'diff2html' ? 'plain diff2html' : '@git-diff-view/react'}`,
        ratio: first / median(theirs),
      })
    }
  }
  await page.close()
  await stage.close()
  await others.close()
  return figures
}

interface Painted {
  first: number
  longest: number
}

async function drawOurs(
  stage: Awaited<ReturnType<typeof openStage>>,
  { diff, marker }: Sample,
): Promise<Painted> {
  await stage.page.bringToFront()
  const { runId, emit } = await stage.openTurn()
  const call = { callId: marker, name: 'Bash', args: { command: 'git diff' } }
  emit({ type: 'tool.started', runId, call })
  await startWatching(stage.page, marker)
  const from = preciseNow()
  emit({ type: 'tool.ended', runId, call, outcome: { ok: true, output: { text: diff, details: { diff } } } })
  const painted = await finishWatching(stage.page)
  emit({ type: 'run.ended', runId, outcome: 'completed' })
  return { first: painted.at - from, longest: painted.longest }
}

async function drawOther(page: Page, peer: string, { diff, marker }: Sample): Promise<Painted> {
  await page.bringToFront()
  await page.evaluate('clear()')
  await startWatching(page, marker)
  const from = await page.evaluate(
    ([name, text]) => {
      const now = performance.timeOrigin + performance.now()
      ;(window as unknown as { draw(peer: string, diff: string): void }).draw(name!, text!)
      return now
    },
    [peer, diff],
  )
  const painted = await finishWatching(page)
  return { first: painted.at - from, longest: painted.longest }
}

/** Watches for the marker on screen, and for frames that take long, for two seconds after it came. */
async function startWatching(page: Page, marker: string): Promise<void> {
  await page.evaluate((text) => {
    const painted = new Promise<{ at: number; longest: number }>((resolve) => {
      let at = 0
      let longest = 0
      let last = performance.now()
      const frame = (): void => {
        const now = performance.now()
        longest = Math.max(longest, now - last)
        last = now
        if (at === 0 && document.body.textContent.includes(text)) at = performance.timeOrigin + now
        if (at > 0 && performance.timeOrigin + now - at > 2_000) resolve({ at, longest })
        else requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
    })
    Object.assign(window, { painted })
  }, marker)
}

const finishWatching = (page: Page): Promise<{ at: number; longest: number }> =>
  page.evaluate(() => (window as unknown as { painted: Promise<{ at: number; longest: number }> }).painted)

interface Sample {
  diff: string
  /** Stands in the first hunk. */
  marker: string
}

/** A change over several files, with its marker in the first line. */
function diffOf(lines: number, name: string): Sample {
  const marker = `marker ${name}`
  const perFile = 1_000
  const files = Array.from({ length: Math.ceil(lines / perFile) }, (_, file) => {
    const count = Math.min(perFile, lines - file * perFile)
    const path = `src/module-${file}/part.ts`
    const body = Array.from({ length: count }, (_unused, n) => {
      const text = `  const value${n} = compute(${n}, { deep: true }) // ${n === 0 && file === 0 ? marker : 'a line of code'}`
      return n % 5 === 4 ? `-${text}\n+${text} changed` : n === 0 && file === 0 ? `+${text}` : ` ${text}`
    })
    const added = body
      .join('\n')
      .split('\n')
      .filter((line) => line.startsWith('+')).length
    const removed = body
      .join('\n')
      .split('\n')
      .filter((line) => line.startsWith('-')).length
    const kept = body.join('\n').split('\n').length - added - removed
    return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,${kept + removed} +1,${kept + added} @@\n${body.join('\n')}\n`
  })
  return { diff: files.join(''), marker }
}

async function servePages(): Promise<{ url: string; close(): Promise<void> }> {
  const root = join(repository, 'bench/pages')
  const outDir = join(repository, '.cache/bench-pages')
  const shared = { root, configFile: false, logLevel: 'error' } as const
  await build({ ...shared, build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 4096 } })
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() }
}
