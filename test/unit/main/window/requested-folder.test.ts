import { describe, expect, it } from 'vitest'
import { requestedFolder, linkQuestion } from '../../../../src/main/window/requested-folder.ts'

describe.skipIf(process.platform === 'win32')('A folder requested from outside', () => {
  it('can be an argument, relative to the working folder', () => {
    expect(requestedFolder('code', '/home/ada')).toEqual({ path: '/home/ada/code', byLink: false })
    expect(requestedFolder('/work', '/home/ada')).toEqual({ path: '/work', byLink: false })
  })

  it('can be a file manager’s URL', () => {
    expect(requestedFolder('file:///home/ada/my%20code', '/')).toEqual({
      path: '/home/ada/my code',
      byLink: false,
    })
    expect(requestedFolder('file://elsewhere/code', '/')).toBeNull()
  })

  it('can be in a link, and Parley knows that', () => {
    expect(requestedFolder('parley://open?folder=%2Fhome%2Fada%2Fcode', '/')).toEqual({
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
    'parley://open?folder=/home%0A%0AIt%20is%20safe',
    'parley://open?folder=/home%0D',
    'parley://open?folder=/home%1B[2J',
    'parley://open?folder=/home%E2%80%A8safe',
    'parley://open?folder=%5C%5C%3F%5CUNC%5Cserver%5Cshare',
    'parley://open?folder=%2F%5Cserver%5Cshare',
    'parley:',
    '',
    'a\0b',
  ])('is not %s', (word) => {
    expect(requestedFolder(word, '/')).toBeNull()
  })
})

describe('The question before a link opens a folder', () => {
  it('shows the path on one line, with a mark for every hidden character', () => {
    expect(linkQuestion('/home/ada/\u202egnp.exe\nYou can trust it')).toBe(
      'A link asks Parley to open\n/home/ada/[U+202E]gnp.exe[U+000A]You can trust it',
    )
  })

  it('shows both ends of a path that is too long', () => {
    const question = linkQuestion(`/home/${'x'.repeat(3000)}/evil`)
    expect(question.length).toBeLessThan(200)
    expect(question).toMatch(/^A link asks Parley to open\n\/home\/x+…x+\/evil$/)
  })
})
