// Some local models write their reasoning into the reply, between <think> and </think>. It is separated while the reply
// streams, also where a tag arrives in pieces. Only reasoning before the reply counts: a later tag is part of the text.

export interface Separated {
  text: string
  thought: string
}

const OPEN = '<think>'
const CLOSE = '</think>'

export function createThinkingTags() {
  let state: 'before' | 'thinking' | 'reply' = 'before'
  let held = ''

  /** Returns what comes out now; the rest is held until more is known. */
  function take(): Separated {
    if (state === 'before') {
      const start = held.trimStart()
      if (start.startsWith(OPEN)) {
        held = start.slice(OPEN.length)
        state = 'thinking'
      } else if (OPEN.startsWith(start)) return { text: '', thought: '' }
      else {
        // Models put blank lines between their reasoning and the reply.
        held = start
        state = 'reply'
      }
    }
    if (state === 'reply') {
      const text = held
      held = ''
      return { text, thought: '' }
    }
    const at = held.indexOf(CLOSE)
    if (at < 0) {
      const thought = held.slice(0, held.length - tagStart(held))
      held = held.slice(thought.length)
      return { text: '', thought }
    }
    const thought = held.slice(0, at)
    held = held.slice(at + CLOSE.length)
    state = 'before'
    const rest = take()
    return { text: rest.text, thought: thought + rest.thought }
  }

  return {
    add(piece: string): Separated {
      held += piece
      return take()
    },
    /** What was held back. */
    end(): Separated {
      const rest = held
      held = ''
      return state === 'thinking' ? { text: '', thought: rest } : { text: rest.trimStart(), thought: '' }
    },
  }
}

/** How many characters at the end of the text may be the beginning of the closing tag. */
function tagStart(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--)
    if (text.endsWith(CLOSE.slice(0, length))) return length
  return 0
}
