// Wishes about the window and the conversation itself: tabs, hunks, scrolling, choosing, stopping.
import { approvalAnswer } from '../approval-words.ts'
import type { ViewAction } from '../../shared/conversation.ts'
import { firstWish, type Intent, type Wish } from './intent.ts'
import { spokenNumber, spokenOrdinal } from './spoken-number.ts'

const STOP =
  /^(?:(?:no )?(?:stop|wait|halt|pause|quiet|silence|enough|abort|cancel|hush|shush|hold on|hang on|shut up|be quiet|that's enough|that is enough|never ?mind|forget it|forget about it|stop it|stop that|stop this|stop everything|cancel (?:it|that|this)|stop (?:talking|speaking|reading|listening|the (?:command|tests?|run|build|search|reading))|stop (?:running|doing) (?:it|that|this|the (?:command|tests?|build))|(?:kill|interrupt|cancel|end) (?:it|that|the (?:command|tests?|run|build|process)))(?: a (?:second|moment|minute|sec))?[ ,]*)+$/i
const THANKS =
  /^(?:(?:thank you|thanks|thx|cheers|nice|great|perfect|awesome|good job|well done|nice work|great work)(?: (?:so much|very much|a lot|parley|again|one))*[ ,]*)+$/i
const HELP =
  /^(?:help(?: me)?(?: out)?|what can (?:you|i) (?:do|say|ask)(?: (?:here|for me|you))?|what (?:do|can) you (?:know|understand|do)|how (?:do i use|does) (?:this|it|you)(?: work)?|what are my options|what commands (?:are there|do you know))$/i
const READ_OUT =
  /^(?:read (?:me )?(?:it|this|that|them|the (?:answer|result|results|text|page|document|error|output|summary|report|comment))(?: (?:out|aloud|out loud|to me|back(?: to me)?|loud))*|read (?:out|aloud|out loud)(?: (?:it|this|that|loud))?|say (?:it|that) (?:aloud|out loud)|what does (?:it|this) say|speak it|read (?:me )?(?:this|it)(?: (?:file|page|part|section|document))?(?: (?:out|aloud|out loud))?)$/i

const REPEAT =
  /^(?:(?:please )?repeat(?: (?:that|it|yourself|what you said))?|say (?:that|it)(?: once more)?|what did you (?:just )?say|come again|pardon(?: me)?|(?:sorry,? )?what was that|one more time)$/i
const HERE =
  /^(?:where (?:am i|are we)(?: (?:now|right now))?|what (?:am i|are we) (?:looking at|in|reading)|(?:which|what) (?:file|line|function) (?:is this|am i (?:in|on|at)|are we (?:in|on|at)))$/i
const CLOSE_ALL =
  /^close (?:all|every(?:thing)?)(?: (?:of )?(?:the|my|these))?(?: (?:tabs?|files?|of them|windows))?$/i
/** What is set in the window and not by asking. */
const OF_THE_WINDOW =
  /^(?:(?:switch|change|go|turn)(?: it| the window)? (?:to |on )?(?:the )?)?(?:dark|light|night|high contrast)(?: mode| theme)$|^(?:turn (?:on|off) |toggle |enable |disable )(?:the )?(?:dark|light|night|high contrast)(?: mode| theme)$|^(?:change|switch|set)(?: the)? (?:theme|font|font size|colou?rs?|settings?)\b.*$|^zoom (?:in|out)(?: .*)?$|^make (?:the )?(?:text|font|letters|everything)(?: size)? (?:bigger|larger|smaller)$|^(?:open|show)(?: me)?(?: the)? (?:command palette|palette|keyboard shortcuts|shortcuts|key bindings|keybindings|preferences)$|^(?:un)?mute$|^(?:speak )?(?:louder|quieter|slower|faster)$|^(?:close|minimi[sz]e|maximi[sz]e)(?: the)? (?:window|app|parley)$|^quit(?: parley)?$/i

/** Hunks are looked at one by one; keeping the one in front is not what this asks for. */
const KEEP_ALL =
  /^keep (?:them|these|those|everything|all|all of (?:it|them|these|those)|(?:them|these|those|it) all|(?:all (?:of )?)?(?:the |these |those )?(?:hunks|changes|edits))$/i

const TAB = '(?:tab|one|artifact|view|panel|pane)'
const VIEWS: readonly (readonly [RegExp, ViewAction])[] = [
  [
    /^(?:close|shut|dismiss|hide)(?: all)?(?: of)?(?: the)? (?:other|others|other ones|other tabs|all others)(?: tabs?)?$|^close (?:all|every(?:thing|body)?)(?: tabs?)?(?: (?:but|except|other than)(?: for)? (?:this|the current)(?: (?:one|tab))?)$|^close all (?:the )?other (?:tabs|ones)$/i,
    'tab.close_others',
  ],
  [
    new RegExp(
      `^(?:close|shut|dismiss|hide)(?: (?:this|the|that|the current|my))?(?: (?:current|active|open))?(?: ${TAB})?$|^(?:close|hide|dismiss) (?:it|this|that|this file|the file|the diff|the (?:search )?results)$|^get rid of (?:this|it|that)(?: tab)?$`,
      'i',
    ),
    'tab.close',
  ],
  [
    new RegExp(
      `^(?:reopen|restore|bring back|open)(?: the| that| my)?(?: last)?(?: closed| previous)? tab(?: again| i (?:just )?closed)?$|^(?:reopen|restore)(?: (?:it|that|the last one|what i closed))?$|^undo (?:the )?close(?: tab)?$`,
      'i',
    ),
    'tab.reopen',
  ],
  [
    new RegExp(
      `^(?:pin|keep open|unpin|stick)(?: (?:this|the|that|the current))?(?: ${TAB})?$|^pin (?:it|this file)$|^keep (?:this|the|it) ?(?:tab )?open$`,
      'i',
    ),
    'tab.pin',
  ],
  [
    /^(?:(?:go|take me|bring me|jump|switch|step) back(?: to (?:where i (?:was|came from)|what i (?:had|was looking at)(?: before)?|the one before))?|back|go to where i was)$/i,
    'tab.back',
  ],
  [
    /^(?:(?:go|switch|move|jump|flip|change)(?: back)? to |show(?: me)? |open )?(?:the )?(?:next|following)(?: open)? (?:tab|artifact)$|^(?:next|tab (?:right|forward))$|^(?:one )?tab to the right$/i,
    'tab.next',
  ],
  [
    /^(?:(?:go|switch|move|jump|flip|change)(?: back)? to |show(?: me)? |open )?(?:the )?(?:previous|prior|last|earlier|preceding)(?: open)? (?:tab|artifact)$|^(?:previous|tab (?:left|back|backward))$|^(?:one )?tab to the left$|^(?:go )?back (?:one|a) tab$/i,
    'tab.previous',
  ],
  [
    /^(?:(?:go|move|jump|skip|step)(?: on| forward)? to |show(?: me)? )?(?:the )?(?:next|following) (?:hunk|change|edit|difference|diff|chunk|modification)$|^(?:next|skip)(?: this)? hunk$/i,
    'hunk.next',
  ],
  [
    /^(?:(?:go|move|jump|step)(?: back)? to |show(?: me)? )?(?:the )?(?:previous|prior|preceding) (?:hunk|change|edit|difference|diff|chunk|modification)$|^(?:go )?back (?:one|a) (?:hunk|change)$/i,
    'hunk.previous',
  ],
  [
    /^(?:revert|reject|discard|drop|throw away|undo|take (?:out|back)|remove|roll back)(?: (?:this|that|the|the current))?(?: current)? (?:hunk|chunk|piece|block)$|^(?:revert|reject|discard) (?:it|this|that|this (?:change|edit|one)|that (?:change|edit|one)|the change)$|^(?:revert|discard) (?:this|that|the) (?:part|bit)$/i,
    'hunk.revert',
  ],
  [
    /^keep (?:it|this|that|(?:this|that|the) (?:hunk|change|edit|one|chunk))$|^(?:accept|approve) (?:this|that|the) (?:hunk|change|edit)$/i,
    'hunk.keep',
  ],
  [
    /^(?:(?:go|move|jump|skip)(?: on)? to |show(?: me)? |open )?(?:the )?(?:next|following) file(?: in (?:the|this) diff)?$/i,
    'file.next',
  ],
  [
    /^(?:(?:go|move|jump)(?: back)? to |show(?: me)? |open )?(?:the )?(?:previous|prior|preceding) file(?: in (?:the|this) diff)?$/i,
    'file.previous',
  ],
  [
    /^(?:(?:scroll|go|jump|move|skip|take me)(?: (?:all the way|right|straight))?(?: down)?(?: all the way)? )?to the (?:very )?(?:end|bottom)(?: of (?:the|this) (?:file|page|document|diff|list|code|output))?$|^scroll all the way down$|^(?:end|bottom) of (?:the )?(?:file|page|document)$/i,
    'scroll.end',
  ],
  [
    /^(?:(?:scroll|go|jump|move|skip|take me)(?: (?:all the way|right|straight))?(?: (?:up|back))?(?: all the way)? )?to the (?:very )?(?:top|beginning|start)(?: of (?:the|this) (?:file|page|document|diff|list|code|output))?$|^scroll all the way up$|^(?:top|start|beginning) of (?:the )?(?:file|page|document)$/i,
    'scroll.top',
  ],
  [
    /^(?:scroll|page|move|go)(?: down| further| further down| a bit down| down a (?:bit|little|page|screen)(?: more)?| down some more)$|^(?:scroll|keep scrolling|scroll more|further down|more down|page down|down)$/i,
    'scroll.down',
  ],
  [
    /^(?:scroll|page|move|go)(?: (?:back )?up| up a (?:bit|little|page|screen)(?: more)?| a bit up| up some more)$|^(?:further up|page up|up)$/i,
    'scroll.up',
  ],
]

const ONE = '(?:one|result|file|match|option|choice|hit|item|entry|place|of them|of those)'
const PICK =
  "(?:(?:open|show|show me|pick|choose|take|select|use|read|view|go to|go with|jump to|i want|i mean|i meant|i'd like|i'll (?:take|have|go with)|give me|it's|it is|make it|let's (?:see|take|go with)|try)(?: up)? )?"
const CHOOSERS: readonly Wish[] = [
  {
    form: new RegExp(`^${PICK}(?:the |my )?(\\S+)(?: ${ONE})?(?: (?:on|in|from) the (?:list|screen))?$`, 'i'),
    make: ([ordinal = '']) => chosen(spokenOrdinal(ordinal)),
  },
  {
    form: new RegExp(
      `^${PICK}(?:the )?(?:number|no|option|choice|result|item|match|hit|file number|result number)\\.? (\\S+(?: \\S+)?)$`,
      'i',
    ),
    make: ([number = '']) => chosen(HOMOPHONES[number.toLowerCase()] ?? spokenNumber(number)),
  },
  {
    form: /^(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)$/i,
    make: ([number = '']) => chosen(spokenNumber(number)),
  },
]
/** "Number to", as it is often heard. */
const HOMOPHONES: Readonly<Record<string, number>> = { to: 2, too: 2, for: 4, won: 1, ate: 8 }

const chosen = (number: number | null): Intent | null =>
  number === null || number === 0 ? null : { kind: 'choose', number }

export function asWindowWish(asked: string): Intent | null {
  if (STOP.test(asked)) return { kind: 'stop' }
  if (HELP.test(asked)) return { kind: 'help' }
  if (THANKS.test(asked)) return { kind: 'thanks' }
  if (READ_OUT.test(asked)) return { kind: 'read_out' }
  if (REPEAT.test(asked)) return { kind: 'repeat' }
  if (HERE.test(asked)) return { kind: 'here' }
  if (CLOSE_ALL.test(asked)) return { kind: 'close_all' }
  if (OF_THE_WINDOW.test(asked)) return { kind: 'beyond', what: 'window' }
  if (KEEP_ALL.test(asked)) return { kind: 'beyond', what: 'keep_all' }
  for (const [form, action] of VIEWS) if (form.test(asked)) return { kind: 'view', action }
  return firstWish(CHOOSERS, asked)
}

/** A yes or no, where nothing was asked. */
export function asBareAnswer(asked: string): Intent | null {
  const decision = approvalAnswer(asked)
  if (decision === null || /^(?:please|right|good|great|fine|go|do|run|make)$/i.test(asked)) return null
  return { kind: decision === 'deny' ? 'no' : 'yes' }
}
