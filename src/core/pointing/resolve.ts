// What words mean on the screen in front: one target, several to choose from, or nothing.
import type { LineRange } from '../../shared/screen.ts'
import { spokenCount } from '../understanding/replies/spoken-count.ts'
import { isText, type Looking, type Pointed, type Target } from './looking.ts'
import type { Reference } from './reference.ts'
import { resolveThing } from './resolve-thing.ts'

const ELSEWHERE: Pointed = { tag: 'elsewhere' }
const one = (target: Target): Pointed => ({ tag: 'one', target })

export function resolve(reference: Reference, looking: Looking): Pointed {
  const { screen, at } = looking
  switch (reference.of) {
    case 'thing':
      return resolveThing(reference, looking)
    case 'here':
      return isText(looking) ? one({ ...at }) : currentOf(looking)
    case 'lines':
      return lines(reference, looking)
    case 'some lines':
      return someLines(reference, looking)
    case 'all':
      return screen.all ? one({ ...screen.all }) : ELSEWHERE
    case 'seen':
      return screen.seen && isText(looking) ? one({ ...screen.seen }) : ELSEWHERE
    case 'edge':
    case 'rest': {
      if (!isText(looking)) return ELSEWHERE
      const whole = resolve(reference.what, looking)
      if (whole.tag !== 'one') return whole
      const { line, endLine } = whole.target
      if (reference.of === 'rest')
        return one({ line: line <= at.line && at.line <= endLine ? at.line : line, endLine })
      const edge = reference.edge === 'end' ? endLine : line
      return one({ line: edge, endLine: edge })
    }
  }
}

/** The result, hunk or heading that is marked as the current one. */
function currentOf({ view, things, at }: Looking): Pointed {
  if (view.line === undefined) return ELSEWHERE
  const current = things.find(
    ({ kind, file = view.file, line }) => kind !== 'file' && file === view.file && line === at.line,
  )
  return current ? one(current) : ELSEWHERE
}

function lines({ line, endLine }: LineRange, looking: Looking): Pointed {
  const { all } = looking.screen
  if (!isText(looking) || !all) return ELSEWHERE
  if (line >= all.line && endLine <= all.endLine) return one({ line, endLine })
  // A part of a file says nothing about the rest.
  if (all.line > 1) return ELSEWHERE
  return { tag: 'none', why: `There are only ${spokenCount(all.endLine, 'line')} here.` }
}

function someLines({ where, count }: Extract<Reference, { of: 'some lines' }>, looking: Looking): Pointed {
  const { at, screen } = looking
  const { all } = screen
  if (!isText(looking) || !all) return ELSEWHERE
  const from = {
    before: at.line - count,
    after: at.endLine + 1,
    first: all.line,
    last: all.endLine - count + 1,
  }[where]
  const line = Math.max(all.line, from)
  const endLine = Math.min(all.endLine, from + count - 1)
  if (line > endLine)
    return { tag: 'none', why: `There is no line ${where === 'before' ? 'above' : 'below'}.` }
  return one({ line, endLine })
}
