// The same app once more, as soon as this one has ended.
import { app } from 'electron'
import { ownImage } from './own-image.ts'

export function startAgain(): void {
  // What is mounted for as long as it runs is started as the file it was mounted from.
  const image = ownImage()
  app.relaunch(image ? { execPath: image, args: process.argv.slice(1) } : {})
}
