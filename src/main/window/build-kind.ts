// What this app was built for. Only a release updates itself, on macOS only a signed one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { z } from 'zod'
import { parseJson } from '../../base/parse-json.ts'

const manifest = z.object({ parley: z.object({ build: z.enum(['test', 'release', 'unsigned']) }) })

export type BuildKind = 'checkout' | 'test build' | 'unsigned' | 'release'

export function buildKind(): BuildKind {
  if (!app.isPackaged) return 'checkout'
  const parsed = manifest.safeParse(parseJson(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8')))
  const build = parsed.success ? parsed.data.parley.build : 'test'
  return build === 'test' ? 'test build' : build
}
