// The network of Moonshine that writes. It keeps what it has worked out about the tokens so far, so that each step costs
// one token; a whole draft costs one step, too.
import { Tensor, type InferenceSession } from 'onnxruntime-node'
import type { MoonshineSize } from './model-files.ts'

export interface MoonshineDecoder {
  begin(heard: Tensor): Writing
  close(): Promise<void>
}

export interface Writing {
  /** What has been written so far, without the marks of beginning and end. */
  readonly tokens: readonly number[]
  /** The first step: takes over as much of the draft as is right. Returns the token that follows, or null at the end. */
  check(draft: readonly number[]): Promise<number | null>
  /** Writes this token. Returns the one that follows, or null at the end. */
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
  const ofTokens = names('decoder')
  const ofSound = names('encoder')
  const nothing = new Tensor('float32', new Float32Array(0), [0, HEADS, 1, width])

  function begin(heard: Tensor): Writing {
    const past: Record<string, Tensor> = {}
    for (const name of [...ofTokens, ...ofSound]) past[`past_key_values.${name}`] = nothing
    const tokens: number[] = []

    async function step(input: readonly number[], isFirst: boolean): Promise<number[]> {
      const result = await session.run({
        input_ids: new Tensor('int64', BigInt64Array.from(input, BigInt), [1, input.length]),
        encoder_hidden_states: heard,
        use_cache_branch: new Tensor('bool', [!isFirst], [1]),
        ...past,
      })
      for (const name of isFirst ? [...ofTokens, ...ofSound] : ofTokens)
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
        // What was worked out about the wrong ones must not be remembered.
        if (right < draft.length)
          for (const name of ofTokens) {
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

/** For each place the token that is likeliest to follow. */
function likeliest({ data, dims }: Tensor): number[] {
  const scores = data as Float32Array
  const words = dims[2]!
  return Array.from({ length: dims[1]! }, (_, place) => {
    const from = place * words
    let best = from
    for (let at = from + 1; at < from + words; at++) if (scores[at]! > scores[best]!) best = at
    return best - from
  })
}

/** Only the first of the tokens, of each head. */
function shortened({ data, dims }: Tensor, keep: number): Tensor {
  const [, heads, length, width] = dims as [number, number, number, number]
  const all = data as Float32Array
  const kept = new Float32Array(heads * keep * width)
  for (let head = 0; head < heads; head++) {
    const from = head * length * width
    kept.set(all.subarray(from, from + keep * width), head * keep * width)
  }
  return new Tensor('float32', kept, [1, heads, keep, width])
}
