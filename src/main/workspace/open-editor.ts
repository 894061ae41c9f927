// Opens a file of the workspace in the user's own editor.
import { spawn } from 'node:child_process'
import { access, constants, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import type { EditorRequest } from '../../core/ports/workspace.ts'
import { AUTO_EDITOR, editorIds, editorInfos, type EditorId } from '../../shared/editors.ts'
import { FaultError } from '../../shared/errors.ts'
import type { Settings } from '../../shared/settings.ts'
import { editorOfCommand, editorPrograms, terminals } from './editor-programs.ts'
import { fileNotFound, isInside, resolveInside } from './resolve-inside.ts'
import { withoutSecrets } from './run-command.ts'
import { programPath } from './run-process.ts'

export interface EditorOptions {
  chosen: Settings['editor']
  environment?: NodeJS.ProcessEnv
  platform?: NodeJS.Platform
}

interface Found {
  id: EditorId
  program: string
  /** What starts it in a window: a terminal and its arguments. */
  terminal: readonly string[]
}

/** A program that refuses to start ends within this time; one that opens a window may run for hours. */
const REFUSAL_MS = 600

export async function openInEditor(
  root: string,
  { file, line = null, editor }: EditorRequest,
  { chosen, environment = process.env, platform = process.platform }: EditorOptions,
): Promise<{ editor: string; file: string }> {
  const { absolute, relative } = await resolveInside(root, file)
  // A folder could bring settings with it, and would make a restricted project of the editor's.
  if (!(await stat(absolute)).isFile()) throw fileNotFound(file)
  const { id, program, terminal } = await findEditor(editor ?? chosen, { root, environment, platform })
  const command = [...terminal, program, ...editorPrograms[id].args(absolute, line)]
  await start(command, environment, editorInfos[id].title)
  return { editor: editorInfos[id].title, file: relative }
}

interface Search {
  root: string
  environment: NodeJS.ProcessEnv
  platform: NodeJS.Platform
}

async function findEditor(wanted: EditorId | typeof AUTO_EDITOR, search: Search): Promise<Found> {
  if (wanted !== AUTO_EDITOR) {
    const program = await programOf(wanted, search)
    if (program === null) throw notInstalled(wanted)
    const terminal = await terminalFor(wanted, search)
    if (terminal === null) throw noTerminal(wanted)
    return { id: wanted, program, terminal }
  }
  const { VISUAL, EDITOR } = search.environment
  const named = [editorOfCommand(VISUAL), editorOfCommand(EDITOR)].filter((id) => id !== null)
  for (const id of [...named, ...editorIds]) {
    const program = await programOf(id, search)
    const terminal = program === null ? null : await terminalFor(id, search)
    if (program !== null && terminal !== null) return { id, program, terminal }
  }
  throw noEditor()
}

/** A program of the table outside the workspace: a repository could bring its own `code`. */
async function programOf(id: EditorId, { root, environment, platform }: Search): Promise<string | null> {
  const { names, places = {} } = editorPrograms[id]
  for (const name of names) {
    const found = await programPath(name, root, environment)
    if (found !== null) return found
  }
  for (const place of places[platform] ?? []) {
    const file = place.replace(/^%(\w+)%/, (_, name: string) => environment[name] ?? '')
    if (!path.isAbsolute(file) || isInside(root, file)) continue
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  return null
}

/** Nothing for an editor with its own window; null if it needs a terminal and there is none. */
async function terminalFor(id: EditorId, { root, environment }: Search): Promise<readonly string[] | null> {
  if (!editorPrograms[id].inTerminal) return []
  for (const [name, ...before] of terminals) {
    const program = await programPath(name, root, environment)
    if (program !== null) return [program, ...before]
  }
  return null
}

/** It runs on when Parley ends, and in the home folder: what the workspace brings with it is none of its settings. */
function start(
  [program = '', ...args]: string[],
  environment: NodeJS.ProcessEnv,
  title: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (cause?: unknown): void =>
      reject(
        new FaultError(
          'command_failed',
          `${title} did not start.`,
          `Start ${path.basename(program)} in a terminal to see why, or choose another editor in the settings.`,
          { cause },
        ),
      )
    const child = spawn(program, args, {
      cwd: homedir(),
      env: withoutSecrets(environment),
      stdio: 'ignore',
      detached: true,
      shell: false,
    })
    const timer = setTimeout(resolve, REFUSAL_MS)
    child.once('error', (error) => {
      clearTimeout(timer)
      refuse(error)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else refuse(`exit code ${code}`)
    })
    child.unref()
  })
}

const known = Object.values(editorInfos)
  .map(({ title }) => title)
  .join(', ')

const noEditor = (): FaultError =>
  new FaultError(
    'editor_absent',
    `I found no editor that I can open. I know ${known}.`,
    'Install one, or choose it in the settings under “Your editor”.',
  )

const notInstalled = (id: EditorId): FaultError => {
  const { title, command } = editorInfos[id]
  return new FaultError(
    'editor_absent',
    `I did not find ${title} on this computer.`,
    `Install its command “${command}”, or choose another editor in the settings. I know ${known}.`,
  )
}

const noTerminal = (id: EditorId): FaultError =>
  new FaultError(
    'editor_absent',
    `${editorInfos[id].title} needs a terminal, and I found none that I can open.`,
    `Install one such as ${terminals
      .map(([name]) => name)
      .slice(0, 3)
      .join(', ')}, or choose an editor with its own window: ${Object.values(editorInfos)
      .filter(({ id: other }) => !editorPrograms[other].inTerminal)
      .map(({ title }) => title)
      .join(', ')}.`,
  )
