// "Run the tests": finds the command, runs it once the user approves, and says how it ended.
import type { Workspace } from '../../../core/ports/workspace.ts'
import type {
  CommandPurpose,
  CommandResult,
  ProjectCommand,
  ProjectScript,
} from '../../../core/tools/codebase.ts'
import { PURPOSE_LABELS, runCommandTool } from '../../../core/tools/run-command.ts'
import type { IntentOf } from '../../../core/understanding/intent.ts'
import { oneTestCommand, testCommand } from '../../../core/tools/test-command.ts'
import { type TestFailure, testFailures } from '../../../core/tools/test-failures.ts'
import { commandSentence, failureReason } from '../../../core/understanding/replies/command-sentence.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import { type Choice, failureMeant } from './dialogue.ts'
import type { Turn } from './turn.ts'
import { openFailedTest } from './open-file.ts'
import { isServerCommand, startServer } from './serve.ts'
import { fileNamed, NO_FILE_SHOWN, shownFile } from './resolve-file.ts'

const SHELL = process.platform === 'win32' ? 'cmd' : 'sh'
const NONE_FAILED = 'No test failed in the last run, as far as I can tell.'
const NOTHING_RAN = 'I have not run anything yet in this conversation.'

export async function runPurpose({ purpose, only }: IntentOf<'run'>, turn: Turn): Promise<string> {
  const known = await turn.look(projectCommands)
  if (!known.ok) return faultSentence(known.fault?.code)
  const command = known.value.commands.find((one) => one.purpose === purpose)
  if (command === undefined) {
    return `I cannot tell how to run the ${PURPOSE_LABELS[purpose]} here. Say run, and the exact command.`
  }
  if (only === undefined) return runCommand(command.command, turn, purpose)
  const about = only === 'this' ? shownFile(turn) : only
  if (about === null) return NO_FILE_SHOWN
  const file = await testFile(only === 'this' ? spokenName(about) : about, turn)
  if (file === null) return 'I found no tests for that. Say run the tests for all of them.'
  const alone = testCommand(known.value.commands, file, SHELL)
  if (alone !== null) return runCommand(alone, turn, purpose)
  return `I cannot run only the tests of ${spokenName(file)} here. Say run the tests for all of them.`
}

/** The tests of "the parser" are in parser.test.ts, if that exists. */
async function testFile(only: string, turn: Turn): Promise<string | null> {
  for (const name of [`${only} test`, `test ${only}`, `${only} spec`, only]) {
    const file = await fileNamed(name, turn)
    if (file !== null) return file
  }
  return null
}

export async function runScript(name: string, turn: Turn): Promise<string> {
  const known = await turn.look(projectCommands)
  if (!known.ok) return faultSentence(known.fault?.code)
  const wanted = squash(name)
  const script = known.value.scripts.find((one) => squash(one.name) === wanted)
  if (script !== undefined) return runDictated(script.command, turn)
  return 'I know no script of that name. Say run the command, and its exact words.'
}

export async function projectCommands(
  workspace: Workspace,
): Promise<{ commands: ProjectCommand[]; scripts: ProjectScript[] }> {
  const [commands, scripts] = await Promise.all([workspace.projectCommands(), workspace.projectScripts()])
  return { commands, scripts }
}

const squash = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** What runs until it is stopped, runs in the background. */
export async function runDictated(command: string, turn: Turn): Promise<string> {
  return (await isServerCommand(command, turn)) ? startServer(command, turn) : runCommand(command, turn)
}

export async function runCommand(command: string, turn: Turn, purpose?: CommandPurpose): Promise<string> {
  const done = await turn.use(runCommandTool, { command, purpose })
  if (done.ok) return remembered(command, purpose, done.value, turn)
  return done.denied ? 'All right, I did not run it.' : faultSentence(done.fault?.code)
}

function remembered(
  command: string,
  purpose: CommandPurpose | undefined,
  result: CommandResult,
  turn: Turn,
): string {
  const { dialogue } = turn
  const reply = commandSentence(result, purpose ?? 'other')
  const hasFailed = result.exitCode !== 0 && !result.stopped && !result.timedOut
  const failures = hasFailed && (purpose ?? 'test') === 'test' ? testFailures(result.output) : []
  if (failures.length > 0) dialogue.listed = failures.map(testChoice)
  dialogue.ran = { command, purpose, reply, failures, chosen: null, shown: dialogue.shown }
  return reply
}

const testChoice = (failure: TestFailure): Choice => ({
  label: failure.path.at(-1) ?? '',
  file: failure.file ?? '',
  async take(turn) {
    const { ran } = turn.dialogue
    const reply = await openFailedTest(failure, turn)
    if (ran?.failures.includes(failure)) {
      ran.chosen = failure
      // "It" is this failure now, for as long as its place is in front.
      ran.shown = turn.dialogue.shown
    }
    return reply
  },
})

export async function runAgain({ only }: IntentOf<'run_again'>, turn: Turn): Promise<string> {
  const { ran } = turn.dialogue
  if (ran === null) return NOTHING_RAN
  if (only === undefined) {
    return ran.isServer ? startServer(ran.command, turn) : runCommand(ran.command, turn, ran.purpose)
  }
  const failure = failureMeant(ran)
  if (failure === null) return NONE_FAILED
  const alone = oneTestCommand(ran.command, failure, SHELL)
  if (alone !== null) return runCommand(alone, turn, ran.purpose)
  return 'I cannot run that test alone here. Say run it again for all of them.'
}

export function openFailure(turn: Turn): Promise<string> | string {
  const { ran } = turn.dialogue
  if (ran === null) return NOTHING_RAN
  const failure = failureMeant(ran)
  return failure === null ? NONE_FAILED : openFailedTest(failure, turn)
}

export function whyItFailed({ dialogue: { ran } }: Turn): string {
  if (ran === null) return NOTHING_RAN
  const failure = failureMeant(ran)
  if (failure === null) return ran.reply
  const where = failure.file === null ? '' : `, in ${spokenName(failure.file)}`
  const line = failure.line === null ? '' : `, line ${failure.line}`
  return `The test “${failure.path.at(-1)}” failed${where}${line}. ${failureReason(failure)}`.trim()
}
