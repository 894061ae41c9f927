// Gateways that break one rule each. The report must name the rule.
import type { FakeWiresOptions } from '../fakes/fake-wires.ts'

export interface Mutant {
  /** The rule it breaks. */
  rule: string
  does: string
  /** New for each run, since some have a state. */
  quirks(): FakeWiresOptions
  /** Breaks the rule by sending nothing, so that only a timeout shows it. */
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

/** What can be wrong with admission, the same for each wire. */
export const doorMutants: readonly Mutant[] = ['g2', 'vela', 'voice-ide'].flatMap((wire) => [
  mutant(`${wire}-token-in-address`, 'refuses its own token', () => ({
    token: TOKEN,
    door: { isRight: (given, how) => how === 'frame' && given === TOKEN },
  })),
  mutant(`${wire}-token-wrong`, 'accepts any token', () => ({
    token: TOKEN,
    door: { isRight: (given) => given !== null },
  })),
  mutant(`${wire}-token-wrong`, 'closes with another code', () => ({
    token: TOKEN,
    door: { closing: { code: 4003, reason: 'Unauthorized' } },
  })),
  mutant(`${wire}-token-wrong`, 'closes with another reason', () => ({
    token: TOKEN,
    door: { closing: { code: 4001, reason: 'No' } },
  })),
  mutant(`${wire}-token-missing`, 'accepts clients without a token', () => ({
    token: TOKEN,
    door: { isRight: (given) => given === null || given === TOKEN },
  })),
  mutant(`${wire}-token-unset`, 'needs a token that is not set', () => ({ door: { isRight: () => false } })),
  mutant(`${wire}-token-in-frame`, 'ignores a token in the first frame', () => ({
    token: TOKEN,
    door: { isRight: (given, how) => how === 'address' && given === TOKEN },
  })),
  mutant(`${wire}-token-in-frame-wrong`, 'accepts any token in the first frame', () => ({
    token: TOKEN,
    door: { isRight: (given, how) => given === TOKEN || (how === 'frame' && given !== null) },
  })),
  mutant(`${wire}-foreign-page`, 'accepts pages of every site', () => ({
    door: { mayComeFrom: () => true },
  })),
  mutant(`${wire}-known-page`, 'refuses pages of other sites that have the token', () => ({
    token: TOKEN,
    door: { mayComeFrom: () => false },
  })),
])

export const listenerMutants: readonly Mutant[] = [
  mutant('listener-health', 'reports that it is unhealthy', () => ({ door: { health: 503 } })),
]
