// Code to index: about forty lines in each file, in three languages, a hundred files in each folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function writeCodeTree(root: string, files: number): void {
  for (let at = 0; at < files; at++) writeCode(root, codeFileName(at), codeText(at))
}

export function writeCode(root: string, file: string, text: string): void {
  const target = join(root, file)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}

export const codeFileName = (at: number): string =>
  `src/part-${Math.floor(at / 100)}/module-${at}.${['ts', 'py', 'go'][at % 3]}`

export function codeText(at: number): string {
  const needle = at % 50 === 0 ? 'needle in it' : 'nothing to see'
  const each = [1, 2, 3, 4]
  switch (at % 3) {
    case 0:
      return `${each.map((n) => `/** Handles request ${n} of ${at}. */\nexport function handleRequest${at}x${n}(input: string, limit: number): string {\n  const parts = input.split('/').slice(0, limit)\n  if (parts.length === 0) return ''\n  return parts.map((part) => part.trim()).join(',')\n}\n`).join('\n')}// ${needle}\nexport class Store${at} {\n  private items = new Map<string, number>()\n  add(key: string): void {\n    this.items.set(key, (this.items.get(key) ?? 0) + 1)\n  }\n}\n`
    case 1:
      return `${each.map((n) => `def handle_request_${at}_${n}(value, limit=10):\n    """Handles request ${n} of ${at}."""\n    parts = value.split("/")[:limit]\n    if not parts:\n        return ""\n    return ",".join(part.strip() for part in parts)\n\n`).join('\n')}# ${needle}\nclass Store${at}:\n    def add(self, key):\n        self.items[key] = self.items.get(key, 0) + 1\n`
    default:
      return `package part\n\n${each.map((n) => `// HandleRequest${at}x${n} handles request ${n}.\nfunc HandleRequest${at}x${n}(value string, limit int) string {\n\tif limit == 0 {\n\t\treturn ""\n\t}\n\treturn value[:limit]\n}\n`).join('\n')}// ${needle}\ntype Store${at} struct {\n\titems map[string]int\n}\n\nfunc (s *Store${at}) Add(key string) {\n\ts.items[key]++\n}\n`
  }
}
