// Commands about the diff in front.
import { changeSetting, requestView, runInWindow, type CommandTable } from './command.ts'

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
      `[(go|move|jump|skip|step|take me|bring me|get me|continue) [on|forward] to|show [me]|on to] [the] (next|following) ${CHANGE}`,
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
      `[(go|move|jump|step|take me|bring me|get me) [back] to|show [me]|back to] [the] (previous|prior|preceding) ${CHANGE}`,
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
  'hunk.comment': {
    title: 'Comment on the hunk',
    keys: ['C'],
    palette: 'Changes',
    // What is said after "comment" is the comment itself, which the agent takes down.
    phrases: ['(write|add) a comment [(on|about|for|to) (this|that|the) (hunk|change)]'],
    needs: 'diff',
    action: requestView('hunk.comment'),
    done: 'Write the comment',
  },
  'hunk.undo': {
    title: 'Undo the last decision about a hunk',
    keys: ['Mod+Z'],
    palette: 'Changes',
    phrases: ['undo (the|my|that|this) [last] (revert|keep|decision)'],
    phrasesInDiff: ['(put|bring) (it|that|this) back'],
    needs: 'diff',
    help: { row: 'Look around', say: 'put it back' },
    action: requestView('hunk.undo'),
    done: 'Undoing the decision',
  },
  'hunk.restore': {
    title: 'Undo the decision about this hunk',
    keys: ['U'],
    palette: 'Changes',
    phrases: [
      '(put|bring) (the|that|this) (hunk|change) back',
      '(restore|unrevert|bring back|put back) (the|that|this) (hunk|change)',
    ],
    needs: 'diff',
    action: requestView('hunk.restore'),
    done: 'Undoing the decision about the hunk',
  },
  'hunk.redo': {
    title: 'Redo the last undone decision about a hunk',
    keys: ['Mod+Shift+Z'],
    palette: 'Changes',
    phrases: ['redo (it|that|this|(the|my|that|this) [last] (revert|keep|decision))'],
    needs: 'diff',
    action: requestView('hunk.redo'),
    done: 'Redoing the decision',
  },
  'hunks.keep_rest': {
    title: 'Keep the rest of the hunks',
    palette: 'Changes',
    phrases: [
      '(keep|accept) [all] [of] the (rest|others|other (hunks|changes)|remaining [hunks|changes]) [of (them|the (hunks|changes|diff))]',
    ],
    needs: 'diff',
    action: requestView('hunks.keep_rest'),
    done: 'Kept the rest',
  },
  'hunks.revert_rest': {
    title: 'Revert the rest of the hunks',
    palette: 'Changes',
    phrases: [
      '(revert|reject|discard) [all] [of] the (rest|others|other (hunks|changes)|remaining [hunks|changes]) [of (them|the (hunks|changes|diff))]',
    ],
    needs: 'diff',
    action: requestView('hunks.revert_rest'),
    // The window asks with the number of hunks.
    done: 'Decide in the window',
  },
  'file.keep': {
    title: 'Keep all hunks of the file',
    keys: ['Shift+Y'],
    palette: 'Changes',
    phrases: [
      '(keep|accept) [all of|all hunks of|everything in] (this|the|that) [whole|entire] file',
      '(keep|accept) [all] [of] [the] (hunks|changes) in (this|the|that) file',
    ],
    needs: 'diff',
    action: requestView('file.keep'),
    done: 'Kept the file',
  },
  'file.revert': {
    title: 'Revert all hunks of the file',
    keys: ['Shift+R'],
    palette: 'Changes',
    phrases: [
      '(revert|reject|discard) [all of|all hunks of|everything in] (this|the|that) [whole|entire] file',
      '(revert|reject|discard) [all] [of] [the] (hunks|changes) in (this|the|that) file',
    ],
    needs: 'diff',
    action: requestView('file.revert'),
    done: 'Reverting the file',
  },
  // What these ask for in plain words, users also say themselves.
  'review.start': {
    title: 'Review the diff hunk by hunk',
    keys: ['V'],
    palette: 'Changes',
    action: runInWindow,
  },
  'review.send': {
    title: 'Send the comments and reverted hunks to the agent',
    keys: ['Shift+V'],
    palette: 'Changes',
    action: runInWindow,
  },
  'review.commit': {
    title: 'Commit the hunks that were kept',
    palette: 'Changes',
    action: runInWindow,
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
