// Gateways that break one rule each. The report must name the rule.
import type { FakeWiresOptions } from '../fakes/fake-wires.ts'

export interface Mutant {
  /** The rule it breaks. */
  rule: string
  does: string
  /** Made anew for each run, since some remember what came. */
  quirks(): FakeWiresOptions
  /** Breaks the rule by saying nothing, so that it can only be told by waiting. */
  silent?: true
}

export const mutant = (rule: string, does: string, quirks: Mutant['quirks']): Mutant => ({
  rule,
  does,
  quirks,
})
export const silentMutant = (rule: string, does: string, quirks: Mutant['quirks']): Mutant => ({
  ...mutant(rule, does, quirks),
  silent: true,
})

const TOKEN = 'secret'

/** What can go wrong at the door, the same for each wire. */
export const doorMutants: readonly Mutant[] = ['g2', 'vela', 'voice-ide'].flatMap((wire) => [
  mutant(`${wire}-token-in-address`, 'does not know its own token', () => ({
    token: TOKEN,
    door: { isRight: (given, how) => how === 'frame' && given === TOKEN },
  })),
  mutant(`${wire}-token-wrong`, 'lets any token in', () => ({
    token: TOKEN,
    door: { isRight: (given) => given !== null },
  })),
  mutant(`${wire}-token-wrong`, 'closes with another code', () => ({
    token: TOKEN,
    door: { closing: { code: 4003, reason: 'Unauthorized' } },
  })),
  mutant(`${wire}-token-wrong`, 'closes for another reason', () => ({
    token: TOKEN,
    door: { closing: { code: 4001, reason: 'No' } },
  })),
  mutant(`${wire}-token-missing`, 'lets in who shows none', () => ({
    token: TOKEN,
    door: { isRight: (given) => given === null || given === TOKEN },
  })),
  mutant(`${wire}-token-unset`, 'wants a token that nobody set', () => ({ door: { isRight: () => false } })),
  mutant(`${wire}-token-in-frame`, 'takes no token as the first frame', () => ({
    token: TOKEN,
    door: { isRight: (given, how) => how === 'address' && given === TOKEN },
  })),
  mutant(`${wire}-token-in-frame-wrong`, 'takes any token as the first frame', () => ({
    token: TOKEN,
    door: { isRight: (given, how) => given === TOKEN || (how === 'frame' && given !== null) },
  })),
  mutant(`${wire}-foreign-page`, 'does not ask whose page it is', () => ({
    door: { mayComeFrom: () => true },
  })),
  mutant(`${wire}-known-page`, 'lets no page of another site in', () => ({
    token: TOKEN,
    door: { mayComeFrom: () => false },
  })),
])

export const listenerMutants: readonly Mutant[] = [
  mutant('listener-health', 'is not well', () => ({ door: { health: 503 } })),
]
