import { describe, expect, test } from 'vitest'
import {
  actionIds,
  actionTable,
  isTyped,
  keyWords,
  pressed,
} from '../../../../src/renderer/actions/shortcuts.ts'

const press = (key: string, ...held: ('ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey')[]) => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: held.includes('ctrlKey'),
  metaKey: held.includes('metaKey'),
  altKey: held.includes('altKey'),
  shiftKey: held.includes('shiftKey'),
})

describe('the keys', () => {
  test('Mod is Control, and Command on a Mac', () => {
    expect(pressed(press('P', 'ctrlKey', 'shiftKey'), 'Mod+Shift+P', false)).toBe(true)
    expect(pressed(press('P', 'metaKey', 'shiftKey'), 'Mod+Shift+P', true)).toBe(true)
    expect(pressed(press('P', 'ctrlKey', 'shiftKey'), 'Mod+Shift+P', true)).toBe(false)
  })

  test('a letter with Shift is another key, a sign is the same with and without', () => {
    expect(pressed(press('j'), 'J', false)).toBe(true)
    expect(pressed(press('J', 'shiftKey'), 'J', false)).toBe(false)
    expect(pressed(press('J', 'shiftKey'), 'Shift+J', false)).toBe(true)
    expect(pressed(press('?', 'shiftKey'), '?', false)).toBe(true)
    expect(pressed(press('j', 'ctrlKey'), 'J', false)).toBe(false)
  })

  test('with Alt the key counts, not the sign a Mac makes of it', () => {
    expect(pressed({ ...press('w', 'altKey'), key: '∑' }, 'Alt+W', true)).toBe(true)
  })

  test('only keys that would be text are left to whoever types', () => {
    expect(['J', 'Shift+J', '?', '/'].map(isTyped)).toEqual([true, true, true, true])
    expect(['F7', 'Alt+W', 'Mod+K', 'Escape'].map(isTyped)).toEqual([false, false, false, false])
  })

  test('no two actions have the same key', () => {
    const keys = actionIds.flatMap((id) => [...actionTable[id].keys])
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('are written as on the keyboard', () => {
    expect(keyWords('Mod+Shift+P', false)).toBe('Ctrl+Shift+P')
    expect(keyWords('Mod+Shift+P', true)).toBe('⌘⇧P')
  })
})
