// Commands about tabs, and about moving around in what is shown.
import { changeSetting, openOverlay, requestView, runInWindow, type CommandTable } from './command.ts'
import { HEARD_PREVIOUS, HEARD_THIS } from './diff-commands.ts'

const TAB = '(tab|one|artifact|view|panel|pane)'
// "Back to the last tab" is the one before.
const ON_TO = '(go|switch|move|jump|flip|change) to'
const GO_TO = '(go|switch|move|jump|flip|change) [back] to'
const PAGE = '[of (the|this) (file|page|document|diff|list|code|output)]'
const FAR = '[all the way|right|straight]'
const PICK =
  "[(open|show|show me|pick|choose|take|select|use|read|view|go to|go with|jump to|i want|i mean|i meant|i'd like|i'll (take|have|go with)|give me|it's|it is|make it|see|try) [up]]"
const RESULT = '[one|result|file|match|option|choice|hit|item|entry|place|of them|of those]'

// What recognizers write for words that give them little to go by.
const HEARD_TAB = '(?:tab|tap|tub|tag|tad|tam|tamp|tat|tabs|tide|time|temp)'

export const viewCommands = {
  'history.open': {
    title: 'Everything shown in this conversation',
    keys: ['Mod+Shift+H'],
    palette: 'Tabs',
    phrases: [
      '(show|open) [me] [the|our] (conversation|session) history',
      'what (have you shown|did you show) me [so far|before|earlier]',
      'show me everything you (have shown|showed) [me]',
    ],
    action: openOverlay('history'),
    done: 'Opened what was shown',
  },
  'tab.close_others': {
    title: 'Close the other tabs',
    palette: 'Tabs',
    phrases: [
      '(close|shut|dismiss|hide) [all] [of] [the] (other|others|other ones|all others) [tab|tabs]',
      'close (all|every|everything|everybody) [tab|tabs] (but|except|other than) [for] (this|the current) [one|tab]',
    ],
    needs: 'artifact',
    action: requestView('tab.close_others'),
    done: 'Closed the other tabs',
  },
  'tab.close': {
    title: 'Close the tab',
    keys: ['Alt+W'],
    palette: 'Tabs',
    phrases: [
      `(close|shut|dismiss|hide) [this|the|that|the current|my] [current|active|open] [${TAB}]`,
      '(close|hide|dismiss) (it|this|that|this file|the file|the diff|the [search] results)',
      'get rid of (this|it|that) [tab]',
    ],
    mishearings: [[new RegExp(`^(?:close|clothes|closed) ${HEARD_THIS} ${HEARD_TAB}$`), 'close this tab']],
    needs: 'artifact',
    action: requestView('tab.close'),
    done: 'Closed the tab',
  },
  'tab.reopen': {
    title: 'Reopen the last closed tab',
    keys: ['Mod+Shift+T', 'Alt+Shift+W'],
    palette: 'Tabs',
    phrases: [
      '(reopen|restore|bring back|open) [the|that|my] [last] [closed|previous] tab [again|i [just] closed]',
      '(reopen|restore) [it|that|the last one|what i closed]',
      'undo [the] close [tab]',
    ],
    mishearings: [
      [
        new RegExp(`^(?:reopen|reopened|re-?open|we open|re opened) ${HEARD_THIS} ${HEARD_TAB}$`),
        'reopen the tab',
      ],
    ],
    action: requestView('tab.reopen'),
    done: 'Reopened the tab',
  },
  'tab.pin': {
    title: 'Pin or unpin the tab',
    keys: ['Alt+P'],
    palette: 'Tabs',
    phrases: [
      `(pin|keep open|unpin|stick) [this|the|that|the current] [${TAB}]`,
      'pin (it|this file)',
      'keep (this|the|it) [tab] open',
    ],
    mishearings: [
      [/^(?:pin|pinned|been|fin|thin|bin|in|pen) (?:this|the|that) (?:tab|tag|tap|tub)$/, 'pin this tab'],
    ],
    needs: 'artifact',
    action: requestView('tab.pin'),
    done: 'Pinned or unpinned the tab',
  },
  'tab.last': {
    title: 'Last tab',
    phrases: [
      `[${ON_TO}|show [me]|select|activate] [the] last tab [in the row|on the right]`,
      `[${ON_TO}|show [me]|select|activate] the (rightmost|right-most) tab`,
    ],
    needs: 'artifact',
    action: requestView('tab.last'),
    done: 'Last tab',
  },
  'tab.nth': {
    title: 'Go to a tab by its place',
    phrases: [
      `[${GO_TO}|show [me]|open|select|activate|focus] [the|my] {ordinal} tab [from the left]`,
      `[${GO_TO}|show [me]|open|select|activate|focus] tab [number] {number}`,
    ],
    needs: 'artifact',
    help: { row: 'Look around', say: 'the third tab' },
    action: requestView('tab.nth'),
    done: 'Tab {number}',
  },
  'tab.next': {
    title: 'Next tab',
    keys: ['Control+PageDown', ']'],
    palette: 'Tabs',
    phrases: [
      `[${GO_TO}|show [me]|open] [the] (next|following) [open] (tab|artifact)`,
      'tab (right|forward)',
      '[one] tab to the right',
    ],
    phrasesWithoutList: ['[the] next [one]'],
    mishearings: [[new RegExp(`^(?:next|necks|nexts) ${HEARD_TAB}$`), 'next tab']],
    needs: 'artifact',
    help: { row: 'Look around', say: 'next tab' },
    action: requestView('tab.next'),
    done: 'Next tab',
  },
  'tab.previous': {
    title: 'Previous tab',
    keys: ['Control+PageUp', '['],
    palette: 'Tabs',
    phrases: [
      `[${GO_TO}|show [me]] [the] (previous|prior|earlier|preceding) [open] (tab|artifact)`,
      '[(go|switch|move|jump|flip|change)] back to [the] last [open] (tab|artifact)',
      '[the] last artifact',
      // "Open the last tab" reopens it.
      'open [the] (prior|earlier|preceding) (tab|artifact)',
      'tab (left|back|backward)',
      '[one] tab to the left',
      '[go] back (one|a) tab',
    ],
    phrasesWithoutList: ['[the] previous [one]'],
    mishearings: [[new RegExp(`^${HEARD_PREVIOUS} ${HEARD_TAB}$`), 'previous tab']],
    needs: 'artifact',
    action: requestView('tab.previous'),
    done: 'Previous tab',
  },
  'tab.back': {
    title: 'Go back to the previous view',
    keys: ['Alt+B'],
    palette: 'Tabs',
    phrases: [
      '(go|take me|bring me|jump|switch|step) back [to (where i (was|came from)|what i (had|was looking at) [before]|the one before)]',
      'back',
      'go to where i was',
    ],
    needs: 'artifact',
    help: { row: 'Look around', say: 'go back' },
    action: requestView('tab.back'),
    done: 'Back',
  },
  'tab.left': {
    title: 'Move the tab to the left',
    keys: ['Control+Shift+PageUp'],
    palette: 'Tabs',
    action: runInWindow,
  },
  'tab.right': {
    title: 'Move the tab to the right',
    keys: ['Control+Shift+PageDown'],
    palette: 'Tabs',
    action: runInWindow,
  },
  'editor.open': {
    title: 'Open the file in your editor',
    keys: ['Alt+E'],
    palette: 'Tabs',
    action: runInWindow,
  },
  'preview.show': {
    title: 'Show the preview of search results',
    phrases: ['(show|turn on|enable) [the] search [result] preview', 'search preview on'],
    action: changeSetting({ searchPreview: 'shown' }),
    done: 'Search results have a preview',
  },
  'preview.hide': {
    title: 'Hide the preview of search results',
    phrases: ['(hide|turn off|disable) [the] search [result] preview', 'search preview off'],
    action: changeSetting({ searchPreview: 'hidden' }),
    done: 'Search results have no preview',
  },
  'preview.toggle': {
    title: 'Show or hide the preview of search results',
    palette: 'Search',
    action: { type: 'setting.next', key: 'searchPreview', values: ['shown', 'hidden'] },
  },
  'scroll.end': {
    title: 'Scroll to the end',
    phrases: [
      `[(scroll|go|jump|move|skip|take me) ${FAR} [down] [all the way]] to the [very] (end|bottom) ${PAGE}`,
      'scroll all the way down',
      '(end|bottom) of [the] (file|page|document)',
    ],
    needs: 'artifact',
    action: requestView('scroll.end'),
    done: 'To the end',
  },
  'scroll.top': {
    title: 'Scroll to the top',
    phrases: [
      `[(scroll|go|jump|move|skip|take me) ${FAR} [up|back] [all the way]] to the [very] (top|beginning|start) ${PAGE}`,
      'scroll all the way up',
      '(top|start|beginning) of [the] (file|page|document)',
    ],
    needs: 'artifact',
    action: requestView('scroll.top'),
    done: 'To the top',
  },
  'scroll.down': {
    title: 'Scroll down',
    phrases: [
      '(scroll|page|move|go) (down|further|further down|a bit down|down a (bit|little|page|screen) [more]|down some more)',
      '(scroll|keep scrolling|scroll more|further down|more down|page down|down)',
    ],
    // "Scroll up" and "scroll to the top" are misheard the same way.
    mishearings: [
      [
        /^(?:scroll|scrolled|scrawl|stroll|school|screw|screwed|screwled|sprawled|sprole|sproled|scro|troll|crawl) (down|up|to the (?:top|end|bottom|start))$/,
        'scroll $1',
      ],
    ],
    needs: 'artifact',
    help: { row: 'Look around', say: 'scroll down' },
    action: requestView('scroll.down'),
    done: 'Scrolled down',
  },
  'scroll.up': {
    title: 'Scroll up',
    phrases: [
      '(scroll|page|move|go) ([back] up|up a (bit|little|page|screen) [more]|a bit up|up some more)',
      '(further up|page up|up)',
    ],
    needs: 'artifact',
    action: requestView('scroll.up'),
    done: 'Scrolled up',
  },
  'line.reveal': {
    title: 'Go to a line',
    phrases: [
      '[(go|jump|move|scroll|skip|take me|bring me) [up|down|back] to|show [me]] line [number] {line}',
    ],
    needs: 'artifact',
    action: requestView('line.reveal'),
    done: 'To line {number}',
  },
  'choice.take': {
    title: 'Choose one of the listed results',
    phrases: [
      `${PICK} [the|my] {ordinal} ${RESULT} [(on|in|from) the (list|screen)]`,
      `${PICK} [the] (number|no|no.|option|choice|(file|result) number|result|item|match|hit) {number}`,
      '{count}',
    ],
    mishearings: [[/^(?:open|opened|hope in|i open|to open|elkin) the (\w+) one$/, 'open the $1 one']],
    needs: 'choices',
    help: { row: 'Look around', say: 'the second one' },
    action: { type: 'choice.take', number: -1 },
    done: 'Chosen',
  },
} as const satisfies CommandTable
