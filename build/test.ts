// npm test: everything that must hold, with one line at the end that counts it all.
//   --only check|unit|peers|e2e   a part of it        --demand-all   what cannot run here fails instead of being skipped
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
const reports = join(repository, '.cache', 'reports')
const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
const wants = (part: string): boolean => only === null || only === part

interface How {
  /** What it prints comes all together at its end, since others print meanwhile. */
  aside?: boolean
  env?: NodeJS.ProcessEnv
}

/** Runs it and passes on what it prints. */
function run(
  name: string,
  command: string,
  parameters: string[],
  { aside = false, env = {} }: How = {},
): Promise<boolean> {
  if (!aside) process.stdout.write(`\n— ${name}\n`)
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: repository,
      stdio: aside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    })
    const printed: Buffer[] = []
    child.stdout?.on('data', (data: Buffer) => printed.push(data))
    child.stderr?.on('data', (data: Buffer) => printed.push(data))
    const end = (succeeded: boolean): void => {
      if (aside) process.stdout.write(`\n— ${name}\n${Buffer.concat(printed).toString('utf8')}`)
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
  const holds = await run(name, command, parameters)
  count(name, { passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0 }, [])
}

async function checks(): Promise<void> {
  await check('format', 'prettier', '--check', '--log-level', 'warn', '.')
  await check('lint', 'oxlint', '--type-aware', '--deny-warnings')
  await check('types', 'node', 'build/typecheck.ts')
  await check('dead code', 'knip', '--no-progress')
  await check('generated docs', 'node', 'build/docs.ts', '--check')
}

const demanded = demandAll ? { PARLEY_DEMAND_ALL: '1' } : {}

async function vitest(name: string, report: string, how: How, ...parameters: string[]): Promise<void> {
  const path = join(reports, report)
  rmSync(path, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const succeeded = await run(name, 'vitest', ['run', ...parameters, ...reporters], { ...how, env: demanded })
  const { tally, reasons } = readReport(path, 'vitest', succeeded)
  count(name, tally, reasons)
}

const unit = (): Promise<void> => vitest('unit, contract and integration', 'vitest.json', {})
const peers = (): Promise<void> =>
  vitest('real peers', 'peers.json', { aside: true }, '--root=.', '--config=test/peers/vitest.config.ts')

async function playwright(name: string, report: string, ...parameters: string[]): Promise<void> {
  const path = join(reports, `${report}.json`)
  rmSync(path, { force: true })
  const output = `--output=${join(repository, '.cache', report)}`
  const succeeded = await run(name, 'playwright', ['test', '-c', 'test/e2e', output, ...parameters], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path, ...demanded },
  })
  const { tally, reasons } = readReport(path, 'playwright', succeeded)
  count(name, tally, reasons)
}

/** Whether there can be windows here at all; what is missing is said. */
function canHaveWindows(): boolean {
  const missing = provideSystemPackages()
  if (!missing || demandAll) return true
  process.stdout.write(`\n— end to end\nSKIPPED: ${missing}\n`)
  total.skipped += 1
  return false
}

const inProjects = (...names: string[]): string[] => names.map((name) => `--project=${name}`)

const endToEnd = (): Promise<void> =>
  playwright('end to end', 'e2e', ...inProjects('electron', 'browser', 'packaged'))

const withSound = (): Promise<void> =>
  playwright(
    'end to end, with sound',
    'e2e-sound',
    '--workers=1',
    ...inProjects('electron sound', 'browser sound', 'packaged sound'),
  )

mkdirSync(reports, { recursive: true })
if (wants('unit') || wants('e2e')) ensureBuilt()
// Programs of others are fetched and built once, for both who need them, while everything else goes on.
const provided =
  wants('peers') || wants('e2e')
    ? run('programs of others', 'node', ['test/peers/provide.ts'], { aside: true })
    : Promise.resolve(true)
let windows = false
await Promise.all([
  // Peers mostly wait: for their gateways, and for time to pass.
  wants('peers') ? provided.then(peers) : null,
  (async () => {
    if (wants('check')) await checks()
    if (wants('unit')) await unit()
    await provided
    windows = wants('e2e') && canHaveWindows()
    // Not beside the unit tests: windows want the machine.
    if (windows) await endToEnd()
  })(),
])
// Sound runs in real time, and does not wait for a machine that is busy with something else: it is damaged then.
if (windows) await withSound()

if (demandAll && total.skipped > 0) {
  failures.push(`${total.skipped} skipped, and nothing may be`)
  total.failed += total.skipped
}
process.stdout.write(
  `\n${failures.map((line) => (line.startsWith(' ') ? `${line}\n` : `FAILED: ${line}\n`)).join('')}`,
)
process.stdout.write(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
)
process.exit(total.failed > 0 ? 1 : 0)
