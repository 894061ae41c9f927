import { describe, expect, test } from 'vitest'
import { childPath, tildePath } from '../../../../src/renderer/folders/folder-path.ts'

describe('walking through folders', () => {
  test('a name is joined to its folder the way that folder is written', () => {
    expect(childPath('/home/ada', 'work')).toBe('/home/ada/work')
    expect(childPath('/', 'home')).toBe('/home')
    expect(childPath('C:\\Users', 'ada')).toBe('C:\\Users\\ada')
    expect(childPath('C:\\', 'Users')).toBe('C:\\Users')
  })

  test('a whole path is taken as it is', () => {
    expect(childPath('/home/ada', '/mnt/disk')).toBe('/mnt/disk')
    expect(childPath('C:\\', 'D:\\work')).toBe('D:\\work')
  })
})

describe('writing a path short', () => {
  test('one’s own folder is a tilde, and only that', () => {
    expect(tildePath('/home/ada/work', '/home/ada')).toBe('~/work')
    expect(tildePath('/home/ada', '/home/ada')).toBe('~')
    expect(tildePath('/home/adam/work', '/home/ada')).toBe('/home/adam/work')
    expect(tildePath('/mnt/disk', '')).toBe('/mnt/disk')
  })
})
