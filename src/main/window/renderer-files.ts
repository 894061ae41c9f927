// Reads the page's files by URL path. No path leads out of their folder.
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

export interface RendererFile {
  body: Buffer<ArrayBuffer>
  type: string
}

/** Null if there is no such file. */
export async function readRendererFile(root: string, urlPath: string): Promise<RendererFile | null> {
  let path: string
  try {
    path = decodeURIComponent(urlPath)
  } catch {
    return null
  }
  const file = join(root, normalize(path === '/' ? '/index.html' : path))
  const type = types[extname(file)]
  if (!file.startsWith(root + sep) || !type || path.includes('\0')) return null
  const body = await readFile(file).catch(() => null)
  return body && { body, type }
}
