import { describe, expect, it } from 'vitest'
import { commandLineWords } from '../../../../../src/main/brains/acp/command-line-words.ts'
import { FaultError } from '../../../../../src/shared/errors.ts'

describe('the words of a command', () => {
  it.each([
    ['goose acp', ['goose', 'acp']],
    ['  goose\tacp  ', ['goose', 'acp']],
    [`'/a b/agent' --name='x y'`, ['/a b/agent', '--name=x y']],
    [`"/a b/agent" "say \\"hi\\"" 'it'\\''s'`, ['/a b/agent', 'say "hi"', "it's"]],
    [`agent "" ''`, ['agent', '', '']],
    [`agent a\\ b "a\\b" 'a\\b'`, ['agent', 'a b', 'a\\b', 'a\\b']],
    [`agent '$HOME' "\\$HOME" \\$HOME 5$`, ['agent', '$HOME', '$HOME', '$HOME', '5$']],
    [`agent '|' "a;b" a#b *.ts`, ['agent', '|', 'a;b', 'a#b', '*.ts']],
    [`env KEY=value agent acp`, ['env', 'KEY=value', 'agent', 'acp']],
  ])('of %s are those a shell would find', (command, words) => {
    expect(commandLineWords(command)).toEqual(words)
  })

  it.each([
    [`agent 'acp`, 'not closed'],
    [`agent "acp`, 'not closed'],
    ['agent acp\\', 'ends with a backslash'],
    ['agent | tee log', 'only a shell'],
    ['agent && other', 'only a shell'],
    ['agent > log', 'only a shell'],
    ['agent\nother', 'only a shell'],
    ['agent # acp', 'only a shell'],
    ['agent $HOME', 'only a shell replaces'],
    ['agent "$(id)"', 'only a shell replaces'],
    ['agent `id`', 'only a shell replaces'],
    ['~/bin/agent', 'only a shell replaces'],
    ['KEY=value agent', 'begins with a variable'],
    ['   ', 'names no program'],
    [`'' acp`, 'names no program'],
  ])('are refused where only a shell could go on: %s', (command, why) => {
    expect(() => commandLineWords(command)).toThrow(FaultError)
    expect(() => commandLineWords(command)).toThrow(why)
  })
})
