// The editor's inner modules have no types; they are only loaded, never used by name.
declare module 'monaco-editor/base/*'
declare module 'monaco-editor/editor/*'
declare module 'monaco-editor/platform/*'
