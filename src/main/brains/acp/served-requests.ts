// What the agent may ask of Parley, as handlers of the connection. A request for another session is refused, and a refusal
// tells the agent why in a sentence.
import type { ClientApp, RequestError } from '@agentclientprotocol/sdk'
import { FaultError } from '../../../shared/errors.ts'
import type { AgentServices } from './agent-link.ts'
import { ClientError } from './client-error.ts'

type Sdk = typeof import('@agentclientprotocol/sdk')

interface Deps {
  sdk: Sdk
  services: AgentServices
  isOurs(sessionId: string): boolean
  onError(what: string, error: unknown): void
}

export function serveRequests(app: ClientApp, deps: Deps): ClientApp {
  const { services, sdk } = deps
  const { fs, session, terminal } = sdk.methods.client
  const { terminals } = services

  /** Runs a request of the agent, and turns a failure into an answer it can read. */
  async function serve<T>(sessionId: string, work: () => Promise<T> | T): Promise<T> {
    if (!deps.isOurs(sessionId)) throw sdk.RequestError.sessionNotFound(sessionId)
    try {
      return await work()
    } catch (error) {
      throw asAnswer(error)
    }
  }

  function asAnswer(error: unknown): RequestError {
    if (error instanceof ClientError) return new sdk.RequestError(error.code, error.message, error.data)
    if (error instanceof FaultError)
      return new sdk.RequestError(-32603, `${error.fault.message} ${error.fault.remedy}`)
    deps.onError('a request of the coding agent failed', error)
    return new sdk.RequestError(-32603, 'Parley could not do that.')
  }

  return app
    .onRequest(session.requestPermission, ({ params, signal }) =>
      serve(params.sessionId, () => services.requestPermission(params, signal)),
    )
    .onRequest(fs.readTextFile, ({ params }) => serve(params.sessionId, () => services.readTextFile(params)))
    .onRequest(fs.writeTextFile, ({ params }) =>
      serve(params.sessionId, () => services.writeTextFile(params)),
    )
    .onRequest(terminal.create, ({ params }) => serve(params.sessionId, () => terminals.create(params)))
    .onRequest(terminal.output, ({ params }) =>
      serve(params.sessionId, () => terminals.output(params.terminalId)),
    )
    .onRequest(terminal.waitForExit, ({ params }) =>
      serve(params.sessionId, () => terminals.waitForExit(params.terminalId)),
    )
    .onRequest(terminal.kill, ({ params }) =>
      serve(params.sessionId, () => terminals.kill(params.terminalId)),
    )
    .onRequest(terminal.release, ({ params }) =>
      serve(params.sessionId, () => terminals.release(params.terminalId)),
    )
}
