// Every wire this app speaks. To add one: describe it as a Protocol beside its schemas, list it here, `npm run docs`.
import { gangliaEnvelopedProtocol, gangliaFlatProtocol } from './ganglia-protocol.ts'
import { g2Protocol } from './g2.ts'
import { localRoomProtocol } from './local-room-protocol.ts'
import { openClawProtocol } from './openclaw.ts'
import { openClawGatewayProtocol } from './openclaw-gateway.ts'
import { parleyEventsProtocol } from './parley-events.ts'
import type { Protocol } from './protocol.ts'
import { velaProtocol } from './vela.ts'
import { voiceIdeProtocol } from './voice-ide.ts'

export const protocols: readonly Protocol[] = [
  gangliaFlatProtocol,
  gangliaEnvelopedProtocol,
  voiceIdeProtocol,
  velaProtocol,
  g2Protocol,
  openClawProtocol,
  openClawGatewayProtocol,
  localRoomProtocol,
  parleyEventsProtocol,
]
