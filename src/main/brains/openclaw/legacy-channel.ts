// The channel to a gateway of the older form (docs/protocols/openclaw.md): one run at a time, which cannot be stopped, and no
// record of missed events.
import type { GatewayEvent } from '../../../core/wires/openclaw/gateway-event.ts'
import { record } from '../../../core/wires/openclaw/gateway-event.ts'
import { readLegacyEvent } from '../../../core/wires/openclaw/legacy-event.ts'
import { lostRun } from '../../../core/wires/openclaw/faults.ts'
import type { AgentChannel } from './channel.ts'
import type { OpenedLink } from './link.ts'

interface ChannelDeps {
  link: Extract<OpenedLink, { form: 'legacy' }>
  sessionKey: string
  listener: LegacyListener
  /** Drops the connection, which is the only way to stop receiving a run. */
  drop(): void
}

export function createLegacyChannel({ link, sessionKey, listener, drop }: ChannelDeps): AgentChannel {
  return {
    note: 'This gateway uses the older form of its protocol: it cannot be stopped, and does not ask before it runs commands.',
    title: 'OpenClaw (older form)',
    async send(_, message) {
      listener.sent()
      let alias: string | null = null
      try {
        const { runId } = record(await link.connection.request('agent', { message, sessionKey }))
        if (typeof runId === 'string') alias = runId
      } finally {
        listener.accepted(alias)
      }
      return 'taken'
    },
    isPending: async () => false,
    async abort() {
      drop()
    },
    // A connection that closes before the end of a run is a failure of the run.
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

/**
 * Receives the events of such a gateway. It names a run only when it accepts the request, and the first events may follow at
 * once. Until then events are held back, so that none is lost and late events of the previous run are not mistaken for them.
 */
export interface LegacyListener {
  /** A request was sent. */
  sent(): void
  /** The gateway accepted the request under this run id, or refused it. */
  accepted(alias: string | null): void
  receive(name: string, payload: unknown): void
  /** The connection was closed or replaced. */
  reset(): void
}

interface ListenerDeps {
  active(): { key: string } | null
  receive(event: GatewayEvent & { key: string }): void
}

export function createLegacyListener({ active, receive: pass }: ListenerDeps): LegacyListener {
  let alias: string | null = null
  let held: [name: string, payload: unknown][] | null = null

  function receive(name: string, payload: unknown): void {
    if (held) return void held.push([name, payload])
    const run = active()
    const event = run && readLegacyEvent(name, payload, { key: run.key, alias })
    if (event && 'key' in event) pass(event)
  }

  return {
    sent() {
      alias = null
      held = []
    },
    accepted(name) {
      if (!held) return
      alias = name
      const waiting = held
      held = null
      for (const [event, payload] of waiting) receive(event, payload)
    },
    receive,
    reset() {
      alias = null
      held = null
    },
  }
}
