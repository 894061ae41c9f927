import { describe, expect, it } from 'vitest'
import { askedFolder } from '../../../../src/main/window/asked-folder.ts'

describe.skipIf(process.platform === 'win32')('a folder asked for from outside', () => {
  it('is one after the command, from where that was started', () => {
    expect(askedFolder('code', '/home/ada')).toEqual({ path: '/home/ada/code', byLink: false })
    expect(askedFolder('/work', '/home/ada')).toEqual({ path: '/work', byLink: false })
  })

  it('is one a file manager names by its address', () => {
    expect(askedFolder('file:///home/ada/my%20code', '/')).toEqual({
      path: '/home/ada/my code',
      byLink: false,
    })
    expect(askedFolder('file://elsewhere/code', '/')).toBeNull()
  })

  it('is one in a link, and is known to be', () => {
    expect(askedFolder('parley://open?folder=%2Fhome%2Fada%2Fcode', '/')).toEqual({
      path: '/home/ada/code',
      byLink: true,
    })
  })

  it.each([
    'parley://open',
    'parley://run?folder=/home',
    'parley://open?folder=code',
    'parley://open?folder=//server/share',
    'parley://open?folder=\\\\server\\share',
    `parley://open?folder=/${'x'.repeat(5000)}`,
    'parley:',
    '',
    'a\0b',
  ])('is not %s', (word) => {
    expect(askedFolder(word, '/')).toBeNull()
  })
})
