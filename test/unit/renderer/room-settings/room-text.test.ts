import { describe, expect, it } from 'vitest'
import {
  addressText,
  isForBrowsers,
  roomLabel,
  roomText,
  roomExplained,
  serverText,
  disconnectedBecause,
} from '../../../../src/renderer/room-settings/room-text.ts'
import type { RoomStatus } from '../../../../src/shared/room-status.ts'

const connected = { tag: 'connected', way: { tag: 'livekit' } } as const
const inRoom = (
  people: number,
  state: Extract<RoomStatus, { tag: 'livekit' }>['state'] = 'in',
): RoomStatus => ({
  tag: 'livekit',
  state,
  url: 'ws://127.0.0.1:7880',
  room: 'parley',
  people: Array.from({ length: people }, (_, at) => ({
    identity: `window-${at}`,
    name: '',
    role: 'owner' as const,
  })),
  fault: null,
})

describe('the room in the status bar', () => {
  it('is the local room if no other is set up or it is unknown', () => {
    expect(roomText({ tag: 'local' }, connected)).toEqual({ text: 'Local room', look: 'good' })
    expect(roomText(null, connected).text).toBe('Local room')
  })

  it('is named with the number of participants', () => {
    expect(roomText(inRoom(3), { ...connected, weak: true })).toEqual({
      text: 'Weak connection',
      look: 'busy',
    })
    expect(roomLabel(inRoom(3), { ...connected, weak: true })).toBe('Room parley · 3 people, weak connection')
    expect(roomLabel(inRoom(3), connected)).toBe('Room parley · 3 people')
    expect(roomText(inRoom(3), connected).text).toBe('Room parley · 3 people')
    expect(roomText(inRoom(1), connected).text).toBe('Room parley · 1 person')
    expect(roomText(inRoom(0), connected).text).toBe('Room parley')
  })

  it('says what the agent is doing', () => {
    expect(roomText(inRoom(0, 'joining'), connected)).toEqual({ text: 'Joining…', look: 'busy' })
    expect(roomText(inRoom(0, 'interrupted'), connected)).toEqual({ text: 'Reconnecting…', look: 'busy' })
    expect(roomText(inRoom(0, 'waiting'), connected)).toEqual({ text: 'Reconnecting…', look: 'busy' })
    expect(roomText(inRoom(0, 'refused'), connected)).toEqual({ text: 'Not in the room', look: 'bad' })
  })

  it('is the local room if the window fell back to it', () => {
    const instead = { tag: 'connected', way: { tag: 'instead', why: 'No agent.' } } as const
    expect(roomText(inRoom(3), instead)).toEqual({ text: 'Local room instead', look: 'busy' })
  })

  it('is not named while the window is in no room', () => {
    const lost = { tag: 'reconnecting', reason: 'It broke.', attempt: 1 } as const
    expect(roomText(inRoom(3), lost)).toEqual({ text: 'Reconnecting', look: 'busy' })
    expect(roomText(inRoom(3), { tag: 'connecting' }).text).toBe('Connecting')
  })
})

it('every state of the room has an explanation', () => {
  expect(roomExplained({ tag: 'local' })).toContain('nothing leaves this computer')
  expect(roomExplained(inRoom(1))).toContain('Everyone in the room hears')
  expect(roomExplained(inRoom(0, 'waiting'))).toContain('in the local room')
})

it('a running server says who can reach it', () => {
  const running = { tag: 'running', url: 'ws://127.0.0.1:7880', addresses: [] } as const
  expect(serverText({ ...running, addresses: [], lan: false })).toContain('for this computer only')
  expect(serverText({ ...running, addresses: [], lan: true })).toContain('its network')
})

it('an invitation says whether browsers accept the address, and what to do about it', () => {
  expect(addressText('wss://rooms.example')).toBeNull()
  expect(addressText('ws://127.0.0.1:7880')).toContain('only on this computer')
  const inNetwork = addressText('ws://192.168.1.20:7880')
  for (const part of ['phone', 'wss://', 'microphone', 'certificate']) expect(inNetwork).toContain(part)
})

it('LiveKit’s page is offered only if a browser can connect', () => {
  expect(isForBrowsers('wss://talk.example')).toBe(true)
  expect(isForBrowsers('ws://127.0.0.1:7880')).toBe(true)
  expect(isForBrowsers('ws://192.168.1.20:7880')).toBe(false)
  expect(isForBrowsers('ws://127.example:7880')).toBe(false)
})

it('only a working connection needs no explanation', () => {
  expect(disconnectedBecause({ tag: 'connected', way: { tag: 'local' } })).toBeNull()
  expect(disconnectedBecause({ tag: 'connecting' })).toBe('Connecting to the agent…')
  expect(disconnectedBecause({ tag: 'reconnecting', reason: 'The agent went away.', attempt: 1 })).toBe(
    'The agent went away. Trying again…',
  )
  expect(disconnectedBecause({ tag: 'reconnecting', reason: 'The agent went away.', attempt: 4 })).toBe(
    'The agent went away. Trying again, attempt 4…',
  )
})
