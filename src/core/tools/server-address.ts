// Finds, in the output of a server, the address where it listens on this computer.
import { plainOutput } from '../understanding/replies/plain-output.ts'

const LOCAL = String.raw`localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]`
/** An address as servers print it. Its path has only signs that no view or shell reads as more than an address. */
const ADDRESS = new RegExp(
  String.raw`\b(https?)://(${LOCAL})(?::(\d{1,5}))?(?![\w:-]|\.\w)(/[\w./~%=&?-]{0,200})?`,
  'i',
)
const HOST_AND_PORT = new RegExp(String.raw`(?:^|[\s"'(])(?:${LOCAL}):(\d{2,5})\b`, 'i')
const PORT =
  /\b(?:listen(?:ing|s)?|running|started|serving|ready|available)\b[^\n]{0,60}?\bport:?\s{0,3}(\d{2,5})\b|\b(?:listening|serving) (?:on|at) :(\d{2,5})\b/i
/** Such a line names the address of something else, or one that could not be had. */
const TROUBLE = /\berror\b|\bEADDR|\bECONN|in use\b|\brefused\b|\bfail(?:ed|ure)?\b|\bcannot\b|\bcould not\b/i
const MAX_LINE = 2000

export function serverAddress(output: string): string | null {
  const lines = plainOutput(output)
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE))
    .filter((line) => !TROUBLE.test(line))
  // A whole address says more than a port, whichever comes first.
  for (const line of lines) {
    const [, scheme = '', host = '', port, path = '/'] = ADDRESS.exec(line) ?? []
    if (host === '' || !isPort(port)) continue
    return `${scheme.toLowerCase()}://${/^(?:localhost|127)/i.test(host) ? host.toLowerCase() : 'localhost'}${port === undefined ? '' : `:${port}`}${path.replace(/[.?]+$/, '')}`
  }
  for (const line of lines) {
    const found = HOST_AND_PORT.exec(line) ?? PORT.exec(line)
    const port = found?.[1] ?? found?.[2]
    if (port !== undefined && isPort(port)) return `http://localhost:${port}/`
  }
  return null
}

const isPort = (port: string | undefined): boolean =>
  port === undefined || (Number(port) > 0 && Number(port) <= 65_535)

const TAKEN =
  /EADDRINUSE|address already in use|port (?:number )?\d{1,5} is (?:already )?(?:in use|taken|occupied)|Only one usage of each socket address/i

/** Another program listens there already. */
export const isPortTaken = (output: string): boolean => TAKEN.test(plainOutput(output))
