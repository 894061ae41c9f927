// Plain Monaco, for comparison. None of this ships.
import { editor } from 'monaco-editor/editor'
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/javascript/register'

self.MonacoEnvironment = { getWorker: () => new EditorWorker() }

const root = document.getElementById('root')!
let shown: editor.IStandaloneCodeEditor | null = null

Object.assign(window, {
  open(text: string) {
    shown?.getModel()?.dispose()
    shown?.dispose()
    shown = editor.create(root, {
      value: text,
      language: 'javascript',
      readOnly: true,
      automaticLayout: true,
    })
  },
})
