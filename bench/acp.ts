// What Parley adds to a coding agent over ACP: for each update, until the first word is painted, and to a start without any
// agent. The bare official client receives the same frames in turn.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Page } from '@playwright/test'
import { repository } from '../build/repository.ts'
import { createEmitter } from '../src/base/emitter.ts'
import type { Brain, BrainEvent } from '../src/core/ports/brain.ts'
import { readyBrain } from '../src/shared/brain-status.ts'
import { brainOnAgent } from '../test/peers/acp/brain-on-agent.ts'
import { openBareClient } from './acp-bare.ts'
import { openBarePage } from './bare-page.ts'
import { watchFor } from './event-to-pixel.ts'
import { alternate, median, ms, type Figure } from './measure.ts'
import { openStage } from './stage.ts'

const ROUNDS = 9
const UPDATES = 5000
const FIRST_WORDS = 20
const WARM_UPS = 3
const AGENT = join(import.meta.dirname, 'acp-agent.ts')

export async function benchAcp(browser: Browser): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  writeFileSync(join(folder, 'README.md'), 'alpha\n'.repeat(20))
  const settings = { acpAgent: 'custom', acpCommand: `"${process.execPath}" "${AGENT}"` }
  const ours = await brainOnAgent({ settings, folder, records: false })
  await ours.ready()
  const bare = await openBareClient(process.execPath, [AGENT], folder)
  const figures = [
    ...(await eachUpdate(ours, bare)),
    ...(await firstWord(browser, ours, bare)),
    await startWithoutAgent(folder),
  ]
  await ours.close()
  await bare.close()
  rmSync(folder, { recursive: true, force: true })
  return figures
}

type Ours = Awaited<ReturnType<typeof brainOnAgent>>
type Bare = Awaited<ReturnType<typeof openBareClient>>

async function eachUpdate(ours: Ours, bare: Bare): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, kind] of [
    ['a piece of a reply from an agent, received', 'words'],
    ['an update of an agent’s command, received and published', 'commands'],
    ['an update of a file that an agent reads, received and shown', 'reads'],
  ] as const) {
    const words = `bench ${kind} ${UPDATES}`
    const times = await alternate(
      ROUNDS,
      () => worked(() => turnOf(ours.brain, words)),
      () => worked(() => bare.ask(words)),
    )
    const each = (all: readonly number[]): string => `${((median(all) / UPDATES) * 1000).toFixed(0)} µs`
    figures.push({
      what,
      ours: each(times.ours),
      peer: `${each(times.peer)} bare official client${kind === 'reads' ? ' that reads the file' : ''}`,
      ratio: median(times.ours) / median(times.peer),
    })
  }
  return figures
}

function turnOf(brain: Brain, text: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = brain.onEvent(({ type }) => {
      if (type !== 'run.ended' && type !== 'run.failed') return
      stop()
      resolve()
    })
    brain.ask({ runId: randomUUID(), text })
  })
}

/** The processor time of this thread during `work`, in milliseconds: the agent runs elsewhere. */
async function worked(work: () => Promise<void>): Promise<number> {
  const from = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(from)
  return (user + system) / 1000
}

/** From the agent's first word of a reply to its paint: Parley's brain, the bare client in the same window, and a bare page. */
async function firstWord(browser: Browser, ours: Ours, bare: Bare): Promise<Figure[]> {
  const [stage, bareStage] = [await openStage(browser, ours.brain), await openStage(browser, brainOf(bare))]
  const page = await openBarePage(browser)
  const times = { ours: [] as number[], sameWindow: [] as number[], barePage: [] as number[] }
  let n = 0
  const timeTo = async (where: Page, ask: (text: string) => Promise<void>): Promise<number> => {
    const painted = watchFor(where, `painted-${++n}-at-`)
    await painted.ready
    await ask(`bench first ${n}`)
    const at = await painted.at
    const sentAt = /painted-(\d+)-at-([\d.]+)/g
    const all = [...(await where.locator('body').innerText()).matchAll(sentAt)]
    return at - Number(all.findLast(([, number]) => Number(number) === n)?.[2])
  }
  for (let round = 0; round < WARM_UPS + FIRST_WORDS; round++) {
    const took = [
      await timeTo(stage.page, stage.say),
      await timeTo(bareStage.page, bareStage.say),
      await timeTo(page.page, (text) => bare.ask(text, page.send)),
    ] as const
    if (round < WARM_UPS) continue
    times.ours.push(took[0])
    times.sameWindow.push(took[1])
    times.barePage.push(took[2])
  }
  await stage.close()
  await bareStage.close()
  await page.close()
  const figure = (name: string, peer: readonly number[], than: string): Figure => ({
    what: `first word of a reply from an agent, sent to painted, ${name}`,
    ours: ms(median(times.ours)),
    peer: `${ms(median(peer))} ${than}`,
    ratio: median(times.ours) / median(peer),
  })
  return [
    figure('median', times.sameWindow, 'bare official client in the same window'),
    figure('median, whole way', times.barePage, 'bare official client and bare page'),
  ]
}

/** A brain that does nothing but hand on the text of the bare client. */
function brainOf(bare: Bare): Brain {
  const events = createEmitter<[BrainEvent]>()
  return {
    name: 'Bare',
    ask({ runId, text }) {
      bare
        .ask(text, (delta) => events.emit({ type: 'text.appended', runId, delta }))
        .then(() => events.emit({ type: 'run.ended', runId, outcome: 'completed' }))
        .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    },
    abort() {},
    answerApproval() {},
    status: () => readyBrain('Bare'),
    onStatus: () => () => {},
    onEvent: events.on,
    async close() {},
  }
}

/** Counts the modules of the protocol's libraries that a start loads. More than none is an error. */
async function startWithoutAgent(folder: string): Promise<Figure> {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { process.send(url); return next(url, context) } })`
  const server = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(hook)}`,
      join(repository, 'out/main/serve.js'),
      '--workspace',
      folder,
      '--profile',
      join(folder, 'profile'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  const loaded: string[] = []
  server.on('message', (url) => loaded.push(url as string))
  await once(createInterface({ input: server.stdout! }), 'line')
  const over = Promise.all([once(server, 'exit'), once(server, 'disconnect')])
  server.kill()
  await over
  const ofAgents = loaded.filter((url) => /agentclientprotocol|modelcontextprotocol|brains\/acp/.test(url))
  if (loaded.length === 0) throw new Error('The start loaded no modules.')
  if (ofAgents.length > 0) throw new Error(`A start without an agent loads ${ofAgents.join(', ')}.`)
  return {
    what: 'modules of agent protocols among those a start loads',
    ours: String(ofAgents.length),
    peer: `${loaded.length} modules in all`,
    ratio: 0,
  }
}
