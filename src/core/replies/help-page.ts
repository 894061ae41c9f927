// What can be said to the built-in agent, as a page. The README has the same table.

interface Saying {
  for: string
  /** Any other words for the same will do as well. */
  say: readonly string[]
}

export const sayings: readonly Saying[] = [
  {
    for: 'Open',
    say: [
      'open the session manager',
      'show me lines forty to sixty of config dot ts',
      'go to line 42',
      'open the test for client dot ts',
    ],
  },
  {
    for: 'Find',
    say: [
      'find retry in the src folder',
      'where is the retry policy defined',
      'who calls parse header',
      'which files import the logger',
      'find every to do',
    ],
  },
  {
    for: 'Understand',
    say: [
      'what does parse header do',
      'summarise this file',
      'summarise this repository',
      'list the functions in this file',
    ],
  },
  {
    for: 'Measure',
    say: [
      'which functions are the longest',
      'what are the biggest files',
      'how many lines of code are there',
      'how many python files are there',
    ],
  },
  {
    for: 'Changes',
    say: [
      'what changed',
      'what is the status',
      'show me the staged changes',
      'show the diff of client dot ts',
      'compare main and develop',
      'show me the last commit',
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
    say: ['run the tests', 'run the tests for this file', 'run npm run build', 'what scripts are there'],
  },
  {
    for: 'Change',
    say: [
      'replace timeout with deadline in client dot ts',
      'rename parse header to read header',
      'create a file called notes dot md',
      'write a summary to tasks summary',
      'undo that',
    ],
  },
  {
    for: 'Look around',
    say: ['next hunk', 'revert this hunk', 'next tab', 'go back', 'scroll down', 'the second one'],
  },
  { for: 'Talk', say: ['read it out', 'say that again', 'where am I', 'stop', 'what can you do'] },
]

const said = (words: readonly string[]): string => words.map((one) => `“${one}”`).join(', ')

export const sayingRow = ({ for: what, say }: Saying): string => `| ${what} | ${said(say)} |`

export function helpPage(): string {
  return `# What you can say

Any words that mean the same will do. File names may be spoken or typed: “config dot ts” is config.ts. What changes files or
runs commands asks first.

| to | say, for instance |
| :--- | :--- |
${sayings.map((saying) => `${sayingRow(saying)}\n`).join('')}`
}
