// From the arrival of a diff to its first hunk on screen, and the longest task of the page on the way and during fast
// scrolling, compared with plain diff2html and @git-diff-view/react in the same run.
import type { Browser, Page } from '@playwright/test'
import { openBarePage, type BarePage } from './bare-page.ts'
import { benchDiffUpdate } from './diff-update.ts'
import { heldWhile, type Held } from './main-thread.ts'
import { median, ms, preciseNow, type Figure } from './measure.ts'
import { watchForText } from './painted.ts'
import { openPeerPages, type PeerPages } from './peer-pages.ts'
import { openStage, type Stage } from './stage.ts'
import { toolEnded } from '../test/fakes/tool-ended.ts'

const ROUNDS = 5
const PEER_ROUNDS = 2
/** Gives up on a peer that takes longer. */
const PEER_SECONDS = 20
/** Limits below which a user notices no stall, and does not wait for the first hunk. */
const TASK_LIMIT_MS = 50
const FIRST_HUNK_LIMIT_MS = 150

const sizes = [
  ['100 kB', 1_350],
  ['2 MB', 27_000],
] as const

const peers = [
  ['diff2html', 'plain diff2html'],
  ['gitDiffView', '@git-diff-view/react'],
] as const

export async function benchDiffPaint(browser: Browser): Promise<Figure[]> {
  const pages = await openPeerPages()
  const stage = await openStage(browser)
  const barePage = await openBarePage(browser)
  const figures: Figure[] = []
  for (const [size, lines] of sizes) {
    const ours: Drawn[] = []
    const bare: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await drawOurs(stage, diffOf(lines, `ours ${size} ${round}`)))
      bare.push(await sendBare(barePage, diffOf(lines, `bare ${size} ${round}`)))
    }
    const first = median(ours.map((drawn) => drawn.first))
    const worst = {
      cpu: Math.max(...ours.map(({ held }) => held.cpu)),
      clock: Math.max(...ours.map(({ held }) => held.clock)),
    }
    figures.push(
      limited(`first hunk of a ${size} diff, from the agent`, first, FIRST_HUNK_LIMIT_MS),
      compared(
        `first hunk of a ${size} diff, from the agent`,
        first,
        median(bare),
        'bare WebSocket to bare page',
      ),
      ...taskFigures(`longest task while a ${size} diff is drawn, worst of ${ROUNDS}`, worst),
    )
    for (const [peer, name] of peers) {
      const theirs = await drawPeer(pages, peer, lines)
      figures.push(
        compared(
          `first hunk of a ${size} diff`,
          first,
          theirs && median(theirs.map((drawn) => drawn.first)),
          name,
        ),
        taskCompared(cpuOf(ours), theirs && cpuOf(theirs), name),
      )
    }
    figures.push(
      ...taskFigures(`longest task scrolling fast through a ${size} diff`, await scrollFast(stage)),
    )
  }
  figures.push(...(await benchDiffUpdate(stage)))
  await stage.close()
  await barePage.close()
  await pages.close()
  return figures
}

/** Sends the same text to a page that only shows its beginning. */
async function sendBare(bare: BarePage, { diff, marker }: Sample): Promise<number> {
  const painted = await watchForText(bare.page, marker)
  const from = preciseNow()
  bare.send(diff)
  return (await painted.at) - from
}

interface Drawn {
  first: number
  held: Held
}

/** The typical longest task. Limits are checked against the worst one instead. */
const cpuOf = (some: readonly Drawn[]): number => median(some.map(({ held }) => held.cpu))

const limited = (what: string, value: number, limit: number): Figure => ({
  what,
  ours: ms(value),
  peer: `${limit} ms limit`,
  ratio: value / limit,
})

const taskFigures = (what: string, { cpu, clock }: Held): Figure[] => [
  limited(`${what}, processor time`, cpu, TASK_LIMIT_MS),
  limited(`${what}, by the clock`, clock, TASK_LIMIT_MS),
]

function compared(what: string, ours: number, theirs: number | null, name: string): Figure {
  if (theirs !== null) return { what, ours: ms(ours), peer: `${ms(theirs)} ${name}`, ratio: ours / theirs }
  const ratio = ours / (PEER_SECONDS * 1000)
  return { what, ours: ms(ours), peer: `over ${PEER_SECONDS} s ${name}`, ratio, atMost: true }
}

/** Null if the peer did not finish. */
function taskCompared(ours: number, theirs: number | null, name: string): Figure {
  const what = 'longest task drawing it, processor time, median'
  if (theirs !== null) return compared(what, ours, theirs, name)
  return { what, ours: ms(ours), peer: `not done after ${PEER_SECONDS} s, ${name}`, ratio: null }
}

async function drawOurs(stage: Stage, { diff, marker }: Sample): Promise<Drawn> {
  const { runId, emit } = await stage.openTurn()
  const call = { callId: marker, name: 'Bash', args: { command: 'git diff' } }
  emit({ type: 'tool.started', runId, call })
  const { result, held } = await heldWhile(stage.page, async () => {
    const painted = await watchForText(stage.page, marker, '.diff-text')
    const from = preciseNow()
    emit(toolEnded(runId, call, { ok: true, output: { text: diff, details: { diff } } }))
    const first = (await painted.at) - from
    // Reading the rest is part of drawing it.
    await stage.page.waitForTimeout(2_000)
    return first
  })
  emit({ type: 'run.ended', runId, outcome: 'completed' })
  return { first: result, held }
}

async function drawPeer(pages: PeerPages, peer: string, lines: number): Promise<Drawn[] | null> {
  const drawn: Drawn[] = []
  for (let round = 0; round < PEER_ROUNDS; round++) {
    const { diff, marker } = diffOf(lines, `${peer} ${lines} ${round}`)
    const one = await pages.within('other-diffs.html', PEER_SECONDS, async (page) => {
      const { result, held } = await heldWhile(page, async () => {
        const painted = await watchForText(page, marker)
        const from = await draw(page, peer, diff)
        return (await painted.at) - from
      })
      return { first: result, held }
    })
    if (!one) return null
    drawn.push(one)
  }
  return drawn
}

/** Draws in a separate task, so that the page knows when it started. */
const draw = (page: Page, peer: string, diff: string): Promise<number> =>
  page.evaluate(
    ([name, text]) => {
      const { draw: begin } = window as unknown as { draw(peer: string, diff: string): void }
      setTimeout(() => begin(name!, text!))
      return performance.timeOrigin + performance.now()
    },
    [peer, diff],
  )

/** Scrolls the last diff by wheel and to both ends. */
async function scrollFast(stage: Stage): Promise<Held> {
  const { page } = stage
  const box = (await page.locator('.diff-scroll:visible').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const { held } = await heldWhile(page, async () => {
    for (let turn = 0; turn < 120; turn++) await page.mouse.wheel(0, turn < 60 ? 1_200 : -1_200)
    for (const end of ['End', 'Home', 'End']) {
      await page.locator('.diff-scroll:visible').press(end)
      await page.waitForTimeout(300)
    }
  })
  return held
}

interface Sample {
  diff: string
  /** A text in the first hunk. */
  marker: string
}

/** A change to several files, with the marker in the first line. */
function diffOf(lines: number, name: string): Sample {
  const marker = `marker ${name}`
  const perFile = 1_000
  const files = Array.from({ length: Math.ceil(lines / perFile) }, (_, file) => {
    const path = `src/module-${file}/part.ts`
    const count = Math.min(perFile, lines - file * perFile)
    const body = Array.from({ length: count }, (_unused, n) => {
      const note = n === 0 && file === 0 ? marker : 'a line of code'
      const text = `  const value${n} = compute(${n}, { deep: true }) // ${note}`
      return n % 5 === 4 ? [`-${text}`, `+${text} changed`] : [` ${text}`]
    }).flat()
    const without = (sign: string): number => body.filter((line) => !line.startsWith(sign)).length
    const heading = `@@ -1,${without('+')} +1,${without('-')} @@`
    return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${heading}\n${body.join('\n')}\n`
  })
  return { diff: files.join(''), marker }
}
