// Opens the profile: settings, log, recent and trusted folders, secrets. Parley logs problems with its files and
// reports them to the user once.
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { combineMishaps, type Mishap } from '../../core/app/crash-record.ts'
import type { Fault } from '../../shared/errors.ts'
import { openLogFile, type LogFile } from '../storage/log-file.ts'
import { makeProfileFolder } from '../storage/profile-folder.ts'
import { openRecentFolders, type RecentFolders } from '../storage/recent-folders.ts'
import { openSecrets, type Keychain, type SecretStore } from '../storage/secret-store.ts'
import { openSettings, type SettingsStore } from '../storage/settings-store.ts'
import { openTrustedFolders, type TrustedFolders } from '../storage/trusted-folders.ts'
import { systemClock } from './clock.ts'
import type { CommandLine } from './command-line.ts'
import { createLog, type Log } from './log.ts'

export interface Profile {
  settings: SettingsStore
  log: Log
  logFile: LogFile
  recent: RecentFolders
  trusted: TrustedFolders
  secrets: SecretStore
  onProblem(fault: Fault): void
  /** The problems since the last call. */
  takeProblems(): Mishap | null
}

interface Deps {
  profile: string
  commandLine: CommandLine
  /** The folders to trust for this start. */
  trustAtStart: readonly string[]
  keychain: Keychain | null
}

export async function openProfile({ profile, commandLine, trustAtStart, keychain }: Deps): Promise<Profile> {
  // Without its folder Parley cannot start, so this comes first.
  await makeProfileFolder(profile)
  let problems: Fault[] = []
  const settings = await openSettings(profile, commandLine, (fault) => void problems.push(fault))
  const logFile = openLogFile(join(profile, 'logs'))
  const log = createLog({
    settings: settings.get,
    write(line) {
      process.stderr.write(line)
      logFile.write(line)
    },
    now: systemClock.now,
  })
  const logProblem = ({ code, message }: Fault): void =>
    log('warn', 'profile problem', { code, pii: { message } })
  problems.forEach(logProblem)
  function onProblem(fault: Fault): void {
    problems.push(fault)
    logProblem(fault)
  }
  const recent = await openRecentFolders(profile, onProblem)
  const trusted = await openTrustedFolders({
    profile,
    recent: recent.list().map(({ path }) => path),
    onProblem,
  })
  for (const folder of trustAtStart) {
    const root = await realpath(folder).catch(() => null)
    if (root !== null) trusted.trustForThisRun(root)
  }
  const secrets = await openSecrets({
    profile,
    keychain,
    useFile: settings.get().keepSecrets === 'file',
    onError: (error) => log('error', 'secrets', { pii: { error: String(error) } }),
    onProblem,
  })
  return {
    settings,
    log,
    logFile,
    recent,
    trusted,
    secrets,
    onProblem,
    takeProblems() {
      const taken = problems
      problems = []
      return combineMishaps(taken)
    },
  }
}
