import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appImage } from '../../../../src/main/window/appimage.ts'
import { createTempFolder } from '../../../temp-folder.ts'

const image = '/home/ada/Parley.AppImage'

describe.skipIf(process.platform === 'win32')('The AppImage this app runs from', () => {
  it('is the one it was mounted from', () => {
    const env = { APPIMAGE: image, APPDIR: '/tmp/.mount_Parley' }
    expect(appImage(env, '/tmp/.mount_Parley/parley')).toBe(image)
  })

  it('is known even if its mount point is a symbolic link', () => {
    const { path, remove } = createTempFolder({ 'real/mounted/parley': '' })
    onTestFinished(remove)
    symlinkSync(join(path, 'real'), join(path, 'link'))
    const env = { APPIMAGE: image, APPDIR: join(path, 'link', 'mounted') }
    expect(appImage(env, join(path, 'real/mounted/parley'))).toBe(image)
  })

  it('is none without one: the APPIMAGE variable of another program does not count', () => {
    const editor = { APPIMAGE: '/home/ada/Editor.AppImage', APPDIR: '/tmp/.mount_Editor' }
    expect(appImage(editor, '/opt/Parley/parley')).toBeNull()
    expect(appImage(editor, '/tmp/.mount_Editor2/parley')).toBeNull()
    expect(appImage({ APPIMAGE: editor.APPIMAGE }, '/opt/Parley/parley')).toBeNull()
    expect(appImage({}, '/opt/Parley/parley')).toBeNull()
  })
})
