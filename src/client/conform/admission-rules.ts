// Who is let in (document 004 §2, ruling 11), the same on each wire: `refusal` says which frame may come before the door shuts.
import { UNAUTHORIZED } from '../../shared/wire/gateway.ts'
import { NotConnected, type Admission, type ClientWire, type Frame } from '../link.ts'
import { createProbe, expectSame, must, quoted, type Probe } from './probe.ts'
import type { Bench, Rule } from './rule.ts'

const ELSEWHERE = 'https://elsewhere.example'

interface Door {
  wire: ClientWire
  /** Whether this frame tells a client that it is let in. */
  isWelcome(frame: Frame): boolean
  /** Whether this frame may come before a client is closed out. */
  isRefusal(frame: Frame): boolean
  /** What a client that was let in says to hear something. */
  greet(probe: Probe<Frame>): void
}

export function admissionRules({ wire, isWelcome, isRefusal, greet }: Door): Rule[] {
  async function knock(bench: Bench, admission: Partial<Admission>): Promise<Probe<Frame>> {
    return createProbe(bench, await bench.open(wire, admission), (frame) => frame)
  }

  async function isLetIn(bench: Bench, admission: Partial<Admission>): Promise<void> {
    const probe = await knock(bench, admission)
    greet(probe)
    const frame = await probe.next('to be let in')
    must(isWelcome(frame), `Expected to be let in, got ${quoted(frame)}.`)
  }

  async function isShutOut(bench: Bench, admission: Partial<Admission>): Promise<void> {
    const probe = await knock(bench, admission)
    greet(probe)
    const closing = await probe.closing((frame) =>
      must(isRefusal(frame), `Said ${quoted(frame)} to a client that is not to be let in.`),
    )
    expectSame(closing, UNAUTHORIZED)
  }

  /** Turned away before it is a connection, or shut out like anybody without the token. */
  async function isTurnedAway(bench: Bench, admission: Partial<Admission>): Promise<void> {
    try {
      await isShutOut(bench, admission)
    } catch (error) {
      if (!(error instanceof NotConnected)) throw error
    }
  }

  const about = { document: wire === 'g2' ? '004' : 'ruling', section: wire === 'g2' ? '§2' : '11' } as const
  return [
    {
      ...about,
      id: `${wire}-token-in-address`,
      sentence: 'A client that has the token in its address is let in.',
      needs: ['token'],
      check: (bench) => isLetIn(bench, { auth: 'query' }),
    },
    {
      ...about,
      id: `${wire}-token-wrong`,
      sentence: 'A wrong token closes the connection with 4001 "Unauthorized".',
      needs: ['token'],
      check: (bench) => isShutOut(bench, { token: `${bench.token}x` }),
    },
    {
      ...about,
      id: `${wire}-token-missing`,
      sentence: 'A missing token closes the connection with 4001 "Unauthorized".',
      needs: ['token'],
      check: (bench) => isShutOut(bench, { token: null }),
    },
    {
      ...about,
      id: `${wire}-token-unset`,
      sentence: 'Where no token is set, nobody needs one.',
      needs: ['no token'],
      check: (bench) => isLetIn(bench, { token: null }),
    },
    {
      document: 'ruling',
      section: '11',
      id: `${wire}-token-in-frame`,
      sentence: 'A first frame {"type":"auth","token"} lets a client in, too.',
      needs: ['token'],
      check: (bench) => isLetIn(bench, { auth: 'frame' }),
    },
    {
      document: 'ruling',
      section: '11',
      id: `${wire}-token-in-frame-wrong`,
      sentence: 'A first frame with a wrong token closes the connection with 4001 "Unauthorized".',
      needs: ['token'],
      check: (bench) => isShutOut(bench, { token: `x${bench.token}`, auth: 'frame' }),
    },
    {
      document: 'ruling',
      section: '11',
      id: `${wire}-foreign-page`,
      sentence: 'A page of another site that shows no token is turned away, whether one is set or not.',
      check: (bench) => isTurnedAway(bench, { token: null, origin: ELSEWHERE }),
    },
    {
      document: 'ruling',
      section: '11',
      id: `${wire}-known-page`,
      sentence: 'A page of another site that has the token is let in.',
      needs: ['token'],
      check: (bench) => isLetIn(bench, { origin: ELSEWHERE }),
    },
  ]
}
