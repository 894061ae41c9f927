// Commands about the diff in front.
import { changeSetting, requestView, type CommandTable } from './command.ts'

const CHANGE = '(hunk|change|edit|difference|diff|chunk|modification)'

// What recognizers write for words that give them little to go by.
const HEARD_HUNK = '(?:hunk|hunks|hunt|hump|honk|honke|hunch|hank|hulk|punk|hung|hunck|hunky|bunk)'
export const HEARD_PREVIOUS = "(?:previous|previews|previous's|privious|breathy is|breathiest|prevous)"
export const HEARD_THIS = '(?:this|that|the|his|these)'

export const diffCommands = {
  'hunk.next': {
    title: 'Next hunk',
    keys: ['J', 'N', 'F7'],
    palette: 'Changes',
    phrases: [
      `[(go|move|jump|skip|step) [on|forward] to|show [me]] [the] (next|following) ${CHANGE}`,
      '(next|skip) [this] hunk',
    ],
    phrasesInDiff: ['[the] next [one]'],
    mishearings: [[new RegExp(`^next ${HEARD_HUNK}$`), 'next hunk']],
    needs: 'diff',
    help: { row: 'Look around', say: 'next hunk' },
    action: requestView('hunk.next'),
    done: 'Next hunk',
  },
  'hunk.previous': {
    title: 'Previous hunk',
    keys: ['K', 'P', 'Shift+F7'],
    palette: 'Changes',
    phrases: [
      `[(go|move|jump|step) [back] to|show [me]] [the] (previous|prior|preceding) ${CHANGE}`,
      '[go] back (one|a) (hunk|change)',
    ],
    phrasesInDiff: ['[the] previous [one]'],
    mishearings: [[new RegExp(`^${HEARD_PREVIOUS} ${HEARD_HUNK}$`), 'previous hunk']],
    needs: 'diff',
    action: requestView('hunk.previous'),
    done: 'Previous hunk',
  },
  'file.next': {
    title: 'Next file',
    keys: ['Shift+J', 'Shift+N'],
    palette: 'Changes',
    phrases: [
      '[(go|move|jump|skip) [on] to|show [me]|open] [the] (next|following) file [in (the|this) diff]',
    ],
    mishearings: [[/^next (?:file|files|vile|fire)$/, 'next file']],
    needs: 'diff',
    action: requestView('file.next'),
    done: 'Next file',
  },
  'file.previous': {
    title: 'Previous file',
    keys: ['Shift+K', 'Shift+P'],
    palette: 'Changes',
    phrases: [
      '[(go|move|jump) [back] to|show [me]|open] [the] (previous|prior|preceding) file [in (the|this) diff]',
    ],
    mishearings: [[new RegExp(`^${HEARD_PREVIOUS} (?:file|final|files|vile)$`), 'previous file']],
    needs: 'diff',
    action: requestView('file.previous'),
    done: 'Previous file',
  },
  'hunk.keep': {
    title: 'Keep the hunk',
    keys: ['Y'],
    palette: 'Changes',
    phrases: [
      'keep (it|this|that|(this|that|the) (hunk|change|edit|one|chunk))',
      '(accept|approve) (this|that|the) (hunk|change|edit)',
    ],
    mishearings: [
      [new RegExp(`^(?:keep|deep|kept|keeps) ${HEARD_THIS} ${HEARD_HUNK}$`), 'keep this hunk'],
      [/^(?:key pit|keypad|keep in|keep at|keep eat|keepit)$/, 'keep it'],
    ],
    needs: 'diff',
    action: requestView('hunk.keep'),
    done: 'Kept the hunk',
  },
  'hunk.revert': {
    title: 'Revert the hunk',
    keys: ['R'],
    palette: 'Changes',
    phrases: [
      '(revert|reject|discard|drop|throw away|undo|take (out|back)|remove|roll back) [this|that|the|the current] [current] (hunk|chunk|piece|block)',
      '(revert|reject|discard) (it|this|that|(this|that) (change|edit|one)|the change)',
      '(revert|discard) (this|that|the) (part|bit)',
    ],
    // It changes the file, so nothing else may pass for "revert".
    mishearings: [[new RegExp(`^revert ${HEARD_THIS} ${HEARD_HUNK}$`), 'revert this hunk']],
    needs: 'diff',
    help: { row: 'Look around', say: 'revert this hunk' },
    action: requestView('hunk.revert'),
    done: 'Reverting the hunk',
  },
  'diffs.side_by_side': {
    title: 'Show diffs side by side',
    phrases: [
      '[show [me]] [the|all] (diff|diffs) side by side',
      '[use|switch to|change to] [the|a] (side by side|side-by-side|split) (diff|diffs|view|layout)',
    ],
    action: changeSetting({ diffLayout: 'side-by-side' }),
    done: 'Diffs are side by side',
  },
  'diffs.unified': {
    title: 'Show diffs in one column',
    phrases: [
      '[show [me]] [the|all] (diff|diffs) (in one column|unified|inline)',
      '[use|switch to|change to] [the|a] (unified|inline|one column|single column) (diff|diffs|view|layout)',
    ],
    action: changeSetting({ diffLayout: 'unified' }),
    done: 'Diffs are in one column',
  },
  'layout.toggle': {
    title: 'Show diffs side by side or unified',
    palette: 'Changes',
    action: { type: 'setting.next', key: 'diffLayout', values: ['side-by-side', 'unified'] },
  },
} as const satisfies CommandTable
