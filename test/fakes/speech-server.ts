// A server with OpenAI's speech API. It speaks with the fake voice's tone.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { joined } from '../../src/core/speech/hearing/samples.ts'
import { wavOf } from '../../src/core/speech/hearing/wav.ts'
import { createFakeVoice } from './fake-voice.ts'

export interface SpeechRequest {
  path: string
  key: string | undefined
  body: { model: string; input: string; voice: string; response_format: string }
}

export interface SpeechServer {
  readonly url: string
  readonly requests: SpeechRequest[]
  close(): Promise<void>
}

export type SpeechAnswer = (response: ServerResponse, wav: Uint8Array, request: SpeechRequest) => void

const inParts: SpeechAnswer = (response, wav) => {
  response.writeHead(200, { 'content-type': 'audio/wav' })
  // Cuts in the middle of a sample.
  for (let at = 0; at < wav.length; at += 3_333) response.write(wav.subarray(at, at + 3_333))
  response.end()
}

export async function startSpeechServer(answer: SpeechAnswer = inParts): Promise<SpeechServer> {
  const requests: SpeechRequest[] = []
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as SpeechRequest['body']
    const asked: SpeechRequest = { path: request.url ?? '', key: request.headers.authorization, body }
    requests.push(asked)
    const voice = createFakeVoice()
    const parts: Int16Array[] = []
    for await (const part of voice.speak(body.input, { voice: 'low', rate: 1 }, new AbortController().signal))
      parts.push(part)
    answer(response, wavOf(joined(parts), voice.sampleRate), asked)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
