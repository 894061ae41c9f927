import { velaWire } from '../../shared/wire/vela.ts'
import type { ClientWire, GivenOptions } from '../wires.ts'
import { velaCancelRules } from './cancel-rules.ts'
import { createVelaClient } from './client.ts'
import { velaLiveRules } from './live-rules.ts'
import { velaPageRules } from './page-rules.ts'
import { velaSessionRules } from './session-rules.ts'
import { velaTurnRules } from './turn-rules.ts'

const isLive = (given: GivenOptions): boolean => '--live' in given
const isMocked = (given: GivenOptions): boolean => '--mocked' in given

export const velaClientWire: ClientWire = {
  wire: velaWire,
  options: {
    '--mocked': [null, 'run the mocked turn (the default)'],
    '--live': [null, 'use the live pipeline, with --wav'],
  },
  check(given, { text }) {
    if (isLive(given) && isMocked(given)) return 'Use either --live or --mocked.'
    return isLive(given) && text !== null ? 'The live pipeline takes audio, not text. Use --wav.' : null
  },
  defaultInput: (given, canType) => (isMocked(given) || (!isLive(given) && !canType) ? 'mocked' : null),
  open: async ({ connect, given, ...deps }) =>
    createVelaClient(await connect(), { ...deps, live: isLive(given) }),
  rules: [...velaSessionRules, ...velaTurnRules, ...velaCancelRules, ...velaLiveRules, ...velaPageRules],
}
