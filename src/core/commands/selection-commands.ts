// Commands that select in what is shown. Most ways to say them depend on what is on screen: core/pointing understands those.
import { requestView, type CommandTable } from './command.ts'

export const selectionCommands = {
  'lines.select': {
    title: 'Select a line',
    phrases: ['(select|highlight) [the] line [number] {line}'],
    needs: 'artifact',
    help: { row: 'Look around', say: 'select line 40' },
    action: requestView('lines.select'),
    done: 'Selected line {number}',
  },
  'selection.clear': {
    title: 'Select nothing',
    phrases: [
      '(select|highlight) nothing',
      '(deselect|unselect) [all|it|that|everything]',
      'clear [the|my] selection',
    ],
    needs: 'artifact',
    action: requestView('selection.clear'),
    done: 'Nothing selected',
  },
} as const satisfies CommandTable
