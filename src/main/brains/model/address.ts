// Where the model is: the address as the user writes it, and the one requests go to.
import { isLoopback } from '../../../base/host-address.ts'
import { isCloudModel, OLLAMA_CLOUD } from '../../../shared/model-providers.ts'
import type { Settings } from '../../../shared/settings.ts'

export interface ModelAddress {
  api: 'openai' | 'anthropic'
  /** What the paths of the API are added to. */
  base: string
  /** The key belongs to it. */
  origin: string
  /** As users write it, such as api.openai.com. */
  place: string
  /** What the owner agrees to, and how they read it: who receives the conversation in the end. */
  consentTo: string
  receiver: string
  /** On this computer: nothing leaves it. */
  isLocal: boolean
  /** The connection cannot be read on the way. */
  isPrivate: boolean
}

/** Null while the user has not given one. */
export function modelAddress({
  modelUrl,
  modelApi,
}: Pick<Settings, 'modelUrl' | 'modelApi'>): ModelAddress | null {
  if (modelUrl === '' || !URL.canParse(modelUrl)) return null
  const url = new URL(modelUrl)
  const isAnthropic =
    /(?:^|\.)anthropic\.com$/i.test(url.hostname) || /\/anthropic(?:\/|$)/i.test(url.pathname)
  const api = modelApi === 'auto' ? (isAnthropic ? 'anthropic' : 'openai') : modelApi
  // Users copy the address of a request, or that of the server alone.
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/(?:chat\/completions|completions|messages|models)$/, '')
  const isLocal = isLoopback(url.hostname)
  const place = isLocal ? `${url.host} on this computer` : url.host
  return {
    api,
    base: `${url.origin}${path === '' ? '/v1' : path}`,
    origin: url.origin,
    place,
    consentTo: url.origin,
    receiver: place,
    isLocal,
    isPrivate: isLocal || url.protocol === 'https:',
  }
}

/** Whether the server is on this computer, wherever its models run. */
export const isServerHere = ({ origin }: ModelAddress): boolean => isLoopback(new URL(origin).hostname)

/** The address for this model: a server on this computer may pass the conversation on to `remoteHost`, as Ollama does. */
export function addressFor(
  address: ModelAddress,
  model: string | null,
  remoteHost: string | null = null,
): ModelAddress {
  if (!address.isLocal || model === null) return address
  const host = remoteHost ?? (isCloudModel(model) ? OLLAMA_CLOUD : null)
  return host === null ? address : { ...address, consentTo: host, receiver: host, isLocal: false }
}
