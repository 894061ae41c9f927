// Splitting and joining a 5 MB artifact, against a plain JSON.parse of the same bytes.
import { packetsOf } from '../src/core/wires/ganglia/chunking.ts'
import { createChunkJoiner } from '../src/core/wires/ganglia/chunk-joiner.ts'
import { fromUtf8, toUtf8 } from '../src/base/utf8.ts'
import { chunkMessage } from '../src/shared/wire/ganglia.ts'
import { alternate, median, ms, timed, type Figure } from './measure.ts'

const MB = 1024 * 1024

export async function benchChunking(): Promise<Figure[]> {
  const lines = Array.from(
    { length: 65_000 },
    (_, n) => `+  const value${n} = compute("${n}", { deep: true }) // line ${n}\n`,
  )
  const text = JSON.stringify({
    type: 'artifact',
    artifact_type: 'diff',
    file: 'big',
    diff: lines.join('').slice(0, 5 * MB),
  })
  const bytes = toUtf8(text)

  const parse = (): number => timed(() => void JSON.parse(fromUtf8(bytes)!))
  const split = await alternate(15, () => timed(() => void [...packetsOf(bytes, 'transfer')]), parse)
  const packets = [...packetsOf(bytes, 'transfer')]
  const join = await alternate(15, () => timed(() => joinAll(packets, bytes.length)), parse)
  const compared = (ours: number[], peer: number[], what: string): Figure => ({
    what,
    ours: ms(median(ours)),
    peer: `${ms(median(peer))} JSON.parse`,
    ratio: median(ours) / median(peer),
  })
  return [
    compared(split.ours, split.peer, `split 5 MB into ${packets.length} packets`),
    compared(join.ours, join.peer, 'join them: parse, check and decode each chunk'),
  ]
}

function joinAll(packets: readonly Uint8Array[], length: number): void {
  const joiner = createChunkJoiner()
  for (const packet of packets) {
    const result = joiner.accept(chunkMessage.parse(JSON.parse(fromUtf8(packet)!)), 0)
    if (result.tag === 'complete' && result.bytes.length !== length) throw new Error('joined wrongly')
  }
}
