// What the preload shares with main and the page. It imports nothing: the preload must stay free of zod.

/** What the preload puts on the window. Main checks the name and the input of every request. */
export interface ParleyPreload {
  request(name: string, input: unknown): Promise<unknown>
  onEvent(listener: (name: string, value: unknown) => void): () => void
}

/** The channels between preload and main. */
export const IPC_CHANNEL = 'parley.request'
export const IPC_EVENT_CHANNEL = 'parley.event'

/** The message that brings the room's port into the page. */
export const ROOM_PORT_MESSAGE = 'parley.room.port'
