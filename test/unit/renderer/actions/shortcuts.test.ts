import { describe, expect, test } from 'vitest'
import { isTyped, keyLabel, pressed } from '../../../../src/renderer/actions/shortcuts.ts'

const press = (key: string, ...held: ('ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey')[]) => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: held.includes('ctrlKey'),
  metaKey: held.includes('metaKey'),
  altKey: held.includes('altKey'),
  shiftKey: held.includes('shiftKey'),
})

describe('A shortcut', () => {
  test('with Mod means Control, and Command on a Mac', () => {
    expect(pressed(press('P', 'ctrlKey', 'shiftKey'), 'Mod+Shift+P', false)).toBe(true)
    expect(pressed(press('P', 'metaKey', 'shiftKey'), 'Mod+Shift+P', true)).toBe(true)
    expect(pressed(press('P', 'ctrlKey', 'shiftKey'), 'Mod+Shift+P', true)).toBe(false)
  })

  test('with Shift, a letter is another key and a sign is the same', () => {
    expect(pressed(press('j'), 'J', false)).toBe(true)
    expect(pressed(press('J', 'shiftKey'), 'J', false)).toBe(false)
    expect(pressed(press('J', 'shiftKey'), 'Shift+J', false)).toBe(true)
    expect(pressed(press('?', 'shiftKey'), '?', false)).toBe(true)
    expect(pressed(press('j', 'ctrlKey'), 'J', false)).toBe(false)
  })

  test('with Alt is identified by the key, not by the character a Mac types', () => {
    expect(pressed({ ...press('w', 'altKey'), key: '∑' }, 'Alt+W', true)).toBe(true)
  })

  test('is text in a text field only without Control, Command or Alt', () => {
    expect(['J', 'Shift+J', '?', '/'].map(isTyped)).toEqual([true, true, true, true])
    expect(['Mod+Z', 'Mod+Shift+Z'].map(isTyped)).toEqual([true, true])
    expect(['F7', 'Alt+W', 'Mod+K', 'Escape'].map(isTyped)).toEqual([false, false, false, false])
  })

  test('is written as on the keyboard', () => {
    expect(keyLabel('Mod+Shift+P', false)).toBe('Ctrl+Shift+P')
    expect(keyLabel('Mod+Shift+P', true)).toBe('⌘⇧P')
  })
})
