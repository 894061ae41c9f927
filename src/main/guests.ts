// Puts together what phones, browsers and glasses have of the app: the gateway they come to, and the house behind it.
import { randomUUID } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { indexCodeWords } from '../core/ears/code-word-index.ts'
import type { Brain } from '../core/ports.ts'
import type { Ears } from '../core/ports/ears.ts'
import type { EarsState } from '../core/ports/guests.ts'
import { FaultError } from '../shared/errors.ts'
import type { GatewayStatus } from '../shared/gateway-status.ts'
import type { Settings } from '../shared/settings.ts'
import type { Agent } from './agent/agent.ts'
import type { Vocabulary } from './agent/vocabulary.ts'
import { sameSecret } from './browser/admission.ts'
import { systemClock } from './clock.ts'
import { digest } from './digest.ts'
import { createG2Wire } from './gateways/g2/g2-wire.ts'
import { createHouse } from './gateways/house/house.ts'
import type { PageFile } from './gateways/listener.ts'
import { keptCertificate } from './gateways/kept-certificate.ts'
import { openGateway, type Gateway } from './gateways/open-gateway.ts'
import { createTokens } from './gateways/tokens.ts'
import { createVelaWire } from './gateways/vela/vela-wire.ts'
import { createVoiceIdeWire } from './gateways/voice-ide/voice-ide-wire.ts'
import { openJournal } from './journal/disk-journal.ts'
import type { Log } from './log.ts'
import { lanAddress } from './rooms/livekit/lan-address.ts'
import type { SecretStore } from './storage/secret-store.ts'

interface Deps {
  profile: string
  /** The token they show, from the environment. */
  guestToken: string | null
  /** A page for them, by its path. */
  guestPage(path: string): Promise<PageFile | null>
  settings(): Settings
  secrets: SecretStore
  ears(): Ears | null
  /** What hears is to be loaded. */
  wake(): void
  /** What is open on the desktop. */
  session(): {
    name: string
    agent: Agent
    vocabulary: Vocabulary
    brainFor(name: string): Brain
  } | null
  onStatus(status: GatewayStatus): void
  log: Log
}

export interface Guests extends Gateway {
  /** How the ears are now. */
  hear(state: EarsState): void
  /** Another folder is about to be opened, or another brain to answer. */
  leave(): void
}

const noNames = indexCodeWords([])

const ANOTHER_FOLDER = new FaultError(
  'brain_unavailable',
  'Another folder was opened in Parley, or another agent chosen, while this was being answered.',
  'Ask again.',
  { retryable: true },
)

export function openGuests(deps: Deps): Guests {
  const { log, session, secrets } = deps
  const onError = (what: string, error: unknown): void => log('warn', what, { pii: { error: String(error) } })
  let ears: EarsState = 'loading'
  const earsListeners = new Set<(state: EarsState) => void>()
  const house = createHouse({
    openBrain(guest) {
      const open = session()
      if (open) return open.brainFor(`${open.name}-${digest(guest)}`)
      throw new FaultError('no_workspace', 'No folder is open in Parley.', 'Open one there first.')
    },
    openJournal: (guest) => openJournal(join(deps.profile, 'guests', `${digest(guest)}.jsonl`)),
    show: (turnId, artifact, source) => session()?.agent.show(turnId, artifact, source),
    ears: deps.ears,
    state: () => ears,
    onState(listener) {
      earsListeners.add(listener)
      return () => void earsListeners.delete(listener)
    },
    wake: deps.wake,
    names: () => session()?.vocabulary.index() ?? noNames,
    newId: randomUUID,
    now: systemClock.now,
    onError,
  })
  let logged = ''
  const common = { house, clock: systemClock, newId: randomUUID, onError }
  const gateway = openGateway({
    settings: deps.settings,
    tokens: createTokens({ secrets, fromEnvironment: deps.guestToken, sameSecret, onError }),
    wires: [
      createG2Wire(common),
      createVelaWire(common),
      createVoiceIdeWire({ ...common, logFolder: join(deps.profile, 'guests', 'voice-ide') }),
    ],
    page: deps.guestPage,
    certificate: keptCertificate({ secrets, now: systemClock.now }),
    lanAddress: () => lanAddress(networkInterfaces())?.address ?? null,
    clock: systemClock,
    newId: randomUUID,
    onStatus(status) {
      const guests = status.tag === 'listening' ? status.guests.length + status.more : 0
      const now = `${status.tag} ${guests}`
      // What each of them does is nobody's business but the desktop's.
      if (now !== logged) log('info', 'gateway', { state: status.tag, guests })
      logged = now
      deps.onStatus(status)
    },
    onRefused: (reason) => log('warn', 'a guest was refused', { reason }),
    onError,
  })
  return {
    ...gateway,
    hear(state) {
      ears = state
      for (const listener of earsListeners) listener(state)
    },
    leave: () => house.leaveBrains(ANOTHER_FOLDER.fault),
    async close() {
      await gateway.close()
      await house.close()
    },
  }
}
