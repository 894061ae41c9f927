// Applies a unified diff of one file strictly: a missing context line or removed line is an error.

export function applyDiff(oldText: string, diff: string): string {
  const source = linesOf(oldText)
  const result: string[] = []
  let at = 0
  const lines = linesOf(diff)
  for (let index = 0; index < lines.length;) {
    const line = lines[index++] as string
    const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$/.exec(line)
    if (!header) {
      if (!line.startsWith('--- ') && !line.startsWith('+++ ')) throw new Error(`not a header: ${line}`)
      continue
    }
    let oldLeft = Number(header[2] ?? 1)
    let newLeft = Number(header[4] ?? 1)
    const oldStart = oldLeft === 0 ? Number(header[1]) : Number(header[1]) - 1
    const newStart = newLeft === 0 ? Number(header[3]) : Number(header[3]) - 1
    while (at < oldStart) result.push(source[at++] as string)
    if (result.length !== newStart)
      throw new Error(`the new text begins at ${result.length}, not ${newStart}`)

    while (oldLeft > 0 || newLeft > 0) {
      const marked = lines[index++] as string
      let text = marked.slice(1)
      if (lines[index]?.startsWith('\\ ')) {
        text = text.slice(0, -1)
        index++
      }
      if (marked[0] !== '+') {
        if (source[at] !== text)
          throw new Error(`expected ${JSON.stringify(source[at])}, found ${JSON.stringify(text)}`)
        at++
        oldLeft--
      }
      if (marked[0] !== '-') {
        result.push(text)
        newLeft--
      }
    }
  }
  return [...result, ...source.slice(at)].join('')
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
