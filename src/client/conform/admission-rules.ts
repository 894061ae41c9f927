// Which clients a gateway accepts. The rules are the same on every wire.
import { UNAUTHORIZED, type GatewayWire } from '../../shared/wire/gateway.ts'
import { NotConnected, type Admission, type Frame } from '../link.ts'
import { createProbe, expectSame, must, quoted, type Probe } from './probe.ts'
import type { CheckContext, Rule } from './rule.ts'

const OTHER_SITE = 'https://elsewhere.example'

interface AdmissionFrames {
  wire: GatewayWire
  /** Whether this frame shows that the client was accepted. */
  isWelcome(frame: Frame): boolean
  /** Whether this frame may precede a refusal. */
  isRefusal(frame: Frame): boolean
  /** Sends something that an accepted client gets an answer to. */
  greet(probe: Probe<Frame>): void
}

export function admissionRules({ wire, isWelcome, isRefusal, greet }: AdmissionFrames): Rule[] {
  async function connect(context: CheckContext, admission: Partial<Admission>): Promise<Probe<Frame>> {
    return createProbe(context, await context.open(wire, admission), (frame) => frame)
  }

  async function isAccepted(context: CheckContext, admission: Partial<Admission>): Promise<void> {
    const probe = await connect(context, admission)
    greet(probe)
    const frame = await probe.next('a welcome')
    must(isWelcome(frame), `Expected a welcome, got ${quoted(frame)}.`)
  }

  async function isRefused(context: CheckContext, admission: Partial<Admission>): Promise<void> {
    const probe = await connect(context, admission)
    greet(probe)
    const closing = await probe.closing((frame) =>
      must(isRefusal(frame), `Sent ${quoted(frame)} to a client without a valid token.`),
    )
    expectSame(closing, UNAUTHORIZED)
  }

  /** Refused before or after the upgrade. */
  async function isTurnedAway(context: CheckContext, admission: Partial<Admission>): Promise<void> {
    try {
      await isRefused(context, admission)
    } catch (error) {
      if (!(error instanceof NotConnected)) throw error
    }
  }

  return [
    {
      id: `${wire.id}-token-in-address`,
      title: 'A client with the token in its address is accepted.',
      needs: ['token'],
      check: (context) => isAccepted(context, { auth: 'query' }),
    },
    {
      id: `${wire.id}-token-wrong`,
      title: 'A wrong token closes the connection with 4001 "Unauthorized".',
      needs: ['token'],
      check: (context) => isRefused(context, { token: `${context.token}x` }),
    },
    {
      id: `${wire.id}-token-missing`,
      title: 'A missing token closes the connection with 4001 "Unauthorized".',
      needs: ['token'],
      check: (context) => isRefused(context, { token: null }),
    },
    {
      id: `${wire.id}-token-unset`,
      title: 'With --gateway-open, clients need no token.',
      needs: ['no token'],
      check: (context) => isAccepted(context, { token: null }),
    },
    {
      id: `${wire.id}-token-in-frame`,
      title: 'A first frame {"type":"auth","token"} is accepted instead of a token in the address.',
      needs: ['token'],
      check: (context) => isAccepted(context, { auth: 'frame' }),
    },
    {
      id: `${wire.id}-token-in-frame-wrong`,
      title: 'A first frame with a wrong token closes the connection with 4001 "Unauthorized".',
      needs: ['token'],
      check: (context) => isRefused(context, { token: `x${context.token}`, auth: 'frame' }),
    },
    {
      id: `${wire.id}-foreign-page`,
      title: 'A page of another site without the token is refused, even with --gateway-open.',
      check: (context) => isTurnedAway(context, { token: null, origin: OTHER_SITE }),
    },
    {
      id: `${wire.id}-known-page`,
      title: 'A page of another site with the token is accepted.',
      needs: ['token'],
      check: (context) => isAccepted(context, { origin: OTHER_SITE }),
    },
  ]
}
