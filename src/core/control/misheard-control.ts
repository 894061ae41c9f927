// What recognisers make of the short phrases that steer the window: one word alone gives them little to go by. Each form
// is a whole utterance that was really heard for what it stands for, and that nobody would say to ask for something else.

const HUNK = '(?:hunk|hunks|hunt|hump|honk|honke|hunch|hank|hulk|punk|hung|hunck|hunky|bunk)'
const TAB = '(?:tab|tap|tub|tag|tad|tam|tamp|tat|tabs|tide|time|temp)'
const PREVIOUS = "(?:previous|previews|previous's|privious|breathy is|breathiest|prevous)"
const THIS = '(?:this|that|the|his|these)'
const REVERT =
  '(?:revert|reverts|reverted|river|rivers|rivered|riverd|rivet|reverb|re vert|convert|without|remember|we revert)'

const FORMS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^next ${HUNK}$`), 'next hunk'],
  [new RegExp(`^${PREVIOUS} ${HUNK}$`), 'previous hunk'],
  [new RegExp(`^${REVERT}(?: to| at)? ${THIS} ${HUNK}$`), 'revert this hunk'],
  [new RegExp(`^(?:keep|deep|kept|keeps) ${THIS} ${HUNK}$`), 'keep this hunk'],
  [new RegExp(`^(?:next|necks|nexts) ${TAB}$`), 'next tab'],
  [new RegExp(`^${PREVIOUS} ${TAB}$`), 'previous tab'],
  [new RegExp(`^${PREVIOUS} (?:file|final|files|vile)$`), 'previous file'],
  [/^next (?:file|files|vile|fire)$/, 'next file'],
  [new RegExp(`^(?:close|clothes|closed) ${THIS} ${TAB}$`), 'close this tab'],
  [/^(?:pin|pinned|been|fin|thin|bin|in|pen) (?:this|the|that) (?:tab|tag|tap|tub)$/, 'pin this tab'],
  [new RegExp(`^(?:reopen|reopened|re-?open|we open|re opened) ${THIS} ${TAB}$`), 'reopen the tab'],
  [/^(?:reverted|river it|rivet it|revert in|reverse it|re vert it)$/, 'revert it'],
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

/** A yes must be clear, since something is done on it; these were heard for "approve" and "deny" and nothing else. */
const ANSWERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:a prove|a proof|the proof|approved|a proved|approof|aprove|improve it|a prove it)$/, 'approve'],
  [/^(?:denied|denite|denight|the nigh|de nigh|tonight|denying)$/, 'deny'],
  [/^(?:allowed it|aloud it|i allow it|i allowed it|a low it)$/, 'allow it'],
  [/^(?:always (?:allowed|aloud|loud|alone)|all ways allow)$/, 'always allow'],
]

function corrected(forms: typeof FORMS, words: string): string {
  for (const [form, meant] of forms) if (form.test(words)) return words.replace(form, meant)
  return words
}

export const misheardControl = (words: string): string => corrected(FORMS, words)
/** Only where something is asked. */
export const misheardAnswer = (words: string): string => corrected(ANSWERS, words)
