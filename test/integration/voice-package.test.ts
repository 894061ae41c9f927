import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import {
  fetchPackage,
  forgetPackage,
  isFetched,
  type PackageDownload,
} from '../../src/main/speech/speaking/fetch-package.ts'
import { FaultError } from '../../src/shared/errors.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

interface Entry {
  name: string
  content: string
  kind?: string
  size?: number
}

/** An archive as package managers make it, or a malicious one. */
function tarball(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ name, content, kind = '0', size }) => {
    const header = Buffer.alloc(512)
    header.write(name, 0, 100, 'latin1')
    header.write('0000644\0', 100)
    header.write(`${(size ?? content.length).toString(8).padStart(11, '0')}\0`, 124)
    header.write('        ', 148)
    header.write(kind, 156)
    header.write('ustar\0', 257)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 0 })
}

const usual = tarball([
  { name: 'package/package.json', content: '{}' },
  { name: 'package/build/model.onnx', content: 'weights '.repeat(20_000) },
  { name: 'package/../../../../escaped.txt', content: 'bad' },
  { name: 'package/voices/heart.bin', content: 'heart' },
])

const servers: Server[] = []
const folders: TempFolder[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) folder.remove()
  for (const server of servers.splice(0)) {
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/it.tgz`
}

function wantedOf(address: string, packed = usual, more: Partial<PackageDownload> = {}): PackageDownload {
  return {
    address,
    integrity: `sha512-${createHash('sha512').update(packed).digest('base64')}`,
    bytes: packed.length,
    unpackedBytes: 10_000_000,
    files: { 'package/build/model.onnx': 'model.onnx', 'package/voices/heart.bin': 'heart.bin' },
    ...more,
  }
}

function place(): { home: string; folder: string } {
  const temporary = createTempFolder()
  folders.push(temporary)
  const home = temporary.path
  return { home, folder: join(home, 'voices', 'kokoro') }
}

describe('a package of model files', () => {
  it('is downloaded, checked and unpacked, with the wanted files only', async () => {
    const { home, folder } = place()
    const wanted = wantedOf(await serve((_, response) => void response.end(usual)))
    const progress: number[] = []
    expect(await isFetched(wanted, folder)).toBe(false)
    await fetchPackage(wanted, { folder, onProgress: ({ bytes, of }) => progress.push(bytes / of) })
    expect(readdirSync(folder).toSorted()).toEqual(['heart.bin', 'model.onnx'])
    expect(readFileSync(join(folder, 'heart.bin'), 'utf8')).toBe('heart')
    expect(readdirSync(join(home, 'voices'))).toEqual(['kokoro'])
    expect(progress.at(-1)).toBe(1)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(await isFetched(wanted, folder)).toBe(true)
  })

  it('is not downloaded again', async () => {
    const { folder } = place()
    let requests = 0
    const wanted = wantedOf(await serve((_, response) => void (requests++, response.end(usual))))
    await fetchPackage(wanted, { folder })
    await fetchPackage(wanted, { folder })
    expect(requests).toBe(1)
  })

  /** A server that breaks off its first answer once part of it is on disk. */
  async function breakingOff(part: string, later: (from: number, response: ServerResponse) => void) {
    const ranges: (string | undefined)[] = []
    let breakOff = (): void => undefined
    const address = await serve((request, response) => {
      ranges.push(request.headers.range)
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
      if (ranges.length > 1) return later(from, response)
      response.writeHead(200, { 'content-length': usual.length }).write(usual.subarray(0, 70_000))
      breakOff = () => response.destroy()
    })
    const interrupt = async (): Promise<void> => {
      await expect.poll(() => existsSync(part) && readFileSync(part).length).toBeGreaterThan(0)
      breakOff()
    }
    return { address, ranges, interrupt }
  }

  it.each<[string, (from: number, response: ServerResponse) => void]>([
    [
      'goes on where it was interrupted',
      (from, response) => void response.writeHead(206).end(usual.subarray(from)),
    ],
    ['begins anew where the server knows no parts', (_, response) => void response.end(usual)],
  ])('%s', async (_, later) => {
    const { folder } = place()
    const { address, ranges, interrupt } = await breakingOff(`${folder}.part`, later)
    const interrupted = fetchPackage(wantedOf(address), { folder })
    await Promise.all([expect(interrupted).rejects.toBeInstanceOf(FaultError), interrupt()])
    await fetchPackage(wantedOf(address), { folder })
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)])
    expect(existsSync(join(folder, 'model.onnx'))).toBe(true)
    expect(existsSync(`${folder}.part`)).toBe(false)
  })

  it('with a wrong hash is deleted', async () => {
    const { home, folder } = place()
    const wanted = wantedOf(await serve((_, response) => void response.end(usual)), usual, {
      integrity: 'sha512-other',
    })
    await expect(fetchPackage(wanted, { folder })).rejects.toThrow('The download is damaged')
    expect(readdirSync(join(home, 'voices'))).toEqual([])
  })

  it('that is too large is given up', async () => {
    const { home, folder } = place()
    const wanted = wantedOf(await serve((_, response) => void response.end(usual)), usual, { bytes: 1_000 })
    await expect(fetchPackage(wanted, { folder })).rejects.toThrow('The download is too large')
    expect(readdirSync(join(home, 'voices'))).toEqual([])
  })

  it.each([
    ['unpacks to more than it should', usual, { unpackedBytes: 1_000 }],
    ['is no archive', Buffer.from('not packed at all'), {}],
    ['is cut short', gzipSync(Buffer.alloc(700, 1)), {}],
    [
      'lies about its sizes',
      tarball([{ name: 'package/build/model.onnx', content: 'x', size: 8_000_000 }]),
      {},
    ],
    ['does not hold what is wanted', tarball([{ name: 'package/other', content: 'x' }]), {}],
    [
      'holds a link in its place',
      tarball([{ name: 'package/build/model.onnx', content: '', kind: '2' }]),
      {},
    ],
  ])('that %s leaves nothing behind', async (_, packed, more) => {
    const { home, folder } = place()
    const wanted = wantedOf(await serve((_request, response) => void response.end(packed)), packed, more)
    await expect(fetchPackage(wanted, { folder })).rejects.toThrow('could not be unpacked')
    expect(readdirSync(join(home, 'voices')).filter((name) => !name.endsWith('.part'))).toEqual([])
  })

  it('can be aborted and removed', async () => {
    const { home, folder } = place()
    const stop = new AbortController()
    const address = await serve((_, response) => {
      response.writeHead(200, { 'content-length': usual.length })
      response.write(usual.subarray(0, 70_000))
    })
    const fetching = fetchPackage(wantedOf(address), {
      folder,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    await expect(fetching).rejects.toThrow('abort')
    await forgetPackage(folder)
    expect(readdirSync(join(home, 'voices'))).toEqual([])
  })

  it('that stops arriving is given up', async () => {
    const { folder } = place()
    const address = await serve((_, response) => {
      response.writeHead(200, { 'content-length': usual.length }).flushHeaders()
    })
    await expect(fetchPackage(wantedOf(address), { folder, stallMs: 50 })).rejects.toThrow(
      'The server stopped sending',
    )
  })

  it('that was downloaded before is only unpacked', async () => {
    const { folder } = place()
    const address = await serve((_, response) => void response.writeHead(416).end())
    const wanted = wantedOf(address)
    await expect(fetchPackage(wanted, { folder })).rejects.toBeInstanceOf(FaultError)
    writeFileSync(`${folder}.part`, usual)
    await fetchPackage(wanted, { folder })
    expect(await isFetched(wanted, folder)).toBe(true)
  })
})
