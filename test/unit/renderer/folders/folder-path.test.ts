import { describe, expect, test } from 'vitest'
import { childPath, tildePath } from '../../../../src/renderer/folders/folder-path.ts'

describe('joining folder paths', () => {
  test('a name is joined with the folder’s separator', () => {
    expect(childPath('/home/ada', 'work')).toBe('/home/ada/work')
    expect(childPath('/', 'home')).toBe('/home')
    expect(childPath('C:\\Users', 'ada')).toBe('C:\\Users\\ada')
    expect(childPath('C:\\', 'Users')).toBe('C:\\Users')
  })

  test('an absolute path stays as it is', () => {
    expect(childPath('/home/ada', '/mnt/disk')).toBe('/mnt/disk')
    expect(childPath('C:\\', 'D:\\work')).toBe('D:\\work')
  })
})

describe('shortening a path', () => {
  test('only the home folder becomes a tilde', () => {
    expect(tildePath('/home/ada/work', '/home/ada')).toBe('~/work')
    expect(tildePath('/home/ada', '/home/ada')).toBe('~')
    expect(tildePath('/home/adam/work', '/home/ada')).toBe('/home/adam/work')
    expect(tildePath('/mnt/disk', '')).toBe('/mnt/disk')
  })
})
