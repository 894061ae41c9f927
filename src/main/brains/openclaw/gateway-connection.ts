// One connection to a current gateway, with the official client: it does the handshake, signs for the device, matches answers
// to requests and detects silence. link.ts reconnects, because the client has no growing pause.
import { GatewayClient, type DeviceIdentity, type GatewayClientCloseInfo } from '@openclaw/gateway-client'
import {
  GATEWAY_CLIENT_CAPS,
  GATEWAY_CLIENT_MODES,
  GATEWAY_CLIENT_NAMES,
} from '@openclaw/gateway-protocol/client-info'
import { readConnectErrorDetailCode } from '@openclaw/gateway-protocol/connect-error-details'
import { PROTOCOL_VERSION } from '@openclaw/gateway-protocol/version'
import type { ConnectionEnd, ConnectionError } from '../../../core/wires/openclaw/faults.ts'
import { record } from '../../../core/wires/openclaw/gateway-event.ts'
import { truncate } from '../../../base/truncate.ts'
import { rawPublicKey, signPayload } from './device-identity.ts'

export interface GatewayConnection {
  request(method: string, params: unknown): Promise<unknown>
  close(): Promise<void>
}

export interface GatewayConnectionDeps {
  url: string
  version: string
  token: string | null
  /** Null for a connection that uses the token only. */
  device: DeviceIdentity | null
  /** The token this gateway gave the device. */
  deviceToken: { get(): string | null; set(token: string | null): void }
  scopes: readonly string[]
  /** How long to wait for the gateway's challenge, its first message. */
  challengeMs: number
  onReady(hello: unknown): void
  onEvent(name: string, payload: unknown): void
  /** Frames were lost. */
  onGap?(): void
  /** Called once. `silent`: there was no challenge, so it is not a current gateway. */
  onEnd(end: ConnectionEnd & { silent: boolean }): void
}

/** The least a conversation needs. */
export const SCOPES: readonly string[] = ['operator.read', 'operator.write', 'operator.approvals']

export function openGateway(deps: GatewayConnectionDeps): GatewayConnection {
  let silent = false
  let ended = false
  let refused: Error | undefined
  const client = new GatewayClient({
    url: deps.url,
    ...(deps.token !== null && { token: deps.token }),
    deviceIdentity: deps.device,
    clientName: GATEWAY_CLIENT_NAMES.GATEWAY_CLIENT,
    mode: deps.device ? GATEWAY_CLIENT_MODES.UI : GATEWAY_CLIENT_MODES.BACKEND,
    clientDisplayName: 'Parley',
    clientVersion: deps.version,
    platform: process.platform,
    role: 'operator',
    scopes: [...deps.scopes],
    caps: [GATEWAY_CLIENT_CAPS.TOOL_EVENTS, GATEWAY_CLIENT_CAPS.EXEC_APPROVALS],
    minProtocol: PROTOCOL_VERSION,
    maxProtocol: PROTOCOL_VERSION,
    connectChallengeTimeoutMs: deps.challengeMs,
    notifyOnStartupRetry: true,
    // Only the settings count, not OpenClaw's environment variables.
    env: {},
    hostDeps: {
      signDevicePayload: signPayload,
      publicKeyRawBase64UrlFromPem: (pem) => rawPublicKey(pem).toString('base64url'),
      loadDeviceAuthToken: () => {
        const token = deps.deviceToken.get()
        return token === null ? null : { token, scopes: [...deps.scopes] }
      },
      storeDeviceAuthToken: ({ token }) => deps.deviceToken.set(token),
      clearDeviceAuthToken: () => deps.deviceToken.set(null),
      logDebug: () => {},
      logError: () => {},
    },
    onHelloOk: (hello) => deps.onReady(hello),
    onEvent: ({ event, payload }) => deps.onEvent(event, payload),
    onGap: () => deps.onGap?.(),
    onConnectError(error) {
      refused = error
      if (error.message.startsWith('gateway connect challenge timeout')) silent = true
    },
    onClose: (code, reason, info) => end(code, reason, info),
  })

  function end(code: number, reason: string, info?: GatewayClientCloseInfo): void {
    // The client would reconnect. The next attempt must use the settings of that moment.
    client.stop()
    if (ended) return
    ended = true
    const error = info?.connectError ?? (info?.phase === 'post-hello' ? undefined : refused)
    deps.onEnd({
      code,
      reason,
      silent,
      wasReady: info?.phase === 'post-hello',
      error: error && connectionError(error),
    })
  }

  try {
    client.start()
  } catch (error) {
    // The client refuses the address, for example a remote one without encryption.
    refused = error as Error
  }
  // Without a socket there is no close event.
  if (refused) queueMicrotask(() => end(0, ''))

  return {
    request: (method, params) => client.request(method, params),
    async close() {
      ended = true
      await client.stopAndWait().catch(() => {})
    },
  }
}

export function connectionError(error: Error): ConnectionError {
  const fields = error as Error & {
    code?: unknown
    gatewayCode?: unknown
    details?: unknown
    retryAfterMs?: unknown
  }
  const httpStatus = record(fields.details)['httpStatus']
  return {
    message: error.message,
    systemCode: typeof fields.code === 'string' ? fields.code : undefined,
    gatewayCode: typeof fields.gatewayCode === 'string' ? fields.gatewayCode : undefined,
    detailCode: readConnectErrorDetailCode(fields.details) ?? undefined,
    httpStatus: typeof httpStatus === 'number' ? httpStatus : undefined,
    retryAfterMs: typeof fields.retryAfterMs === 'number' ? fields.retryAfterMs : undefined,
  }
}

export interface GatewayRefusal {
  code: string
  /** The gateway's message, shortened for the screen. */
  reason: string
  retryable: boolean
  retryAfterMs?: number
}

const MAX_REASON = 500

/** Null if the request failed for another reason: the connection ended or the gateway was silent. */
export function gatewayRefusal(error: unknown): GatewayRefusal | null {
  if (!(error instanceof Error)) return null
  const { gatewayCode, retryable, retryAfterMs } = error as Error & Record<string, unknown>
  if (typeof gatewayCode !== 'string') return null
  return {
    code: gatewayCode,
    reason: truncate(error.message, MAX_REASON),
    retryable: retryable === true,
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
  }
}
