// What the window does when its owner asks for it by voice.
import { describe, expect, it } from 'vitest'
import { performRequested, runCommand } from '../../../../src/renderer/actions/run-command.ts'
import type { ViewContext } from '../../../../src/shared/conversation.ts'
import { defaultSettings, type Settings } from '../../../../src/shared/settings.ts'

type Deps = Parameters<typeof performRequested>[1]

function start(settings: Partial<Settings> = {}, view: ViewContext = {}) {
  const did: unknown[] = []
  const deps: Partial<Deps> = {
    settings: { ...defaultSettings, ...settings },
    theme: 'light',
    highContrast: false,
    change: (part) => void did.push(part),
    open: (overlay) => void did.push(overlay),
    report: (error) => void did.push(error),
    commands: { view: () => view } as Deps['commands'],
    bridge: {
      request: (name: string, input?: unknown) => {
        did.push([name, input])
        return Promise.resolve(null)
      },
    } as unknown as Deps['bridge'],
  }
  return { did, deps: deps as Deps }
}

describe('A window that is asked by its owner', () => {
  it.each([
    ['theme.dark', { theme: 'dark' }],
    ['theme.toggle', { theme: 'dark' }],
    ['contrast.high', { contrast: 'high' }],
    ['hands_free.on', { talkMode: 'hands-free' }],
    ['voice.faster', { voiceRate: 115 }],
    ['voice.slower', { voiceRate: 85 }],
    ['diffs.unified', { diffLayout: 'unified' }],
    ['settings.open', 'settings'],
    ['text.larger', ['window.arrange', { how: 'larger text' }]],
    ['conversation.new', ['conversation.new', undefined]],
  ] as const)('performs %s', (action, done) => {
    const { did, deps } = start()
    performRequested(action, deps)
    expect(did).toEqual([done])
  })

  it('speaks no faster or slower than a voice can', () => {
    const fast = start({ voiceRate: 195 })
    performRequested('voice.faster', fast.deps)
    const slow = start({ voiceRate: 55 })
    performRequested('voice.slower', slow.deps)
    expect([fast.did, slow.did]).toEqual([[{ voiceRate: 200 }], [{ voiceRate: 50 }]])
  })

  it('leaves what others perform to them', () => {
    const { did, deps } = start()
    for (const action of [
      'hunk.revert',
      'folder.trust',
      'tab.next',
      'voice.louder',
      'microphone.mute',
    ] as const)
      performRequested(action, deps)
    expect(did).toEqual([])
  })
})

it('The editor opens the file and the line in front, and says so where there is none', async () => {
  const { did, deps } = start({}, { file: 'src/a.ts', line: 4, kind: 'code' })
  runCommand('editor.open', deps)
  expect(did).toEqual([['editor.open', { file: 'src/a.ts', line: 4 }]])
  const nothing = start()
  runCommand('editor.open', nothing.deps)
  await expect
    .poll(() => nothing.did)
    .toMatchObject([{ fault: { message: 'You are not looking at a file.' } }])
})
