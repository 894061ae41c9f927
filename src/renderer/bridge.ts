// The only file that uses the preload's global. In a browser, which has no preload, the same requests go over a WebSocket to
// the process that served the page.
import { FaultError, faultCodes } from '../shared/errors.ts'
import { ROOM_PORT_MESSAGE, type ParleyPreload } from '../shared/ipc-channels.ts'
import type { AppInfo, IpcReply, IpcRequestName } from '../shared/ipc.ts'
import type { AppBridge } from './app-props.ts'
import { pageClock } from './clock.ts'
import { openLocalLink } from './room/local-link.ts'
import { createRoomOpener, type RoomOpener } from './room/open-room.ts'
import type { OpenLink } from './room/room-link.ts'
import { createSocketRequests } from './room/socket-requests.ts'
import { createPortTransport, openSocketTransport } from './room/transports.ts'

declare global {
  interface Window {
    parley?: ParleyPreload
  }
}

export interface Bridge extends AppBridge {
  host: AppInfo['host']
  room: RoomOpener
}

export function createBridge(): Bridge {
  return window.parley ? desktopBridge(window.parley) : browserBridge()
}

function desktopBridge(preload: ParleyPreload): Bridge {
  const bridge = bridgeOver(preload)
  const room = openerOver(bridge, async (listener) => {
    const port = nextRoomPort()
    await preload.request('room.join', null)
    return openLocalLink(createPortTransport(await port), listener)
  })
  return { ...bridge, returnToRoom: room.returnToRoom, host: 'desktop', room }
}

function browserBridge(): Bridge {
  const token = tokenOfPage()
  const url = (path: string): string => `ws://${location.host}${path}`
  const bridge = bridgeOver(createSocketRequests(() => new WebSocket(url('/ipc'), protocols(token))))
  const room = openerOver(bridge, async (listener) =>
    openLocalLink(await openSocketTransport(new WebSocket(url('/room'), protocols(token))), listener),
  )
  return {
    ...bridge,
    returnToRoom: room.returnToRoom,
    host: 'browser',
    // The page opens links itself; the process that served it should not.
    async request(name, ...input) {
      if (name === 'link.open') {
        const [{ url: target }] = input as [{ url: string }]
        window.open(target, '_blank', 'noopener,noreferrer')
      }
      return bridge.request(name, ...input)
    },
    room,
  }
}

const openerOver = (bridge: Pick<AppBridge, 'request' | 'on'>, openLocal: OpenLink): RoomOpener =>
  createRoomOpener({ bridge, openLocal, clock: pageClock, random: Math.random })

const protocols = (token: string): string[] => ['parley', `token.${token}`]

/** The token comes in the hash, which browsers do not send. It is removed from the address and stored for a reload. */
function tokenOfPage(): string {
  const fromHash = new URLSearchParams(location.hash.slice(1)).get('token')
  if (fromHash !== null) {
    sessionStorage.setItem('parley.token', fromHash)
    history.replaceState(null, '', location.pathname)
  }
  return sessionStorage.getItem('parley.token') ?? ''
}

/** The next port from the preload; the page must listen before it asks for it. */
function nextRoomPort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent): void => {
      const [port] = event.ports
      if (event.source !== window || event.data !== ROOM_PORT_MESSAGE || !port) return
      window.removeEventListener('message', listen)
      resolve(port)
    }
    window.addEventListener('message', listen)
  })
}

function bridgeOver(channel: ParleyPreload): Pick<AppBridge, 'request' | 'on'> {
  const listeners = new Map<string, Set<(value: never) => void>>()
  channel.onEvent((name, value) => {
    for (const listener of listeners.get(name) ?? []) listener(value as never)
  })
  return {
    async request(name, ...input) {
      const reply = (await channel.request(name, input[0] ?? null)) as IpcReply<IpcRequestName>
      if (reply.ok) return reply.value as never
      const { code, message, remedy, retryable } = reply.fault
      throw new FaultError(faultCodes.find((known) => known === code) ?? 'internal', message, remedy, {
        retryable,
      })
    },
    on(name, listener) {
      const known = listeners.get(name) ?? new Set()
      listeners.set(name, known.add(listener as (value: never) => void))
      return () => void known.delete(listener as (value: never) => void)
    },
  }
}
