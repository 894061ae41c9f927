// Commands about the numbers that the window puts on everything the user can press.
import { requestView, type CommandTable } from './command.ts'

const NUMBERS = '(numbers|numbers on everything|number labels|labels|badges)'
const PRESS = '(click|press|push|tap|hit|activate|focus)'
const CHOOSE = '(choose|pick|take|select|open|use|go to)'
const NUMBER = '(number|no|no.|badge|label|button|link)'

export const numberCommands = {
  'numbers.show': {
    title: 'Show numbers on everything you can press',
    keys: ['Alt+N'],
    palette: 'Window',
    phrases: [
      `(show|display|turn on|put up|give|bring up) [me] [the|all] ${NUMBERS}`,
      '(number|label) everything',
      'numbers [on]',
      'what can i (click|press|click on) [here]',
    ],
    mishearings: [
      [/^(?:show|shows|shown|shall|so|sho|chow) (?:me )?(?:number|numbers|numbness)$/, 'show numbers'],
    ],
    help: { row: 'The window', say: 'show numbers' },
    action: requestView('numbers.show'),
    done: 'Numbers shown',
  },
  'numbers.hide': {
    title: 'Hide the numbers',
    phrases: [
      `(hide|remove|turn off|clear|take away|get rid of) [the|all|these|those] ${NUMBERS}`,
      'numbers off',
      'no [more] numbers',
    ],
    mishearings: [[/^(?:hide|hides|hi|high|height) (?:the )?(?:number|numbers)$/, 'hide numbers']],
    action: requestView('numbers.hide'),
    done: 'Numbers hidden',
  },
  'number.press': {
    title: 'Press what has a number',
    phrases: [`${PRESS} [on] [the] [${NUMBER}] {line}`],
    phrasesWithNumbers: [`[${CHOOSE}] [the] ${NUMBER} {line}`, `[${CHOOSE}] {line}`],
    needs: 'numbers',
    action: requestView('number.press'),
    done: 'Number {number}',
  },
} as const satisfies CommandTable
