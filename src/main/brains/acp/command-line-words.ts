// Splits a command into words as a POSIX shell would, because the command is started without one. Whatever only a shell
// can do is an error: done differently, it would surprise the user.
import { FaultError } from '../../../shared/errors.ts'

const OPERATORS = '|&;<>()\n\r'
/** What a backslash takes its meaning from between double quotes. */
const ESCAPED_IN_QUOTES = '$`"\\\n'

export function commandLineWords(command: string): string[] {
  const words: string[] = []
  /** Null between words; a word may be empty: ''. */
  let word: string | null = null
  let at = 0

  function quoted(quote: string): string {
    let text = ''
    for (at++; at < command.length; at++) {
      const character = command[at]!
      if (character === quote) return text
      if (quote === '"' && character === '\\' && ESCAPED_IN_QUOTES.includes(command[at + 1] ?? ' ')) {
        at++
        if (command[at] !== '\n') text += command[at]!
      } else if (quote === '"' && expands(character, command[at + 1])) throw notExpanded(character)
      else text += character
    }
    throw badCommand(`A quotation mark (${quote}) is not closed.`, `Add the missing ${quote}.`)
  }

  for (; at < command.length; at++) {
    const character = command[at]!
    if (character === ' ' || character === '\t') {
      if (word !== null) words.push(word)
      word = null
    } else if (character === "'" || character === '"') word = (word ?? '') + quoted(character)
    else if (character === '\\') {
      at++
      if (at === command.length)
        throw badCommand('It ends with a backslash.', 'Remove the backslash at the end.')
      if (command[at] !== '\n') word = (word ?? '') + command[at]!
    } else if (OPERATORS.includes(character) || (character === '#' && word === null)) {
      const shown = character === '\n' || character === '\r' ? 'a line break' : `“${character}”`
      throw badCommand(
        `It contains ${shown}, which only a shell understands.`,
        'Name one program and its arguments, or put the commands in a script and name that.',
      )
    } else if (expands(character, command[at + 1])) throw notExpanded(character)
    else if (character === '~' && word === null) throw notExpanded('~')
    else word = (word ?? '') + character
  }
  if (word !== null) words.push(word)
  const [program] = words
  if (program === undefined || program === '')
    throw badCommand('It names no program.', 'Enter the program and its arguments, such as: goose acp')
  if (/^[A-Za-z_]\w*=/.test(program))
    throw badCommand(
      'It begins with a variable.',
      'Begin it with env, as in: env NAME=value program. Or list the variable under the environment variables.',
    )
  if (command.includes('\0')) throw badCommand('It contains a null character.', 'Remove that character.')
  return words
}

/** A lone $, as in 5$, has no meaning in a shell either. */
const expands = (character: string, next = ''): boolean =>
  character === '`' || (character === '$' && /[\w{(@*#?!$'"-]/.test(next))

const notExpanded = (character: string): FaultError =>
  badCommand(
    `It contains “${character}”, which only a shell replaces.`,
    character === '~'
      ? 'Write the whole path of your home folder instead.'
      : `Write the value itself, or put the “${character}” between single quotes.`,
  )

const badCommand = (why: string, remedy: string): FaultError =>
  new FaultError('agent_command', `Parley cannot read the command of the coding agent. ${why}`, remedy)
