// What recognisers make of the short phrases that steer the window: one word alone gives them little to go by. Each form
// is a whole utterance that was really heard for what it stands for, and that nobody would say to ask for something else.

const HUNK = '(?:hunk|hunks|hunt|hump|honk|honke|hunch|hank|hulk|punk|hung|hunck|hunky|bunk)'
const TAB = '(?:tab|tap|tub|tag|tad|tam|tamp|tat|tabs|tide|time|temp)'
const PREVIOUS = "(?:previous|previews|previous's|privious|breathy is|breathiest|prevous)"
const THIS = '(?:this|that|the|his|these)'

const FORMS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^next ${HUNK}$`), 'next hunk'],
  [new RegExp(`^${PREVIOUS} ${HUNK}$`), 'previous hunk'],
  // It changes the file: what is to be done must be heard as it is said.
  [new RegExp(`^revert ${THIS} ${HUNK}$`), 'revert this hunk'],
  [new RegExp(`^(?:keep|deep|kept|keeps) ${THIS} ${HUNK}$`), 'keep this hunk'],
  [new RegExp(`^(?:next|necks|nexts) ${TAB}$`), 'next tab'],
  [new RegExp(`^${PREVIOUS} ${TAB}$`), 'previous tab'],
  [new RegExp(`^${PREVIOUS} (?:file|final|files|vile)$`), 'previous file'],
  [/^next (?:file|files|vile|fire)$/, 'next file'],
  [new RegExp(`^(?:close|clothes|closed) ${THIS} ${TAB}$`), 'close this tab'],
  [/^(?:pin|pinned|been|fin|thin|bin|in|pen) (?:this|the|that) (?:tab|tag|tap|tub)$/, 'pin this tab'],
  [new RegExp(`^(?:reopen|reopened|re-?open|we open|re opened) ${THIS} ${TAB}$`), 'reopen the tab'],
  [/^(?:key pit|keypad|keep in|keep at|keep eat|keepit)$/, 'keep it'],
  [
    /^(?:read|red|bread|brid|reed|rid) (?:it|at|that|this) (?:out|aloud|allowed)$|^(?:reddit|redid) out$/,
    'read it out',
  ],
  [
    /^(?:scroll|scrolled|scrawl|stroll|school|screw|screwed|screwled|sprawled|sprole|sproled|scro|troll|crawl) (down|up|to the (?:top|end|bottom|start))$/,
    'scroll $1',
  ],
  [/^(?:the |a )?(?:louder|lauder|lowder|blouter)$/, 'louder'],
  [/^(?:softer|softa|soft her|the softer)$/, 'softer'],
  [/^(?:faster|fastered|fast her|the faster)$/, 'faster'],
  [/^(?:slower|slow her|slowa|the slower)$/, 'slower'],
  [/^(?:mute|nude|newt|moot|mewt|the mute)$/, 'mute'],
  [/^(?:unmute|un mute|on mute|and mute|an mute|unmoot|anute)$/, 'unmute'],
  [/^(?:repeat|repeated|repeats|we repeat) (?:that|it|this|the hat)$/, 'repeat that'],
  [/^(?:open|opened|hope in|i open|to open|elkin) the (\w+) one$/, 'open the $1 one'],
]

/** Only for a no: something is done on a yes, and that must be heard as it is said. */
const ANSWERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:denied|denite|denight|the nigh|de nigh|tonight|denying)$/, 'deny'],
]

function corrected(forms: typeof FORMS, words: string): string {
  for (const [form, meant] of forms) if (form.test(words)) return words.replace(form, meant)
  return words
}

export const misheardControl = (words: string): string => corrected(FORMS, words)
/** Only where something is asked. */
export const misheardAnswer = (words: string): string => corrected(ANSWERS, words)
