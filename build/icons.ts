// Writes the icon in every format from resources/icon.svg. Run it by hand when the drawing changes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { repository } from './repository.ts'
import { findChromium } from './system-packages.ts'

const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024]
const resources = join(repository, 'resources')
const drawn = await draw(readFileSync(join(resources, 'icon.svg'), 'utf8'))

mkdirSync(join(resources, 'icons'), { recursive: true })
for (const [size, png] of drawn)
  if (size <= 512) writeFileSync(join(resources, 'icons', `${size}x${size}.png`), png)
writeFileSync(join(resources, 'icon.ico'), windowsIcon([16, 32, 48, 64, 128, 256]))
writeFileSync(
  join(resources, 'icon.icns'),
  macIcon({ icp4: 16, icp5: 32, ic07: 128, ic08: 256, ic09: 512, ic10: 1024 }),
)

async function draw(svg: string): Promise<Map<number, Buffer>> {
  const browser = await chromium.launch({
    executablePath: findChromium()!,
    chromiumSandbox: process.getuid?.() !== 0,
  })
  const page = await browser.newPage()
  const pictures = new Map<number, Buffer>()
  for (const size of SIZES) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    )
    pictures.set(size, await page.screenshot({ omitBackground: true }))
  }
  await browser.close()
  return pictures
}

/** An ICO file: a directory of images with their offsets, then the images. */
function windowsIcon(sizes: readonly number[]): Buffer {
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let at = head.length
  for (const [n, size] of sizes.entries()) {
    const png = drawn.get(size)!
    const entry = 6 + 16 * n
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += png.length
  }
  return Buffer.concat([head, ...sizes.map((size) => drawn.get(size)!)])
}

/** An ICNS file: images one after the other, each with its type and length first. */
function macIcon(kinds: Record<string, number>): Buffer {
  const pieces = Object.entries(kinds).map(([kind, size]) => piece(kind, drawn.get(size)!))
  return piece('icns', Buffer.concat(pieces))
}

function piece(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(kind, 'latin1')
  head.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([head, content])
}
