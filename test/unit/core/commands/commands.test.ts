import { describe, expect, it } from 'vitest'
import {
  isOfWindow,
  spokenAction,
  type Command,
  type CommandTable,
} from '../../../../src/core/commands/command.ts'
import {
  commands,
  helpPhrases,
  menuCommands,
  paletteCommands,
} from '../../../../src/core/commands/commands.ts'
import { commandDone, isStopPhrase } from '../../../../src/core/commands/match-command.ts'
import { spokenCommand } from '../../../../src/core/commands/spoken-command.ts'
import { helpPage, sayingsOf } from '../../../../src/core/understanding/replies/help-page.ts'
import { understand } from '../../../../src/core/understanding/understand.ts'
import { parseCommand } from '../../../../src/core/understanding/window-grammar.ts'
import { ownerViewActions } from '../../../../src/shared/conversation.ts'
import { commandForKey } from '../../../../src/renderer/actions/shortcuts.ts'
import { expandPhrase } from './expand-phrase.ts'

const isAnswer = (): boolean => false

const spoken = Object.entries<Command>(commands).flatMap(([id, command]) =>
  command.phrases === undefined ? [] : [[id, command] as const],
)

describe('Every phrase of the command', () => {
  it.each(spoken)('%s is recognized by voice and when typed', (_, command) => {
    const done = command.done ?? 'Decide in the window'
    const context = {
      isAnswer,
      choices: 9,
      inFront: command.needs === 'diff' ? 'diff' : 'code',
      brainKeepsLists: false,
      numbered: command.needs === 'numbers' ? 99 : 0,
      tabs: [],
    }
    const heard = (text: string) => {
      const action = spokenCommand(text, context)?.action
      return action && commandDone(action).replace(/\d+$/, '{number}')
    }
    for (const phrase of command.phrases.flatMap(expandPhrase)) {
      expect([phrase, heard(phrase)]).toEqual([phrase, done])
      expect([phrase, understand(phrase).kind]).not.toEqual([phrase, 'unknown'])
      expect([phrase, understand(phrase)]).toEqual([phrase, parseCommand(phrase)])
    }
    for (const phrase of [command.phrasesInDiff ?? [], command.phrasesWithNumbers ?? []]
      .flat()
      .flatMap(expandPhrase))
      expect([phrase, heard(phrase)]).toEqual([phrase, done])
  })

  it.each(commands['turn.interrupt'].phrases.flatMap(expandPhrase))(
    '%j stops by voice and typed',
    (phrase) => {
      expect(isStopPhrase(phrase)).toBe(true)
      expect(understand(phrase)).toEqual({ kind: 'stop' })
    },
  )
})

describe('A command that is added to the table', () => {
  const table: CommandTable = {
    ...commands,
    'window.wave': {
      title: 'Wave at the user',
      keys: ['Mod+Shift+Y'],
      palette: 'Window',
      menu: 'File',
      phrases: ['(wave|greet) [me|at me]'],
      mishearings: [[/^waive at me$/, 'wave at me']],
      needs: 'artifact',
      help: { row: 'Look around', say: 'wave at me' },
      action: { type: 'view.request', action: 'scroll.down' },
      done: 'Scrolled down',
    },
  }
  const view = { isAnswer, choices: 0, inFront: 'code', brainKeepsLists: false, numbered: 0, tabs: [] }
  const action = { type: 'view.request', action: 'scroll.down' }

  it('works by voice, also when it is misheard', () => {
    expect(spokenCommand('Um, wave at me please.', view, table)).toEqual({ action, phrase: 'wave at me' })
    expect(spokenCommand('waive at me', view, table)).toEqual({ action, phrase: 'wave at me' })
    expect(spokenCommand('wave at the crowd', view, table)).toBeNull()
    expect(spokenCommand('wave at me', { ...view, inFront: null }, table)).toBeNull()
    expect(spokenCommand('wave at me', view)).toBeNull()
  })

  it('works when typed', () => {
    expect(parseCommand('greet me', table)).toEqual({ kind: 'view', action: 'scroll.down' })
  })

  it('works by key', () => {
    const press = { key: 'Y', ctrlKey: true, metaKey: false, altKey: false, shiftKey: true }
    expect(commandForKey(press, table, { isTyping: true, isMac: false })).toBe('window.wave')
    expect(commandForKey(press, commands, { isTyping: true, isMac: false })).toBeUndefined()
  })

  it('is in the palette, the menu and the help page', () => {
    expect(paletteCommands(table)).toContainEqual({
      id: 'window.wave',
      title: 'Wave at the user',
      keys: ['Mod+Shift+Y'],
      group: 'Window',
    })
    expect(menuCommands(table, 'File').at(-1)).toEqual({
      id: 'window.wave',
      label: 'Wave at the user…',
      accelerator: 'CmdOrCtrl+Shift+Y',
    })
    expect(helpPhrases(table, 'Look around')).toContain('wave at me')
    expect(helpPage(sayingsOf(table))).toContain('“wave at me”')
  })
})

describe('The command table', () => {
  it('has no key twice', () => {
    const keys = Object.values<Command>(commands).flatMap((command) => command.keys ?? [])
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('asks the window by ids that only its owner may use', () => {
    const windows = spoken.filter(([, { action }]) => isOfWindow(action))
    // The diff does these, and they change files.
    const changes: readonly string[] = [
      'hunk.revert',
      'hunk.restore',
      'hunk.undo',
      'hunk.redo',
      'hunks.revert_rest',
      'file.revert',
    ]
    expect(windows.map(([id]) => id).toSorted()).toEqual(
      // The layer of numbers shows, hides and presses them.
      ownerViewActions.filter((id) => !changes.includes(id) && !/^numbers?\./.test(id)).toSorted(),
    )
    expect(changes.filter((id) => !ownerViewActions.some((one) => one === id))).toEqual([])
  })

  it('lists each palette group once', () => {
    const groups = paletteCommands(commands).map(({ group }) => group)
    const starts = groups.filter((group, at) => group !== groups[at - 1])
    expect(starts).toEqual([...new Set(starts)])
  })

  it('sends the user to the window for what needs a confirmation there', () => {
    const asking = spoken.filter(([, { asksFirst }]) => asksFirst)
    expect(asking.map(([id, { action }]) => [id, commandDone(spokenAction(id, action))])).toEqual([
      ['folder.trust', 'Decide in the window'],
    ])
  })
})
