// All rules, by what they are about.
import type { ClientWire } from '../link.ts'
import { g2ConnectionRules } from './g2/g2-connection-rules.ts'
import { g2RefusalRules } from './g2/g2-refusal-rules.ts'
import { g2SlowRules } from './g2/g2-slow-rules.ts'
import { g2TurnRules } from './g2/g2-turn-rules.ts'
import { listenerRules } from './listener-rules.ts'
import type { Rule } from './rule.ts'
import { velaCancelRules } from './vela/vela-cancel-rules.ts'
import { velaLiveRules } from './vela/vela-live-rules.ts'
import { velaPageRules } from './vela/vela-page-rules.ts'
import { velaSessionRules } from './vela/vela-session-rules.ts'
import { velaTurnRules } from './vela/vela-turn-rules.ts'
import { voiceIdeCallRules } from './voice-ide/voice-ide-call-rules.ts'
import { voiceIdeEventRules } from './voice-ide/voice-ide-event-rules.ts'
import { voiceIdeFlowRules } from './voice-ide/voice-ide-flow-rules.ts'
import { voiceIdeReconnectionRules } from './voice-ide/voice-ide-reconnection-rules.ts'

const rules: Readonly<Record<ClientWire | 'listener', readonly Rule[]>> = {
  listener: listenerRules,
  g2: [...g2ConnectionRules, ...g2TurnRules, ...g2RefusalRules, ...g2SlowRules],
  vela: [...velaSessionRules, ...velaTurnRules, ...velaCancelRules, ...velaLiveRules, ...velaPageRules],
  'voice-ide': [
    ...voiceIdeEventRules,
    ...voiceIdeFlowRules,
    ...voiceIdeCallRules,
    ...voiceIdeReconnectionRules,
  ],
}

export const rulesOf = (subject: ClientWire | 'all'): readonly Rule[] =>
  subject === 'all' ? Object.values(rules).flat() : [...rules.listener, ...rules[subject]]
