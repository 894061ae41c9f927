// Which settings git may use. A repository's configuration can name programs and files of all kinds, and each version of
// git adds more. So this file lists the harmless settings, and all others are overridden.
import { FaultError } from '../../shared/errors.ts'

export type Setting = readonly [key: string, value: string]

interface ListedSetting {
  /** Set by the repository, not by the user or the system. */
  foreign: boolean
  key: string
  value: string
  /** False if the key is not valid UTF-8: then it cannot be passed on, and so not be overridden. */
  exact: boolean
}

/** Always overridden, whether set or not. */
export const FIXED_SETTINGS: readonly Setting[] = [
  // A folder that looks like a bare repository can be part of an ordinary clone, with a configuration from the project.
  ['safe.bareRepository', 'explicit'],
  ['protocol.allow', 'never'],
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  // Checking a signature runs another program.
  ['log.showSignature', 'false'],
  // An empty value clears what the files before it said; git still reads them, so `runGit` checks them.
  ['blame.ignoreRevsFile', ''],
  // A comparison writes nothing.
  ['diff.autoRefreshIndex', 'false'],
  // File names stay readable; only those that would break a line are quoted.
  ['core.quotePath', 'false'],
  // An empty context line keeps its space, or other programs could not read the diff.
  ['diff.suppressBlankEmpty', 'false'],
  ['i18n.logOutputEncoding', 'UTF-8'],
]

/** These name neither a program nor a file nor a connection, or apply only if we ask for it. */
const HARMLESS: readonly RegExp[] = [
  /^(?:advice|author|branch|color|column|commitgraph|committer|extensions|feature|i18n|index|pack|status|user)\./,
  // Git uses these only from the user or the system. Overriding would empty the user's list.
  /^safe\./,
  /^core\.(?:abbrev|autocrlf|bare|bigfilethreshold|checkroundtripencoding|checkstat|commentchar|commentstring|commitgraph|compression|deltabasecachelimit|disambiguate|eol|filemode|filesreflocktimeout|fscache|fsync|fsyncmethod|fsyncobjectfiles|hidedotfiles|ignorecase|ignorestat|logallrefupdates|longpaths|loosecompression|maxtreedepth|multipackindex|packedgitlimit|packedgitwindowsize|packedrefstimeout|precomposeunicode|preloadindex|protecthfs|protectntfs|repositoryformatversion|safecrlf|sharedrepository|sparsecheckout|sparsecheckoutcone|splitindex|symlinks|trustctime|untrackedcache|usereplacerefs|warnambiguousrefs|whitespace)$/,
  // Git reads it too early to override it, so it is checked instead.
  /^core\.worktree$/,
  /^diff\.(?:algorithm|colormoved|colormovedws|context|dirstat|dstprefix|ignoresubmodules|indentheuristic|interhunkcontext|mnemonicprefix|noprefix|relative|renamelimit|renames|srcprefix|statgraphwidth|statnamewidth|submodule|wordregex|wserrorhighlight)$/,
  /^diff\.[^]+\.(?:algorithm|binary|funcname|wordregex|xfuncname)$/,
  /^log\.(?:abbrevcommit|date|decorate|diffmerges|excludedecoration|follow|graphcolors|initialdecorationset|mailmap|showroot)$/,
  /^blame\.(?:blankboundary|coloring|date|markignoredlines|markunblamablelines|showemail|showroot)$/,
  /^merge\.(?:conflictstyle|directoryrenames|renamelimit|renames)$/,
  /^remote\.[^]+\.(?:fetch|mirror|prune|prunetags|push|pushurl|tagopt|url)$/,
  /^submodule\.[^]+\.(?:active|branch|ignore|url)$/,
]

/** Harmless from the user or the system, but not from the repository. */
const OWN = /^(?:core\.(?:attributesfile|excludesfile)|include\.path|includeif\.[^]+\.path|mailmap\.file)$/
const INCLUDE = /^include(?:if)?\./

/** Git rejects an empty value for these. */
const NEUTRAL = new Map([['diff.orderfile', '/dev/null']])

/** More than anybody sets, and less than the environment can hold. */
const MAX_OVERRIDDEN = 2000
const MAX_KEY_BYTES = 4096

export interface GuardedSettings {
  overridden: Setting[]
  /** The repository names the folder of its files. */
  namesWorktree: boolean
  /** The user's own configuration includes files, whose settings are not in this list. */
  includes: boolean
  /** The files that `git blame` reads because the repository names them. No other setting keeps git from that. */
  blameReads: string[]
}

/** Reads the output of `git config --list --null --show-scope`. */
export function guardSettings(output: Buffer): GuardedSettings {
  const settings = readSettings(output)
  const overridden = new Map<string, string>()
  for (const { key, foreign, exact } of settings) {
    if (foreign && INCLUDE.test(key)) {
      throw refused(
        'The git configuration of this repository includes other files.',
        'Move their settings into your own git configuration, or into the repository’s .git/config.',
      )
    }
    if (HARMLESS.some((harmless) => harmless.test(key)) || (!foreign && OWN.test(key))) continue
    if (!exact || Buffer.byteLength(key) > MAX_KEY_BYTES) {
      throw refused('The git configuration has a setting that cannot be overridden.')
    }
    const own = OWN.test(key) ? settings.findLast((one) => one.key === key && !one.foreign)?.value : undefined
    overridden.set(key, own ?? NEUTRAL.get(key) ?? '')
  }
  if (overridden.size > MAX_OVERRIDDEN) throw refused('The git configuration has too many settings.')
  return {
    overridden: [...overridden],
    namesWorktree: settings.some(({ key, foreign }) => foreign && key === 'core.worktree'),
    includes: settings.some(({ key }) => INCLUDE.test(key)),
    blameReads: settings
      .filter(({ key, foreign, value }) => foreign && key === 'blame.ignorerevsfile' && value !== '')
      .map(({ value }) => value),
  }
}

function readSettings(output: Buffer): ListedSetting[] {
  const settings: ListedSetting[] = []
  const fields = splitAtNul(output)
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const scope = (fields[at] as Buffer).toString('latin1')
    const field = fields[at + 1] as Buffer
    const newline = field.indexOf(0x0a)
    const bytes = newline === -1 ? field : field.subarray(0, newline)
    const key = bytes.toString('utf8')
    settings.push({
      foreign: scope !== 'system' && scope !== 'global' && scope !== 'command',
      key,
      value: newline === -1 ? '' : field.toString('utf8', newline + 1),
      exact: Buffer.from(key).equals(bytes),
    })
  }
  return settings
}

function splitAtNul(bytes: Buffer): Buffer[] {
  const fields: Buffer[] = []
  let from = 0
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, from)) {
    fields.push(bytes.subarray(from, end))
    from = end + 1
  }
  return fields
}

/** Git does not run at all. */
export function refused(
  why: string,
  remedy = 'Use git in a terminal if you trust this repository.',
): FaultError {
  return new FaultError('git_failed', `${why} Parley does not run git here.`, remedy)
}
