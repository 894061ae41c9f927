// Runs the tests and ends with one line that counts them all.
//
//   node build/test.ts          npm test: checks, unit, contract, integration and the main end-to-end stories
//   node build/test.ts --all    npm run test:all: also the second host, audio, real peers and long-running tests
//   node build/test.ts --rest   what --all adds to npm test
//   --only check|unit|peers|e2e limits it to one part
//   --demand-all                fails what cannot run here instead of skipping it
//   --agents                    the real peers include all six coding agents, instead of goose and Gemini CLI
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './built.ts'
import { repository } from './repository.ts'
import { provideSystemPackages } from './system-packages.ts'
import { readReport, type Tally } from './test-digest.ts'

const args = process.argv.slice(2)
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : null
const demandAll = args.includes('--demand-all') || process.env['PARLEY_DEMAND_ALL'] === '1'
if (args.includes('--agents')) process.env['PARLEY_TEST_AGENTS'] = 'all'
const tier = args.includes('--all') ? 'all' : args.includes('--rest') ? 'rest' : 'main'
const runsMain = tier !== 'rest'
const runsRest = tier !== 'main'
const reports = join(repository, '.cache', 'reports')
const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
const times: string[] = []
const wants = (part: string): boolean => only === null || only === part

interface RunOptions {
  /** Prints its output in one block at the end, because other steps print at the same time. */
  buffered?: boolean
  env?: NodeJS.ProcessEnv
}

function run(
  name: string,
  command: string,
  parameters: string[],
  { buffered = false, env = {} }: RunOptions = {},
): Promise<boolean> {
  if (!buffered) process.stdout.write(`\n— ${name}\n`)
  const startedAt = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: repository,
      stdio: buffered ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...(demandAll && { PARLEY_DEMAND_ALL: '1' }), ...env },
      shell: process.platform === 'win32',
    })
    const printed: Buffer[] = []
    child.stdout?.on('data', (data: Buffer) => printed.push(data))
    child.stderr?.on('data', (data: Buffer) => printed.push(data))
    const end = (succeeded: boolean): void => {
      times.push(`${name}: ${Math.round((Date.now() - startedAt) / 1000)} s`)
      if (buffered) process.stdout.write(`\n— ${name}\n${Buffer.concat(printed).toString('utf8')}`)
      resolve(succeeded)
    }
    child.once('error', () => end(false))
    child.once('close', (status) => end(status === 0))
  })
}

function count(name: string, tally: Tally, reasons: string[]): void {
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
  if (tally.failed > 0) failures.push(name, ...reasons.map((why) => `  ${why}`))
}

async function check(name: string, command: string, ...parameters: string[]): Promise<void> {
  const holds = await run(name, command, parameters, { buffered: true })
  count(name, { passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0 }, [])
}

/** Two at a time: each uses one core most of the time. */
async function checks(): Promise<void> {
  await Promise.all([
    check('types', 'node', 'build/typecheck.ts'),
    (async () => {
      await check('format', 'prettier', '--check', '--log-level', 'warn', '.')
      await check('dead code', 'knip', '--no-progress')
      await check('generated docs', 'node', 'build/docs.ts', '--check')
    })(),
  ])
  await check('lint', 'oxlint', '--type-aware', '--deny-warnings')
}

async function vitest(name: string, options: RunOptions, ...parameters: string[]): Promise<void> {
  const path = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`)
  rmSync(path, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const succeeded = await run(name, 'vitest', ['run', ...parameters, ...reporters], options)
  const { tally, reasons } = readReport(path, 'vitest', succeeded)
  count(name, tally, reasons)
}

async function playwright(
  name: string,
  projects: string[],
  stories: 'main' | 'rest',
  ...parameters: string[]
): Promise<void> {
  const report = name.replaceAll(/\W+/g, '-')
  const path = join(reports, `${report}.json`)
  rmSync(path, { force: true })
  const succeeded = await run(
    name,
    'playwright',
    [
      'test',
      '-c',
      'test/e2e',
      `--output=${join(repository, '.cache', report)}`,
      ...projects.map((project) => `--project=${project}`),
      ...parameters,
    ],
    { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path, PARLEY_TEST_STORIES: stories } },
  )
  const { tally, reasons } = readReport(path, 'playwright', succeeded)
  count(name, tally, reasons)
}

/** Whether windows can be opened here. Says what is missing if not. */
function canOpenWindows(): boolean {
  const missing = provideSystemPackages()
  if (!missing || demandAll) return true
  process.stdout.write(`\n— end to end\nSKIPPED: ${missing}\n`)
  total.skipped += 1
  return false
}

async function main(): Promise<void> {
  if (wants('check')) await checks()
  if (wants('unit')) await vitest('unit, contract and integration', {})
  if (!wants('e2e') || !canOpenWindows()) return
  await playwright('main stories', ['electron', 'electron audio', 'packaged audio'], 'main', '--workers=1')
}

async function rest(): Promise<void> {
  // Third-party programs are downloaded and built once, while everything else runs.
  const needsPrograms = wants('peers') || wants('e2e')
  const programs = needsPrograms
    ? run('third-party programs', 'node', ['test/peers/install-peers.ts'], { buffered: true })
    : Promise.resolve(true)
  let windows = false
  await Promise.all([
    // Peer tests mostly wait for servers and for time to pass.
    wants('peers')
      ? programs.then(() =>
          vitest('real peers', { buffered: true }, '--root=.', '--config=test/peers/vitest.config.ts'),
        )
      : null,
    (async () => {
      if (wants('unit')) await vitest('long-running tests', { env: { PARLEY_LONG_TESTS: '1' } })
      await programs
      windows = wants('e2e') && canOpenWindows()
      if (windows) await playwright('end to end', ['electron', 'browser', 'packaged'], 'rest')
    })(),
  ])
  // Audio runs in real time and loses samples on a busy machine, so these tests run alone, one at a time.
  if (windows)
    await playwright(
      'end to end, audio',
      ['electron audio', 'browser audio', 'packaged audio'],
      'rest',
      '--workers=1',
    )
}

mkdirSync(reports, { recursive: true })
if (wants('unit') || wants('e2e')) ensureBuilt()
if (runsMain) await main()
if (runsRest) await rest()

if (demandAll && total.skipped > 0) {
  failures.push(`${total.skipped} skipped, but --demand-all allows none`)
  total.failed += total.skipped
}
process.stdout.write(`\n${times.join(', ')}\n`)
process.stdout.write(
  `\n${failures.map((line) => (line.startsWith(' ') ? `${line}\n` : `FAILED: ${line}\n`)).join('')}`,
)
process.stdout.write(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
)
process.exit(total.failed > 0 ? 1 : 0)
