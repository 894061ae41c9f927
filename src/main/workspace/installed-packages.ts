// What the packages that a project needs say about themselves, where they are installed in its folder.
import { readdir } from 'node:fs/promises'
import { parseJson } from '../../base/parse-json.ts'
import type { InstalledPackage } from '../../core/tools/codebase.ts'
import { readText } from './read-file.ts'
import { resolveInside } from './resolve-inside.ts'

const MAX_PACKAGES = 60
const MAX_TEXT = 300
/** Names come from the project's own files: none of them is a path to elsewhere. */
const NODE_NAME = /^(?:@[a-z\d][\w.-]{0,100}\/)?[a-z\d][\w.-]{0,100}$/i
const ENVIRONMENTS = ['.venv', 'venv', 'env']

/** Those that are installed, of the first 60. */
export async function installedPackages(root: string, names: readonly string[]): Promise<InstalledPackage[]> {
  const asked = names.slice(0, MAX_PACKAGES).filter((name) => NODE_NAME.test(name))
  const python = await sitePackages(root)
  const found = await Promise.all(
    asked.map(async (name) => (await fromNode(root, name)) ?? (await fromPython(root, name, python))),
  )
  return found.filter((one) => one !== null)
}

async function fromNode(root: string, name: string): Promise<InstalledPackage | null> {
  const text = await textOf(root, `node_modules/${name}/package.json`)
  const value = text === null ? null : parseJson(text)
  if (typeof value !== 'object' || value === null) return null
  const { version, description } = value as Record<string, unknown>
  return { name, version: short(version), description: short(description) }
}

/** The folders with the metadata of packages, by the name of the package. */
async function sitePackages(root: string): Promise<ReadonlyMap<string, string>> {
  for (const environment of ENVIRONMENTS) {
    const versions = await namesIn(root, `${environment}/lib`)
    const version = versions.find((name) => name.startsWith('python'))
    const folder = version === undefined ? `${environment}/Lib` : `${environment}/lib/${version}`
    const names = await namesIn(root, `${folder}/site-packages`)
    const described = names.filter((name) => name.endsWith('.dist-info'))
    if (described.length === 0) continue
    return new Map(
      described.map((name) => [
        pythonName(name.slice(0, name.indexOf('-'))),
        `${folder}/site-packages/${name}/METADATA`,
      ]),
    )
  }
  return new Map()
}

async function fromPython(
  root: string,
  name: string,
  known: ReadonlyMap<string, string>,
): Promise<InstalledPackage | null> {
  const file = known.get(pythonName(name))
  const text = file === undefined ? null : await textOf(root, file)
  if (text === null) return null
  const head = text.slice(0, 20_000)
  return {
    name,
    version: short(/^Version: (.+)$/m.exec(head)?.[1]),
    description: short(/^Summary: (.+)$/m.exec(head)?.[1]),
  }
}

const pythonName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '_')

const short = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_TEXT) : null

async function namesIn(root: string, folder: string): Promise<string[]> {
  try {
    return await readdir((await resolveInside(root, folder)).absolute)
  } catch {
    return []
  }
}

/** Null for what is missing, too large or elsewhere. */
async function textOf(root: string, file: string): Promise<string | null> {
  try {
    return (await readText(root, file)).text
  } catch {
    return null
  }
}
