import { describe, expect, it } from 'vitest'
import { placeWords, roomExplained, serverWords } from '../../../../src/renderer/place/place-words.ts'
import type { RoomStatus } from '../../../../src/shared/room-status.ts'

const connected = { tag: 'connected' } as const
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
    expect(placeWords(inRoom(3), { tag: 'connected', weak: true })).toEqual({
      words: 'Weak connection',
      look: 'busy',
    })
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
