// Builds what phones, browsers and glasses use: the gateway they connect to, and the guest host behind it.
import { randomBytes, randomUUID } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { indexCodeWords } from '../../core/speech/hearing/code-word-index.ts'
import type { Recognizer } from '../../core/ports/recognizer.ts'
import type { RecognizerState } from '../../core/ports/guests.ts'
import { FaultError } from '../../shared/errors.ts'
import type { GatewayStatus } from '../../shared/gateway-status.ts'
import type { Settings } from '../../shared/settings.ts'
import { systemClock } from './clock.ts'
import type { Conversation } from './conversation.ts'
import { createDevices } from '../gateways/devices.ts'
import { createGuestHost } from '../gateways/guest-host/guest-host.ts'
import type { PageFile } from '../gateways/listener.ts'
import { storedCertificate } from '../gateways/certificate.ts'
import { openLocalToken } from '../gateways/local-token.ts'
import { openGateway, type Gateway } from '../gateways/open-gateway.ts'
import { createWireServers } from '../gateways/wire-servers.ts'
import { openJournal } from '../journal/disk-journal.ts'
import type { Log } from './log.ts'
import { digest } from './system.ts'
import { lanAddress } from '../rooms/livekit/local-network.ts'
import type { SecretStore } from '../storage/secret-store.ts'

interface Deps {
  profile: string
  environment: NodeJS.ProcessEnv
  /** Whether clients need no token, as with --gateway-open. */
  isOpen: boolean
  /** A page for guests, by its path. */
  page(path: string): Promise<PageFile | null>
  settings(): Settings
  secrets: SecretStore
  recognizer(): Recognizer | null
  onRecognizerState(listener: (state: RecognizerState) => void): () => void
  loadSpeech(): void
  /** The conversation of the desktop. */
  conversation(): Pick<Conversation, 'id' | 'agent' | 'vocabulary' | 'createGuestBrain'> | null
  onStatus(status: GatewayStatus): void
  log: Log
}

export interface Guests extends Gateway {
  /** Another folder is about to open, or another brain to answer. */
  leave(): void
}

const MB = 1024 * 1024
/** The journal of one guest. */
const GUEST_LIMITS = { segmentBytes: 4 * MB, totalBytes: 64 * MB, bodiesBytes: 64 * MB }

/** Refusals are logged at most this often. */
const REFUSAL_LOG_MS = 1_000

const noCodeWords = indexCodeWords([])

const ANOTHER_FOLDER = new FaultError(
  'brain_unavailable',
  'Parley opened another folder or changed to another agent during this answer.',
  'Ask again.',
  { retryable: true },
)

export function openGuests(deps: Deps): Guests {
  const { log, conversation, secrets } = deps
  const onError = (what: string, error: unknown): void => log('warn', what, { pii: { error: String(error) } })
  let recognizerState: RecognizerState = 'loading'
  deps.onRecognizerState((state) => void (recognizerState = state))
  const guestHost = createGuestHost({
    openBrain(guest) {
      const open = conversation()
      if (open) return open.createGuestBrain(`${open.id}-${digest(guest)}`)
      throw new FaultError('no_workspace', 'No folder is open in Parley.', 'Open a folder in Parley first.')
    },
    openJournal: (guest) =>
      openJournal(join(deps.profile, 'guests', `${digest(guest)}.jsonl`), { limits: GUEST_LIMITS }),
    show: (turnId, artifact, source) => conversation()?.agent.show(turnId, artifact, source),
    // Without a folder nobody can answer the approval, and it expires.
    askOwner: (turnId, approval, answered) =>
      conversation()?.agent.askForGuest(turnId, approval, answered) ?? { settle() {} },
    hasWindow: () => conversation()?.agent.hasWindow() ?? false,
    recognizer: deps.recognizer,
    state: () => recognizerState,
    onState: deps.onRecognizerState,
    wake: deps.loadSpeech,
    names: () => conversation()?.vocabulary.index() ?? noCodeWords,
    newId: randomUUID,
    clock: systemClock,
    onError,
  })
  let logged = ''
  let lastRefusal = 0
  const gateway = openGateway({
    settings: deps.settings,
    devices: createDevices({ secrets, now: systemClock.now, onError }),
    isOpen: deps.isOpen,
    chosenToken: deps.environment['GATEWAY_TOKEN'] || null,
    localToken: () =>
      openLocalToken(deps.profile).catch((error: unknown) => {
        onError('cannot store the token for this computer, so it changes with each start', error)
        return randomBytes(32).toString('base64url')
      }),
    servers: createWireServers({
      guestHost,
      clock: systemClock,
      newId: randomUUID,
      onError,
      folder: (wire) => join(deps.profile, 'guests', wire),
    }),
    page: deps.page,
    certificate: storedCertificate({ secrets, now: systemClock.now }),
    lanAddress: () => lanAddress(networkInterfaces())?.address ?? null,
    clock: systemClock,
    newId: randomUUID,
    onStatus(status) {
      const guests = status.tag === 'listening' ? status.guests.length + status.more : 0
      const now = `${status.tag} ${guests}`
      if (now !== logged) log('info', 'gateway', { state: status.tag, guests })
      logged = now
      deps.onStatus(status)
    },
    onRefused(reason) {
      const now = systemClock.now()
      if (now - lastRefusal < REFUSAL_LOG_MS) return
      lastRefusal = now
      log('warn', 'guest refused', { reason })
    },
    onError,
  })
  return {
    ...gateway,
    leave: () => guestHost.leaveBrains(ANOTHER_FOLDER.fault),
    async close() {
      await gateway.close()
      await guestHost.close()
    },
  }
}
