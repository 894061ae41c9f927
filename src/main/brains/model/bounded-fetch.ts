// Requests to a model's server. They go to the given address only, and the answer has a limit.
import { FaultError } from '../../../shared/errors.ts'

/** The longest reply that anybody reads, with all that an endpoint adds to each piece of it. */
const MAX_BODY = 64 * 1024 * 1024

export function boundedFetch(place: string): typeof fetch {
  return async (input, init) => {
    // A key must not follow a redirect to another server.
    const answer = await fetch(input, { ...init, redirect: 'error' })
    if (answer.ok && /^text\/html\b/i.test(answer.headers.get('content-type') ?? ''))
      throw new FaultError(
        'model_failed',
        `${place} answers with a web page, not as a model does.`,
        'Check the address of the model in the settings.',
      )
    if (!answer.body) return answer
    let size = 0
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          size += chunk.byteLength
          if (size <= MAX_BODY) return controller.enqueue(chunk)
          controller.error(
            new FaultError(
              'model_failed',
              `${place} sends more than a reply can be.`,
              'Ask again, or choose another model.',
            ),
          )
        },
      }),
    )
    return new Response(counted, {
      status: answer.status,
      statusText: answer.statusText,
      headers: answer.headers,
    })
  }
}
