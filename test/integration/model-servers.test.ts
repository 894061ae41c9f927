// Model servers on this computer are found at their ports, and told from other programs that use the same ports.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { findModelServers, knownServers } from '../../src/main/brains/model/find-servers.ts'
import { startModelEndpoint, type ModelEndpoint } from '../fakes/model-endpoint.ts'

let endpoints: ModelEndpoint[] = []
afterEach(async () => {
  await Promise.all(endpoints.map((one) => one.close()))
  endpoints = []
})

const poses = { Ollama: 'ollama', 'LM Studio': 'lm studio', 'llama.cpp': 'llama.cpp' } as const

/** All known servers, each looked for at the port of this origin. */
const at = (origin: string) => knownServers.map((one) => ({ ...one, port: Number(new URL(origin).port) }))

describe('Parley finds', () => {
  it.each(Object.entries(poses))('%s and its models, and takes it for nothing else', async (title, pose) => {
    const endpoint = await startModelEndpoint({
      pose,
      models: [{ id: 'qwen3:8b' }, { id: 'nomic-embed-text' }],
    })
    endpoints.push(endpoint)
    expect(await findModelServers(at(endpoint.origin))).toEqual([
      { title, url: endpoint.url, models: ['qwen3:8b'] },
    ])
    expect(endpoint.requests).toEqual([])
  })

  it('no server without a model that can answer', async () => {
    const endpoint = await startModelEndpoint({ pose: 'ollama', models: [{ id: 'nomic-embed-text' }] })
    endpoints.push(endpoint)
    expect(await findModelServers(at(endpoint.origin))).toEqual([])
  })

  it('nothing where another program answers with something else, or nothing listens', async () => {
    const server = createServer((_, response) => response.end('<h1>It works!</h1>'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await findModelServers(at(origin))).toEqual([])
    await new Promise((resolve) => server.close(resolve))
    expect(await findModelServers(at(origin))).toEqual([])
  })
})
