// electron-updater, for the system and the kind of package this runs from. Loaded only where there may be newer versions.
import { app, autoUpdater } from 'electron'
import { ownImage } from './own-image.ts'
import { createUpdateSource, NOT_REPLACEABLE, type UpdateSource } from './update-source.ts'

interface Deps {
  onProblem(message: string): void
  beforeInstall(): Promise<void>
  onNotInstalled(): void
}

export async function openUpdateSource({ beforeInstall, ...rest }: Deps): Promise<UpdateSource> {
  const { default: electronUpdater } = await import('electron-updater')
  const { AppImageUpdater, CancellationToken } = electronUpdater
  const image = ownImage()
  // The mark of a deb may be inside as well: both are packed from one folder.
  const updater = image ? new AppImageUpdater() : electronUpdater.autoUpdater
  // It would take the place of whatever APPIMAGE names.
  if (!image && updater instanceof AppImageUpdater) throw new Error(NOT_REPLACEABLE)
  return createUpdateSource({
    ...rest,
    updater,
    newToken: () => new CancellationToken(),
    system: autoUpdater,
    systemChecks: process.platform === 'darwin',
    async beforeInstall() {
      await beforeInstall()
      // The new app is not to find this one and leave again.
      app.releaseSingleInstanceLock()
    },
  })
}
