// Starts a LiveKit server as Parley does, tells where it is on standard output, and stays until it is killed.
import { systemClock } from '../../../src/main/clock.ts'
import { createLocalServer } from '../../../src/main/rooms/livekit/local-server.ts'

const server = createLocalServer({
  program: () => process.argv[2]!,
  port: 0,
  clock: systemClock,
  onState(state) {
    if (state.tag === 'running') process.stdout.write(`${state.url}\n`)
  },
  onProblem: (what, fields) => process.stderr.write(`${what} ${JSON.stringify(fields)}\n`),
})
await server.start(false)
// It does not end by itself, whatever becomes of the server.
setInterval(() => {}, 60_000)
