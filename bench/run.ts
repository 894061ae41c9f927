// npm run bench: measures everything there is a figure for, prints it, and writes it to bench/figures.md.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../build/built.ts'
import { provideDisplay } from '../build/display.ts'
import { repository } from '../build/repository.ts'
import { provideSystemPackages } from '../build/system-packages.ts'
import { benchChunking } from './chunking.ts'
import { benchDiffPaint } from './diff-paint.ts'
import { benchEventToPixel } from './event-to-pixel.ts'
import type { Figure } from './measure.ts'
import { benchMemory } from './memory.ts'
import { benchOpenClaw } from './openclaw.ts'
import { benchStart } from './start.ts'
import { benchStreaming } from './streaming.ts'
import { launchChromium } from './stage.ts'
import { benchWorkspace } from './workspace.ts'

const missing = provideSystemPackages()
if (missing) throw new Error(missing)
ensureBuilt()
const stopDisplay = await provideDisplay()
const browser = await launchChromium()
const figures: Figure[] = []
for (const [name, bench] of [
  ['chunking', benchChunking],
  ['event to pixel', benchEventToPixel],
  ['memory', benchMemory],
  ['streaming', benchStreaming],
  ['diff paint', benchDiffPaint],
  ['start', benchStart],
  ['workspace', benchWorkspace],
  ['openclaw', benchOpenClaw],
] as const) {
  process.stderr.write(`measuring ${name}…\n`)
  figures.push(...(await bench(browser)))
}
await browser.close()
stopDisplay()

const table = [
  '| what | ours | beside it | ratio |',
  '|---|---|---|---|',
  ...figures.map(({ what, ours, peer, ratio }) => `| ${what} | ${ours} | ${peer} | ${ratio.toFixed(2)} |`),
].join('\n')
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, ${process.platform}`
const page = `# Figures\n\nWritten by \`npm run bench\`. Ratios are taken in one run on one machine and compare; the bare numbers do not.\n\nMeasured on ${machine}.\n\n${table}\n`
process.stdout.write(page)
writeFileSync(join(repository, 'bench', 'figures.md'), page)
