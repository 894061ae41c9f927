import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ownImage } from '../../../../src/main/window/own-image.ts'
import { createTempFolder } from '../../../temp-folder.ts'

const image = '/home/ada/Parley.AppImage'

describe.skipIf(process.platform === 'win32')('The AppImage this app runs from', () => {
  it('is the one it was mounted from', () => {
    const env = { APPIMAGE: image, APPDIR: '/tmp/.mount_Parley' }
    expect(ownImage(env, '/tmp/.mount_Parley/parley')).toBe(image)
  })

  it('is known also where it was mounted by way of a link', () => {
    const { path, remove } = createTempFolder({ 'real/mounted/parley': '' })
    onTestFinished(remove)
    symlinkSync(join(path, 'real'), join(path, 'link'))
    const env = { APPIMAGE: image, APPDIR: join(path, 'link', 'mounted') }
    expect(ownImage(env, join(path, 'real/mounted/parley'))).toBe(image)
  })

  it('is none where there is none: a foreign APPIMAGE is none of ours', () => {
    const editor = { APPIMAGE: '/home/ada/Editor.AppImage', APPDIR: '/tmp/.mount_Editor' }
    expect(ownImage(editor, '/opt/Parley/parley')).toBeNull()
    expect(ownImage(editor, '/tmp/.mount_Editor2/parley')).toBeNull()
    expect(ownImage({ APPIMAGE: editor.APPIMAGE }, '/opt/Parley/parley')).toBeNull()
    expect(ownImage({}, '/opt/Parley/parley')).toBeNull()
  })
})
