// "Run the tests": asks with the exact command, shows what it says while it runs, and says how it ended.
import type { CommandPurpose } from '../../../core/codebase.ts'
import type { IntentOf } from '../../../core/intents/intent.ts'
import { oneFileTests } from '../../../core/one-file-tests.ts'
import { commandSentence } from '../../../core/replies/command-sentence.ts'
import { commandWarning } from '../../../core/replies/command-warning.ts'
import { faultSentence } from '../../../core/replies/fault-sentence.ts'
import { spokenName } from '../../../core/replies/spoken-name.ts'
import { createLiveOutput } from './live-output.ts'
import type { Turn } from './turn.ts'
import { fileInFront } from './which-file.ts'

const CALLED: Record<CommandPurpose, string> = { test: 'tests', lint: 'lint', build: 'build' }

export async function runPurpose({ purpose, only }: IntentOf<'run'>, turn: Turn): Promise<string> {
  const known = await turn.quietly(() => turn.tools.commands())
  if (!known.ok) return faultSentence(known.fault?.code)
  const command = known.value.commands.find((one) => one.purpose === purpose)
  if (command === undefined) {
    return `I cannot tell how ${purpose === 'test' ? 'the tests are' : `${CALLED[purpose]} is`} run here. Say run, and the exact command.`
  }
  if (only === undefined) return run(command.command, purpose, turn)
  const about = only === 'this' ? fileInFront(turn) : only
  if (about === null) return 'No file is in front of you. Open one first, or name it.'
  const file = await testFile(only === 'this' ? spokenName(about) : about, turn)
  if (file === null) return 'I found no tests for that. Say run the tests for all of them.'
  const alone = oneFileTests(known.value.commands, file)
  if (alone !== null) return run(alone, purpose, turn)
  return `The tests of ${spokenName(file)} cannot be run alone here. Say run the tests for all of them.`
}

/** "The parser" is tested in parser.test.ts, if that is there. */
async function testFile(only: string, turn: Turn): Promise<string | null> {
  for (const name of [`${only} test`, `test ${only}`, `${only} spec`, only]) {
    const found = await turn.quietly((signal) => turn.tools.glob(name, { signal }))
    if (found.ok && found.value.best !== null) return found.value.best
  }
  return null
}

export async function runScript(name: string, turn: Turn): Promise<string> {
  const known = await turn.quietly(() => turn.tools.commands())
  if (!known.ok) return faultSentence(known.fault?.code)
  const wanted = squash(name)
  const script = known.value.scripts.find((one) => squash(one.name) === wanted)
  if (script !== undefined) return run(script.command, 'other', turn)
  return 'I know no script of that name. Say run the command, and its exact words.'
}

const squash = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

export const runCommand = (command: string, turn: Turn): Promise<string> => run(command, 'other', turn)

async function run(command: string, purpose: CommandPurpose | 'other', turn: Turn): Promise<string> {
  const warning = commandWarning(command)
  const allowed = await turn.mayI({
    kind: 'command',
    title: purpose === 'other' ? 'Run a command' : `Run the ${CALLED[purpose]}`,
    action: command.slice(0, 20_000),
    ...(turn.tools.root !== null && { folder: turn.tools.root }),
    ...(warning !== null && { warning }),
  })
  if (!allowed) return 'All right, I did not run it.'

  const done = await turn.use('Bash', { command }, async (signal, callId) => {
    const live = createLiveOutput((content) => {
      if (signal.aborted) return
      turn.show(
        { kind: 'code', title: `$ ${command}`.slice(0, 200), content, language: 'plaintext' },
        `${callId}:output`,
      )
    })
    try {
      return await turn.tools.run(command, { signal, onOutput: (text) => live.add(text) })
    } finally {
      live.end()
    }
  })
  return done.result === null
    ? faultSentence(done.ok ? undefined : done.fault?.code)
    : commandSentence(done.result, purpose)
}
