// Restarts the app as soon as it has ended.
import { app } from 'electron'
import { appImage } from './appimage.ts'

/** With the same arguments by default. */
export function relaunch(newArguments?: string[]): void {
  // An AppImage is mounted only while it runs, so the file itself is started.
  const image = appImage()
  const args = newArguments ?? (image ? process.argv.slice(1) : undefined)
  app.relaunch({ ...(image ? { execPath: image } : {}), ...(args ? { args } : {}) })
}
