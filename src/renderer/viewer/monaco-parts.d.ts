// The editor's inner parts have no types of their own; they are only fetched, never used by name.
declare module 'monaco-editor/base/*'
declare module 'monaco-editor/editor/*'
declare module 'monaco-editor/platform/*'
