// What the gateway client keeps secret. Where it is kept is not its business; the app hands this in.
export interface Secrets {
  get(name: string): string | null
  /** Null forgets it. */
  set(name: string, value: string | null): void
}

export const TOKEN = 'openclaw.token'
export const DEVICE_KEY = 'openclaw.device-key'
/** Each gateway gives its own. */
export const deviceTokenOf = (place: string): string => `openclaw.device-token ${place}`
