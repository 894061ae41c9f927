import { g2Wire } from '../../shared/wire/g2.ts'
import type { ClientWire } from '../wires.ts'
import { createG2Client } from './client.ts'
import { g2ConnectionRules } from './connection-rules.ts'
import { g2RefusalRules } from './refusal-rules.ts'
import { g2SlowRules } from './slow-rules.ts'
import { g2TurnRules } from './turn-rules.ts'

export const g2ClientWire: ClientWire = {
  wire: g2Wire,
  options: {},
  open: async ({ connect, ...deps }) => createG2Client(await connect(), deps),
  rules: [...g2ConnectionRules, ...g2TurnRules, ...g2RefusalRules, ...g2SlowRules],
}
