// The room in every state, by the name that the address gives it: ?place=local|joining|in|waiting|refused|failed|lan
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
      { identity: 'window-1', name: 'ada' },
      { identity: 'guest-1', name: 'Bo’s phone' },
      { identity: 'a-guest-with-a-rather-long-identity-and-no-name-of-their-own-9d0f1c2e', name: '' },
    ],
  },
  waiting: {
    ...at,
    state: 'waiting',
    fault: {
      code: 'room_absent',
      message: `No LiveKit server answers at ${url}.`,
      remedy:
        'Start it, or check the address. Parley tries again by itself, and talks to you here meanwhile.',
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
      message: 'There is no program livekit-server on this computer that could be started.',
      remedy:
        'Install LiveKit’s server (livekit.io has it for every system), or say in the settings where the program is; then start it again.',
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
          'Set both anew in the settings, as they are in the server’s configuration; check this computer’s clock too.',
      },
    ]
  return [
    address,
    well('token', 'The server accepts tokens from here.'),
    well('room', 'The room parley is open.'),
    well('agent', 'The agent is in the room.'),
  ]
}

/** As long as a real one. */
const token = `eyJhbGciOiJIUzI1NiJ9.${'eyJ2aWRlbyI6eyJyb29tIjoicGFybGV5'.repeat(9)}.c2lnbmF0dXJlLW9mLXRoZS10b2tlbi1oZXJl`

export function invitationScene(name: string): Invitation {
  const to = name === 'lan' ? 'ws://192.168.1.20:7880' : url
  const query = new URLSearchParams({ liveKitUrl: to, token })
  return { url: to, token, link: `https://meet.livekit.io/custom?${query.toString()}`, minutes: 10 }
}
