// Starts a LiveKit server as Parley does, prints its address, and runs until it is killed.
import { systemClock } from '../../../src/main/app/clock.ts'
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
// Keeps this process alive, whatever happens to the server.
setInterval(() => {}, 60_000)
