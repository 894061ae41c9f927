// What a person wants, from their words alone. Forgiving about how it is asked, strict about what is done: whatever
// does not clearly ask for one of these is `unknown`, and the person is told what can be asked.
import { asBeyondWish } from './beyond-wishes.ts'
import { asBranchWish } from './branch-wishes.ts'
import { asChangeWish } from './change-wishes.ts'
import { asEditWish } from './edit-wishes.ts'
import { asFindWish } from './find-wishes.ts'
import type { Intent } from './intent.ts'
import { asMeasureWish } from './measure-wishes.ts'
import { asOpenWish } from './open-wishes.ts'
import { plainRequest } from './plain-request.ts'
import { asRunWish } from './run-wishes.ts'
import { secondThought } from './second-thoughts.ts'
import { asTellWish } from './tell-wishes.ts'
import { asBareAnswer, asWindowWish } from './window-wishes.ts'

/** Longer than anybody asks for something; the rest of a pasted page is not read. */
const MAX_SAID = 1000

/** The narrower the form, the earlier it is tried. */
const WAYS: readonly ((asked: string) => Intent | null)[] = [
  asWindowWish,
  asEditWish,
  asBranchWish,
  asChangeWish,
  asRunWish,
  asMeasureWish,
  asTellWish,
  asBeyondWish,
  asFindWish,
  asOpenWish,
  asBareAnswer,
]

export function understand(said: string): Intent {
  const thought = secondThought(said.slice(0, MAX_SAID))
  // "Open the config, no wait": nothing is wanted any more.
  if (thought.tag === 'nothing') return { kind: 'stop' }
  const instead = thought.tag === 'instead' ? intentOf(thought.words, said) : null
  return instead !== null && instead.kind !== 'unknown' ? instead : intentOf(said, said)
}

function intentOf(words: string, said: string): Intent {
  const asked = plainRequest(words.slice(0, MAX_SAID))
  if (asked === '') return { kind: 'unknown' }
  for (const way of WAYS) {
    const intent = way(asked)
    // Half of what somebody wants changed or run is not what they want.
    if (intent) return said.length > MAX_SAID && isDeed(intent) ? { kind: 'unknown' } : intent
  }
  return { kind: 'unknown' }
}

const isDeed = ({ kind }: Intent): boolean =>
  kind === 'replace' || kind === 'rename' || kind === 'create' || kind === 'command' || kind === 'script'
