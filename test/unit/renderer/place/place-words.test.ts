import { describe, expect, it } from 'vitest'
import {
  addressWords,
  isForBrowsers,
  placeLabel,
  placeWords,
  roomExplained,
  serverWords,
} from '../../../../src/renderer/place/place-words.ts'
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
  people: Array.from({ length: people }, (_, at) => ({ identity: `window-${at}`, name: '' })),
  fault: null,
})

describe('the room in the status bar', () => {
  it('is the local one where no other is set up, and while it is not known yet', () => {
    expect(placeWords({ tag: 'local' }, connected)).toEqual({ words: 'Local room', look: 'good' })
    expect(placeWords(null, connected).words).toBe('Local room')
  })

  it('is named with how many are in it', () => {
    expect(placeWords(inRoom(3), { ...connected, weak: true })).toEqual({
      words: 'Weak connection',
      look: 'busy',
    })
    expect(placeLabel(inRoom(3), { ...connected, weak: true })).toBe(
      'Room parley · 3 people, weak connection',
    )
    expect(placeLabel(inRoom(3), connected)).toBe('Room parley · 3 people')
    expect(placeWords(inRoom(3), connected).words).toBe('Room parley · 3 people')
    expect(placeWords(inRoom(1), connected).words).toBe('Room parley · 1 person')
    expect(placeWords(inRoom(0), connected).words).toBe('Room parley')
  })

  it('says what the agent is doing about it', () => {
    expect(placeWords(inRoom(0, 'joining'), connected)).toEqual({ words: 'Joining…', look: 'busy' })
    expect(placeWords(inRoom(0, 'interrupted'), connected)).toEqual({ words: 'Reconnecting…', look: 'busy' })
    expect(placeWords(inRoom(0, 'waiting'), connected)).toEqual({ words: 'Reconnecting…', look: 'busy' })
    expect(placeWords(inRoom(0, 'refused'), connected)).toEqual({ words: 'Not in the room', look: 'bad' })
  })

  it('is not the one this window is in where that could not get there', () => {
    const instead = { tag: 'connected', way: { tag: 'instead', why: 'No agent.' } } as const
    expect(placeWords(inRoom(3), instead)).toEqual({ words: 'Here, not in the room', look: 'busy' })
  })

  it('is not told of while this window is in none', () => {
    const lost = { tag: 'reconnecting', reason: 'It broke.', attempt: 1 } as const
    expect(placeWords(inRoom(3), lost)).toEqual({ words: 'Reconnecting', look: 'busy' })
    expect(placeWords(inRoom(3), { tag: 'connecting' }).words).toBe('Connecting')
  })
})

it('What the room means is said for every state of it', () => {
  expect(roomExplained({ tag: 'local' })).toContain('nothing leaves this computer')
  expect(roomExplained(inRoom(1))).toContain('Everybody in it hears')
  expect(roomExplained(inRoom(0, 'waiting'))).toContain('here meanwhile')
})

it('Whether others can reach the server is said while it runs', () => {
  const running = { tag: 'running', url: 'ws://127.0.0.1:7880', addresses: [] } as const
  expect(serverWords({ ...running, addresses: [], lan: false })).toContain('for it alone')
  expect(serverWords({ ...running, addresses: [], lan: true })).toContain('its network')
})

it('Whoever is invited is told what a browser makes of the address, and what to do about it', () => {
  expect(addressWords('wss://rooms.example')).toBeNull()
  expect(addressWords('ws://127.0.0.1:7880')).toContain('this computer alone')
  const inNetwork = addressWords('ws://192.168.1.20:7880')
  for (const words of ['phone', 'wss://', 'microphone', 'certificate']) expect(inNetwork).toContain(words)
})

it('A page of somebody else is offered where a browser may connect from it', () => {
  expect(isForBrowsers('wss://talk.example')).toBe(true)
  expect(isForBrowsers('ws://127.0.0.1:7880')).toBe(true)
  expect(isForBrowsers('ws://192.168.1.20:7880')).toBe(false)
  expect(isForBrowsers('ws://127.example:7880')).toBe(false)
})
