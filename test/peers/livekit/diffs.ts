// Diffs of any size, as a tool reports them.
import type { BrainStep } from '../../fakes/scripted-brain.ts'

/** A diff of at least this many bytes, without repeated lines. */
export function largeDiff(bytes: number, file = 'large.ts'): string {
  const lines: string[] = []
  for (let length = 0; length < bytes; length += lines.at(-1)!.length + 1)
    lines.push(`+export const value${lines.length} = ${(lines.length * 7_919) % 104_729}`)
  const head = `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n`
  return `${head}@@ -0,0 +1,${lines.length} @@\n${lines.join('\n')}\n`
}

export const toolWithDiff = (file: string, diff: string): BrainStep => ({
  tool: 'Edit',
  args: { path: file },
  outcome: { ok: true, output: { text: '', details: { diff } } },
})
