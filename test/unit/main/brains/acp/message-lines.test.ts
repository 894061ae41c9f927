import { describe, expect, it } from 'vitest'
import { readMessages, TooMuchOutput } from '../../../../../src/main/brains/acp/message-lines.ts'

async function* chunks(...texts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

async function readAll(input: AsyncIterable<Buffer>): Promise<{ messages: unknown[]; skipped: number }> {
  const messages: unknown[] = []
  let skipped = 0
  for await (const message of readMessages(input, { onSkipped: () => skipped++ })) messages.push(message)
  return { messages, skipped }
}

describe('messages in lines', () => {
  it('are read across the borders of chunks, with either line end, and without one at the end', async () => {
    const text = Buffer.from('{"method":"ä"}\r\n\n {"id":1,"result":null}\n{"method":"b"}')
    const bytes = Array.from(text, (byte) => Buffer.from([byte]))
    expect((await readAll(chunks(...bytes))).messages).toEqual([
      { method: 'ä' },
      { id: 1, result: null },
      { method: 'b' },
    ])
  })

  it('are found among lines that are none', async () => {
    const { messages, skipped } = await readAll(
      chunks('Welcome!\n[1]\n{"half":\n"text"\n{"method":"a"}\nnull\n'),
    )
    expect(messages).toEqual([{ method: 'a' }])
    expect(skipped).toBe(5)
  })

  it('may be long, but not without end', async () => {
    const long = JSON.stringify({ method: 'x'.repeat(10 * 1024 * 1024) })
    expect((await readAll(chunks(long, '\n'))).messages).toHaveLength(1)
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) yield Buffer.alloc(1024 * 1024, 'x')
    }
    await expect(readAll(endless())).rejects.toThrow(TooMuchOutput)
  })

  it('must come at some time', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) yield Buffer.from('not a message\n'.repeat(10_000))
    }
    await expect(readAll(endless())).rejects.toThrow(TooMuchOutput)
  })
})
