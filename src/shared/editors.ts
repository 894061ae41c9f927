// The editors Parley can open a file in, as far as every process knows them. main/workspace/editor-programs.ts adds how each
// is found and started.

export interface EditorInfo {
  /** The value of the setting `editor`. */
  readonly id: string
  readonly title: string
  /** The command that must be installed. */
  readonly command: string
}

/** The editor that `$VISUAL` or `$EDITOR` names, or else the first one that is installed. */
export const AUTO_EDITOR = 'auto'

/** The order is that in which Parley looks for them. */
export const editorInfos = {
  vscode: { id: 'vscode', title: 'VS Code', command: 'code' },
  cursor: { id: 'cursor', title: 'Cursor', command: 'cursor' },
  zed: { id: 'zed', title: 'Zed', command: 'zed' },
  jetbrains: { id: 'jetbrains', title: 'a JetBrains IDE', command: 'idea' },
  sublime: { id: 'sublime', title: 'Sublime Text', command: 'subl' },
  emacs: { id: 'emacs', title: 'Emacs', command: 'emacs' },
  vim: { id: 'vim', title: 'Vim', command: 'vim' },
  nano: { id: 'nano', title: 'nano', command: 'nano' },
} as const satisfies Record<string, EditorInfo>

export type EditorId = keyof typeof editorInfos
export const editorIds = Object.keys(editorInfos) as [EditorId, ...EditorId[]]
