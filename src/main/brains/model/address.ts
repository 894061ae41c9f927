// Where the model is: the address as the user writes it, and the one requests go to.
import { isLoopback } from '../../../base/host-address.ts'
import type { Settings } from '../../../shared/settings.ts'

export interface ModelAddress {
  api: 'openai' | 'anthropic'
  /** What the paths of the API are added to. */
  base: string
  /** Consent and the key belong to it. */
  origin: string
  /** As users write it, such as api.openai.com. */
  place: string
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
  return {
    api,
    base: `${url.origin}${path === '' ? '/v1' : path}`,
    origin: url.origin,
    place: isLocal ? `${url.host} on this computer` : url.host,
    isLocal,
    isPrivate: isLocal || url.protocol === 'https:',
  }
}
