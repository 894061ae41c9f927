// One artifact of every kind, friendly and hostile, small and large.
import { kindsOfChange } from './kinds-of-change.ts'
import type { Artifact } from '../../src/shared/artifacts.ts'

export const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`

const sourceLine = (index: number): string =>
  `  const value${index} = await read(options.paths[${index}] ?? fallback, { encoding: 'utf8' })`

export const source = [
  "import { readFile } from 'node:fs/promises'",
  '',
  '/** Reads what it is told to, and says what it could not read. */',
  'export async function readAll(paths: readonly string[]): Promise<Map<string, string>> {',
  '  const texts = new Map<string, string>()',
  '  for (const path of paths) {',
  '    try {',
  "      texts.set(path, await readFile(path, 'utf8'))",
  '    } catch (error) {',
  '      // A file that is gone is not a reason to stop.',
  '      console.warn(`could not read ${path}`, error)',
  '    }',
  '  }',
  '  return texts',
  '}',
  '',
  ...Array.from({ length: 60 }, (_, index) => `export const limit${index} = ${index * 7}`),
].join('\n')

/** A small image, as the workspace delivers it. */
export const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><rect width="240" height="80" rx="12" fill="#0a6870"/><circle cx="60" cy="40" r="22" fill="#fff"/></svg>',
)}`

export const outlineOf = (text: string) =>
  text.split('\n').flatMap((line, index) => {
    const name = /export (?:async )?(?:function|const) (\w+)/.exec(line)?.[1]
    if (!name) return []
    const at = index + 101
    return [{ name, kind: line.includes('function') ? 'function' : 'type', line: at, endLine: at, depth: 0 }]
  })

const smallDiff = `diff --git a/src/main/workspace/read-file.ts b/src/main/workspace/read-file.ts
index 83db48f..bf3a4c1 100644
--- a/src/main/workspace/read-file.ts
+++ b/src/main/workspace/read-file.ts
@@ -1,11 +1,13 @@ import { readFile } from 'node:fs/promises'
 import { readFile } from 'node:fs/promises'
 
-export async function readText(path: string) {
-  return readFile(path, 'utf8')
+export async function readText(path: string, limit = 1_000_000): Promise<string> {
+  const bytes = await readFile(path)
+  if (bytes.length > limit) throw tooLarge(path, bytes.length)
+  return bytes.toString('utf8')
 }
 
 export function isText(bytes: Uint8Array): boolean {
-  return !bytes.includes(0)
+  return !bytes.subarray(0, 8192).includes(0)
 }
 
 // ${HOSTILE}
@@ -40,4 +42,5 @@ export function tooLarge(path: string, size: number): FaultError {
   return new FaultError(
     'file_too_large',
+    \`\${path} is \${size} bytes long; this line goes on and on so that it has to wrap: ${'lorem ipsum '.repeat(20)}\`,
   )
 }
diff --git a/docs/old-name.md b/docs/a-much-better-name.md
similarity index 90%
rename from docs/old-name.md
rename to docs/a-much-better-name.md
--- a/docs/old-name.md
+++ b/docs/a-much-better-name.md
@@ -1,2 +1,2 @@
-# Old
+# Better ${HOSTILE}
 Text.
diff --git a/src/new.ts b/src/new.ts
new file mode 100644
--- /dev/null
+++ b/src/new.ts
@@ -0,0 +1,3 @@
+export const answer = 42
+
+export const html = '${HOSTILE}'
diff --git a/logo.png b/logo.png
index 1111111..2222222 100644
Binary files a/logo.png and b/logo.png differ
diff --git a/${HOSTILE.replaceAll('/', '_')}.ts b/${HOSTILE.replaceAll('/', '_')}.ts
--- a/${HOSTILE.replaceAll('/', '_')}.ts
+++ b/${HOSTILE.replaceAll('/', '_')}.ts
@@ -1,1 +1,1 @@ ${HOSTILE}
-${HOSTILE}
+${HOSTILE} ${HOSTILE}
`

/** A diff of about `size` characters. One file, or one for every `perFile` lines. */
export function largeDiff(size: number, perFile = Infinity): string {
  const parts: string[] = []
  let length = 0
  let line = 0
  for (let file = 0; length < size; file += 1) {
    const body: string[] = []
    while (length < size && body.length < perFile) {
      const made =
        line % 3 === 0 ? [`-${sourceLine(line)}`, `+${sourceLine(line + 1)}`] : [` ${sourceLine(line)}`]
      for (const text of made) length += text.length + 1
      body.push(...made)
      line += 1
    }
    const old = body.filter((text) => !text.startsWith('+')).length
    const now = body.filter((text) => !text.startsWith('-')).length
    const name = `src/generated/part-${file}.ts`
    parts.push(
      `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,${old} +1,${now} @@\n${body.join('\n')}\n`,
    )
  }
  return parts.join('')
}

const markdown = `# Reading files

<!-- not to be seen -->
A small library that reads files and **says what it could not read**. See [the guide](https://example.com/guide),
[a relative page](./docs/guide.md) and [a trap](javascript:window.hacked=1).

![The logo](https://example.com/logo.png) ![A picture of the workspace](docs/picture.png)
![One that is gone](docs/missing.png) ${HOSTILE}

<div onclick="window.hacked=1">HTML is shown as text.</div>

## Use

\`\`\`ts
import { readAll } from 'read-all'

// Every path is read once.
const texts = await readAll(['a.txt', 'b.txt'])
console.log(texts.size, 'of', 2, \`\${texts}\`)
\`\`\`

1. Install it.
2. Call \`readAll\`.

- [x] reads text
- [ ] reads the tea leaves

| option | default | what it does |
|---|---|---|
| \`limit\` | 1 MB | the largest file it will read |
| \`encoding\` | utf8 | how bytes become text |

> A file that is gone is not a reason to stop.

### A very long line

${'averylongwordwithoutanyspaces'.repeat(12)}
`

const longMarkdown = Array.from(
  { length: 400 },
  (_, index) =>
    `## Section ${index}\n\nSome words about section ${index}, with \`code\` and *emphasis*.\n\n\`\`\`ts\nconst a = ${index}\n\`\`\`\n`,
).join('\n')

const hits = Array.from({ length: 5000 }, (_, index) => ({
  file: `src/${['core', 'main', 'renderer'][Math.floor(index / 4) % 3]}/part-${Math.floor(index / 12)}/file-${Math.floor(index / 4)}.ts`,
  line: ((index * 37) % 400) + 1,
  content:
    index % 50 === 0
      ? `${'x'.repeat(300)} TODO: ${HOSTILE} ${'y'.repeat(3000)}`
      : `    // TODO: look at case ${index} again, todo lists grow`,
}))

export const artifacts: Artifact[] = [
  { kind: 'markdown', id: 'markdown', title: 'README.md', file: 'README.md', content: markdown },
  {
    kind: 'search_results',
    id: 'search',
    title: '',
    query: 'TODO',
    results: hits,
    truncated: true,
  },
  {
    kind: 'code',
    id: 'code',
    title: 'src/main/workspace/a/very/long/path/which/does/not/fit/read-all.ts',
    file: 'src/main/workspace/a/very/long/path/which/does/not/fit/read-all.ts',
    language: 'typescript',
    content: source,
    startLine: 101,
    focusLine: 108,
  },
  {
    kind: 'code',
    id: 'code-2',
    title: 'test/read-all.ts',
    content: '{ "json": [1, true, null] }',
    language: 'json',
  },
  {
    kind: 'file',
    id: 'file',
    title: 'assets/logo.png',
    file: 'assets/logo.png',
    size: 48_213,
    note: 'This is a picture; its text cannot be shown.',
  },
  {
    kind: 'file',
    id: 'file-text',
    title: 'Makefile',
    file: 'Makefile',
    content: 'all:\n\techo hello\n',
    size: 18,
  },
  {
    kind: 'error',
    id: 'error',
    title: `A title that is far too long for a tab and even for the line above the view, because somebody thought ${HOSTILE}`,
    message: `The file src/gone.ts does not exist in this folder. ${HOSTILE}`,
    stack: `FaultError: The file src/gone.ts does not exist\n    at readText (/home/ada/work/parley/src/main/workspace/read-file.ts:12:11)\n    at async answer (/work/src/main/brains/builtin/answer.ts:88:20)\n    at ${'deep.'.repeat(80)}call (somewhere.ts:1:1)`,
  },
  { kind: 'diff', id: 'diff', title: 'Changes in the working tree', file: '', diff: smallDiff },
  {
    kind: 'diff',
    id: 'not-a-diff',
    title: 'notes.diff',
    file: 'notes.diff',
    diff: 'Just some words.\nNo diff.',
  },
]

export const moreArtifacts: Record<string, Artifact> = {
  kinds: { kind: 'diff', id: 'kinds', title: 'Working changes', file: '', diff: kindsOfChange },
  'large-diff': {
    kind: 'diff',
    id: 'large-diff',
    title: 'src/generated/part-0.ts',
    file: 'src/generated/part-0.ts',
    diff: largeDiff(200_000),
  },
  'huge-diff': {
    kind: 'diff',
    id: 'huge-diff',
    title: '2 MB in one file',
    file: '',
    diff: largeDiff(2_000_000),
  },
  'many-files': {
    kind: 'diff',
    id: 'many-files',
    title: '2 MB in many files',
    file: '',
    diff: largeDiff(2_000_000, 200),
  },
  'long-markdown': { kind: 'markdown', id: 'long-markdown', title: 'docs/long.md', content: longMarkdown },
  'large-file': {
    kind: 'code',
    id: 'large-file',
    title: 'src/large.ts',
    language: 'typescript',
    file: 'src/large.ts',
    content: Array.from(
      { length: 17_000 },
      (_, at) => `  const value${at} = await read(options.paths[${at}] ?? fallback) // ${at}`,
    ).join('\n'),
  },
  'long-line': {
    kind: 'code',
    id: 'long-line',
    title: 'min.js',
    language: 'javascript',
    content: `var a=1;${'b(c,d);'.repeat(60_000)}`,
  },
}
