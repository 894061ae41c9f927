// Chooses the electron-updater for this system and kind of package. Loaded only if the app updates itself.
import { app, autoUpdater } from 'electron'
import { appImage } from './appimage.ts'
import { createUpdateSource, NOT_REPLACEABLE, type UpdateSource } from './update-source.ts'

interface Deps {
  onProblem(message: string): void
  beforeInstall(): Promise<void>
  onNotInstalled(): void
}

export async function openUpdateSource({ beforeInstall, ...rest }: Deps): Promise<UpdateSource> {
  const { default: electronUpdater } = await import('electron-updater')
  const { AppImageUpdater, CancellationToken } = electronUpdater
  const image = appImage()
  // An AppImage may contain the mark of a deb too, because both are packed from one folder.
  const updater = image ? new AppImageUpdater() : electronUpdater.autoUpdater
  // It would replace whatever APPIMAGE names.
  if (!image && updater instanceof AppImageUpdater) throw new Error(NOT_REPLACEABLE)
  return createUpdateSource({
    ...rest,
    updater,
    newToken: () => new CancellationToken(),
    system: autoUpdater,
    systemChecks: process.platform === 'darwin',
    async beforeInstall() {
      await beforeInstall()
      // Otherwise the new app would find this one running and quit.
      app.releaseSingleInstanceLock()
    },
  })
}
