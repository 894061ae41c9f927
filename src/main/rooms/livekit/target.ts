// Where the agent is to be.

/** Which room, and what lets us in. */
export type Target = {
  url: string
  /** Where others go, if it is another address for them. */
  guestUrl?: string
  room: string
} & ({ by: 'keys'; key: string; secret: string } | { by: 'endpoint'; endpoint: string })
