// The help page: examples of what the built-in agent understands.
import type { CommandTable } from '../../commands/command.ts'
import { commands, helpPhrases } from '../../commands/commands.ts'

interface Saying {
  for: string
  /** Examples; other phrases with the same meaning work as well. */
  say: readonly string[]
}

/** Names of an invented project are in braces: they are no words to offer to somebody with another one. */
const requests: readonly Saying[] = [
  {
    for: 'Open',
    say: [
      'open {the session manager}',
      'show me lines {forty} to {sixty} of {config dot ts}',
      'go to line {42}',
      'open the test for {client dot ts}',
      'open it in my editor',
    ],
  },
  {
    for: 'Find',
    say: [
      'find {retry} in {the src folder}',
      'where is {the retry policy} defined',
      'who calls {parse header}',
      'which files import {the logger}',
      'find every to do',
    ],
  },
  {
    for: 'Ask',
    say: [
      'where do we check that {the user is signed in}',
      'how does {the retry} work',
      'what happens when I call {parse header}',
      'what breaks if I change it',
      'which tests cover it',
      'what about in the docs',
    ],
  },
  {
    for: 'Understand',
    say: [
      'what does {parse header} do',
      'summarise this file',
      'what is this project',
      'what are its dependencies',
      'list the functions in this file',
    ],
  },
  {
    for: 'Measure',
    say: [
      'which functions are the longest',
      'what are the biggest files',
      'how many lines of code are there',
      'how many {python} files are there',
    ],
  },
  {
    for: 'Changes',
    say: [
      'what changed',
      'what is the status',
      'show me the staged changes',
      'show the diff of {client dot ts}',
      'compare {main} and {develop}',
      'show me the last commit',
      'anything risky in my changes',
    ],
  },
  {
    for: 'History',
    say: [
      'who wrote this line',
      'who last touched this file',
      'show me the last commits',
      'what branch am I on',
    ],
  },
  {
    for: 'Run',
    say: [
      'run the tests',
      'why did it fail',
      'run just that one',
      'run the tests for this file',
      'run {npm run build}',
      'what scripts are there',
      'start the dev server',
    ],
  },
  {
    for: 'Change',
    say: [
      'replace {timeout} with {deadline} in {client dot ts}',
      'rename {parse header} to {read header}',
      'create a file called {notes dot md}',
      'write a summary to tasks summary',
      'undo that',
    ],
  },
  {
    for: 'Use git',
    say: [
      'commit this',
      'commit this with the message {fix the tide}',
      'stage this file',
      'create a branch called {high water}',
      'switch to the {main} branch',
      'stash my changes',
    ],
  },
]

const withoutBraces = (say: string): string => say.replaceAll(/[{}]/g, '')

const ABOUT_HERE = ['where am I', 'what can you do']

/** The examples that make sense in any project. */
export const anywhere: readonly string[] = requests
  .flatMap(({ say }) => say)
  .filter((say) => !say.includes('{'))
  .concat(ABOUT_HERE)

/** The rows of the help page: requests to the brain, then the commands of the table. */
export const sayingsOf = (table: CommandTable): readonly Saying[] => [
  ...requests.map(({ for: what, say }) => ({ for: what, say: say.map(withoutBraces) })),
  { for: 'Look around', say: helpPhrases(table, 'Look around') },
  { for: 'The window', say: helpPhrases(table, 'The window') },
  { for: 'Talk', say: [...helpPhrases(table, 'Talk'), ...ABOUT_HERE] },
]

export const sayings = sayingsOf(commands)

const quoted = (phrases: readonly string[]): string => phrases.map((one) => `“${one}”`).join(', ')

export function helpPage(rows: readonly Saying[] = sayings): string {
  return `# What you can say

Other phrases with the same meaning work as well. You can speak or type a file name: “config dot ts” is config.ts. Parley
asks before it changes files or runs commands.

| to | say, for example |
| :--- | :--- |
${rows.map(({ for: what, say }) => `| ${what} | ${quoted(say)} |\n`).join('')}`
}
