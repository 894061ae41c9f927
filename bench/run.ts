// npm run bench: runs the benchmarks, prints the figures and writes them to bench/figures.md. With arguments
// (npm run bench -- diff code), only those; the other figures stay as they are.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../build/built.ts'
import { provideDisplay } from '../build/display.ts'
import { repository } from '../build/repository.ts'
import { provideSystemPackages } from '../build/system-packages.ts'
import { benchAcp } from './acp.ts'
import { benchChunking } from './chunking.ts'
import { benchCodeOpen } from './code-open.ts'
import { benchDescribe } from './describe.ts'
import { benchDiffPaint } from './diff-paint.ts'
import { benchEventToPixel } from './event-to-pixel.ts'
import { benchGateways } from './gateways.ts'
import { benchIndex } from './index.ts'
import { benchLiveKit } from './livekit.ts'
import { benchLiveKitAgents } from './livekit-agents.ts'
import type { Figure } from './measure.ts'
import { benchReview } from './review.ts'
import { benchMemory } from './memory.ts'
import { benchPackaged } from './packaged.ts'
import { benchSpeechRecognizer } from './speech-recognizer.ts'
import { benchSpeechRest } from './speech-rest.ts'
import { benchSpeechTurn } from './speech-turn.ts'
import { benchSpeechVoice } from './speech-voice.ts'
import { benchOpenClaw } from './openclaw.ts'
import { benchStart } from './start.ts'
import { benchStreaming } from './streaming.ts'
import { launchChromium } from './stage.ts'
import { benchWorkspace } from './workspace.ts'

// Another app may use the default port.
process.env['GATEWAY_PORT'] = '0'
const missing = provideSystemPackages()
if (missing) throw new Error(missing)
ensureBuilt()
const stopDisplay = await provideDisplay()
const browser = await launchChromium()
const benches = [
  ['chunking', benchChunking],
  ['event to pixel', benchEventToPixel],
  ['memory', benchMemory],
  ['streaming', benchStreaming],
  ['hearing', benchSpeechRecognizer],
  ['speaking', benchSpeechVoice],
  ['talking', benchSpeechTurn],
  ['resting', benchSpeechRest],
  ['diff', benchDiffPaint],
  ['describing', benchDescribe],
  ['reviewing', benchReview],
  ['code', benchCodeOpen],
  ['start', benchStart],
  ['packaged', benchPackaged],
  ['workspace', benchWorkspace],
  ['index', benchIndex],
  ['openclaw', benchOpenClaw],
  ['acp', benchAcp],
  ['livekit', benchLiveKit],
  ['livekit agents', benchLiveKitAgents],
  ['gateways', benchGateways],
] as const
const wanted = process.argv.slice(2)
const unknown = wanted.filter((word) => !benches.some(([name]) => name.includes(word)))
if (unknown.length > 0) throw new Error(`There is no benchmark called ${unknown.join(', ')}.`)

const file = join(repository, 'bench', 'figures.md')
const sections = readSections(file)
for (const [name, bench] of benches) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
  process.stderr.write(`measuring ${name}…\n`)
  sections.set(name, tableOf(await bench(browser)))
}
await browser.close()
stopDisplay()

const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, ${process.platform}`
const page = `# Figures

Written by \`npm run bench\`. Both sides of a ratio are measured in one run on one machine, so ratios compare; the bare
numbers do not. A section that was not measured again stays as it was and may come from another or a busier machine.

Last measured on ${machine}.

${benches.flatMap(([name]) => (sections.has(name) ? [`## ${name}\n\n${sections.get(name)}\n`] : [])).join('\n')}`
process.stdout.write(page)
writeFileSync(file, page)
// LiveKit's library, once loaded, keeps the process alive.
process.exit(0)

function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, ours, peer, ratio, atMost }) => {
    const shown = ratio === null ? '–' : atMost ? `under ${ratio.toFixed(3)}` : ratio.toFixed(2)
    return `| ${what} | ${ours} | ${peer} | ${shown} |`
  })
  return ['| figure | Parley | compared with | ratio |', '|---|---|---|---|', ...rows].join('\n')
}

/** Figures of earlier runs, by name. */
function readSections(path: string): Map<string, string> {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const parts = text.split(/^## /m).slice(1)
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n')
      return [part.slice(0, end), part.slice(end).trim()]
    }),
  )
}
