// The decoder network of Moonshine. It caches its state for the tokens so far, so that each step costs one token.
// Checking a whole draft costs one step, too.
import { Tensor, type InferenceSession } from 'onnxruntime-node'
import type { MoonshineSize } from './onnx-models.ts'

export interface MoonshineDecoder {
  begin(encoded: Tensor): Writing
  close(): Promise<void>
}

export interface Writing {
  /** The tokens so far, without the marks of beginning and end. */
  readonly tokens: readonly number[]
  /** The first step: keeps the part of the draft that is right. Returns the next token, or null at the end. */
  check(draft: readonly number[]): Promise<number | null>
  /** Writes this token. Returns the next one, or null at the end. */
  write(token: number): Promise<number | null>
}

const BEGINNING = 1
const END = 2
const HEADS = 8
const SHAPES: Readonly<Record<MoonshineSize, { layers: number; width: number }>> = {
  base: { layers: 8, width: 52 },
  tiny: { layers: 6, width: 36 },
}

export function createMoonshineDecoder(session: InferenceSession, size: MoonshineSize): MoonshineDecoder {
  const { layers, width } = SHAPES[size]
  const names = (part: 'decoder' | 'encoder'): string[] =>
    Array.from({ length: layers }, (_, layer) => [`${layer}.${part}.key`, `${layer}.${part}.value`]).flat()
  const tokenCaches = names('decoder')
  const audioCaches = names('encoder')
  const empty = new Tensor('float32', new Float32Array(0), [0, HEADS, 1, width])

  function begin(encoded: Tensor): Writing {
    const past: Record<string, Tensor> = {}
    for (const name of [...tokenCaches, ...audioCaches]) past[`past_key_values.${name}`] = empty
    const tokens: number[] = []

    async function step(input: readonly number[], isFirst: boolean): Promise<number[]> {
      const result = await session.run({
        input_ids: new Tensor('int64', BigInt64Array.from(input, BigInt), [1, input.length]),
        encoder_hidden_states: encoded,
        use_cache_branch: new Tensor('bool', [!isFirst], [1]),
        ...past,
      })
      for (const name of isFirst ? [...tokenCaches, ...audioCaches] : tokenCaches)
        past[`past_key_values.${name}`] = result[`present.${name}`] as Tensor
      return likeliest(result['logits'] as Tensor)
    }

    return {
      tokens,
      async check(draft) {
        const follow = await step([BEGINNING, ...draft], true)
        let right = 0
        while (right < draft.length && follow[right] === draft[right]) right++
        tokens.push(...draft.slice(0, right))
        // The cache must not hold the wrong tokens.
        if (right < draft.length)
          for (const name of tokenCaches) {
            const key = `past_key_values.${name}`
            past[key] = shortened(past[key]!, right + 1)
          }
        return ended(follow[right])
      },
      async write(token) {
        tokens.push(token)
        return ended((await step([token], false))[0])
      },
    }
  }
  return { begin, close: () => session.release() }
}

const ended = (token: number | undefined): number | null =>
  token === undefined || token === END ? null : token

/** For each position, the likeliest next token. */
function likeliest({ data, dims }: Tensor): number[] {
  const scores = data as Float32Array
  const vocabulary = dims[2]!
  return Array.from({ length: dims[1]! }, (_, position) => {
    const from = position * vocabulary
    let best = from
    for (let at = from + 1; at < from + vocabulary; at++) if (scores[at]! > scores[best]!) best = at
    return best - from
  })
}

/** The first tokens of each head. */
function shortened({ data, dims }: Tensor, count: number): Tensor {
  const [, heads, length, width] = dims as [number, number, number, number]
  const all = data as Float32Array
  const shorter = new Float32Array(heads * count * width)
  for (let head = 0; head < heads; head++) {
    const from = head * length * width
    shorter.set(all.subarray(from, from + count * width), head * count * width)
  }
  return new Tensor('float32', shorter, [1, heads, count, width])
}
