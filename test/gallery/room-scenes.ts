// The room in every state, named in the address: ?place=local|joining|in|waiting|refused|failed|lan
import type { HealthStep, Invitation, LocalServerState, RoomStatus } from '../../src/shared/room-status.ts'

const url = 'ws://127.0.0.1:7880'
const at = { tag: 'livekit' as const, url, room: 'parley', people: [], fault: null }

const rooms: Record<string, RoomStatus> = {
  local: { tag: 'local' },
  failed: { tag: 'local' },
  joining: { ...at, state: 'joining' },
  in: {
    ...at,
    state: 'in',
    people: [
      { identity: 'window-1', name: 'ada', role: 'owner' },
      { identity: 'guest-1', name: 'Bo’s phone', role: 'approver' },
      {
        identity: 'a-guest-with-a-rather-long-identity-and-no-name-of-their-own-9d0f1c2e',
        name: '',
        role: 'participant',
      },
    ],
  },
  waiting: {
    ...at,
    state: 'waiting',
    fault: {
      code: 'room_absent',
      message: `No LiveKit server answers at ${url}.`,
      remedy: 'Start it, or check the address. Parley keeps trying; meanwhile you can talk in this window.',
      retryable: true,
    },
  },
  refused: {
    ...at,
    state: 'refused',
    fault: {
      code: 'room_refused',
      message: `The LiveKit server at ${url} does not accept the key and the secret.`,
      remedy: 'Check the API key and the secret in the settings; both are in the server’s configuration.',
      retryable: false,
    },
  },
}

const servers: Record<string, LocalServerState> = {
  in: { tag: 'running', lan: false, url, addresses: [url] },
  lan: { tag: 'running', lan: true, url, addresses: ['ws://192.168.1.20:7880'] },
  joining: { tag: 'starting', lan: false },
  failed: {
    tag: 'failed',
    lan: true,
    fault: {
      code: 'server_missing',
      message: 'The program livekit-server is not installed on this computer, or cannot be started.',
      remedy:
        'Install LiveKit’s server (see livekit.io), or enter the path of the program in the settings; then start it again.',
      retryable: true,
    },
  },
}

export const roomScene = (name: string): RoomStatus => rooms[name === 'lan' ? 'in' : name] ?? { tag: 'local' }
export const serverScene = (name: string): LocalServerState => servers[name] ?? { tag: 'off' }

export function healthScene(name: string): HealthStep[] {
  const well = (what: HealthStep['what'], words: string): HealthStep => ({
    what,
    ok: true,
    words,
    remedy: null,
  })
  const address = well('address', `A server answers at ${url}.`)
  if (name === 'refused')
    return [
      address,
      {
        what: 'token',
        ok: false,
        words: 'The server does not accept the key and the secret.',
        remedy:
          'Enter both again in the settings, as they are in the server’s configuration. Also check this computer’s clock.',
      },
    ]
  return [
    address,
    well('token', 'The server accepts Parley’s tokens.'),
    well('room', 'The room parley is open.'),
    well('agent', 'The agent is in the room.'),
  ]
}

/** As long as a real token. */
const token = `eyJhbGciOiJIUzI1NiJ9.${'eyJ2aWRlbyI6eyJyb29tIjoicGFybGV5'.repeat(9)}.c2lnbmF0dXJlLW9mLXRoZS10b2tlbi1oZXJl`

export function invitationScene(name: string): Invitation {
  const to = name === 'lan' ? 'ws://192.168.1.20:7880' : url
  const query = new URLSearchParams({ liveKitUrl: to, token })
  return { url: to, token, link: `https://meet.livekit.io/custom?${query.toString()}`, minutes: 10 }
}
