// The same app once more, as soon as this one has ended.
import { app } from 'electron'
import { ownImage } from './own-image.ts'

/** With other words than it was started with itself, where they are given. */
export function startAgain(words?: string[]): void {
  // What is mounted for as long as it runs is started as the file it was mounted from.
  const image = ownImage()
  const args = words ?? (image ? process.argv.slice(1) : undefined)
  app.relaunch({ ...(image ? { execPath: image } : {}), ...(args ? { args } : {}) })
}
