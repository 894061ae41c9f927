// Every command, once. Speech, typed requests, keys, the palette, the menu and the help page all read this table. A new
// command is a new entry; a new kind of action also needs a handler where it is performed.
// Where commands share a phrase, the first one that is possible now wins.
import type { Command, CommandTable } from './command.ts'
import { diffCommands } from './diff-commands.ts'
import { numberCommands } from './number-commands.ts'
import { selectionCommands } from './selection-commands.ts'
import { talkCommands } from './talk-commands.ts'
import { viewCommands } from './view-commands.ts'
import { windowCommands } from './window-commands.ts'

export const commands = {
  ...numberCommands,
  ...windowCommands,
  ...talkCommands,
  ...diffCommands,
  ...viewCommands,
  ...selectionCommands,
} as const satisfies CommandTable

export type CommandId = keyof typeof commands
export type MenuCommandId<Table = typeof commands> = {
  [Id in keyof Table & string]: Table[Id] extends { menu: string } ? Id : never
}[keyof Table & string]

/** What the palette lists, in the order of the table. */
export const paletteCommands = <Table extends CommandTable>(table: Table) =>
  Object.entries<Command>(table).flatMap(([id, { title, keys = [], palette: group }]) =>
    group === undefined ? [] : [{ id: id as keyof Table & string, title, keys, group }],
  )

/** The commands of a menu, with their keys as Electron writes them. */
export const menuCommands = <Table extends CommandTable>(table: Table, menu: 'File') =>
  Object.entries<Command>(table).flatMap(([id, command]) =>
    command.menu === menu
      ? [
          {
            id: id as MenuCommandId<Table>,
            label: `${command.title}…`,
            accelerator: command.keys?.[0]?.replace('Mod', 'CmdOrCtrl'),
          },
        ]
      : [],
  )

/** The example phrases of a row of the help page. */
export const helpPhrases = (table: CommandTable, row: NonNullable<Command['help']>['row']): string[] =>
  Object.values(table).flatMap(({ help }) => (help?.row === row ? [help.say] : []))
