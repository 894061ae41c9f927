// Speaks to a gateway as document 004 has it: one run at a time, no way to stop it, nothing kept of what was missed.
import { record } from '../../../core/openclaw/gateway-event.ts'
import { lostRun } from '../../../core/openclaw/run-faults.ts'
import type { DocumentEar } from './document-ear.ts'
import type { Channel } from './link.ts'
import type { Speaker } from './speaker.ts'

interface Deps {
  channel: Extract<Channel, { form: 'document' }>
  sessionKey: string
  ear: DocumentEar
  /** Drops the connection: the only way not to hear the rest of a run. */
  drop(): void
}

export function createDocumentSpeaker({ channel, sessionKey, ear, drop }: Deps): Speaker {
  return {
    note: 'This gateway speaks the older form of its protocol: it cannot be asked to stop, and does not ask before it runs commands.',
    title: 'OpenClaw (older form)',
    async send(_, message) {
      ear.sent()
      let alias: string | null = null
      try {
        const { runId } = record(await channel.connection.request('agent', { message, sessionKey }))
        if (typeof runId === 'string') alias = runId
      } finally {
        ear.answered(alias)
      }
      return 'taken'
    },
    isPending: async () => false,
    async abort() {
      drop()
    },
    // The document: a connection that closes before the end is a failure of the run.
    aftermath: async (key) => ({
      tag: 'over',
      events: [{ type: 'failed', key, message: lostRun.message, kind: null }],
    }),
    inFlight: async () => null,
    questions: async () => [],
    async answer() {},
    isOurs: () => true,
  }
}
