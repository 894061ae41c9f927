// Loads the editor in parts. Running all its code at once would block the window for several frames, so each part is loaded
// and run separately, dependencies first.
import './editor-policy.ts'

/** Each part loads its dependencies, except those that a part before it has loaded. */
const parts: (() => Promise<unknown>)[] = [
  () => import('monaco-editor/editor/browser/coreCommands'),
  () => import('monaco-editor/editor/common/model/textModel'),
  () => import('monaco-editor/editor/common/viewModel/viewModelImpl'),
  () => import('monaco-editor/editor/browser/view'),
  () => import('monaco-editor/editor/browser/widget/codeEditor/codeEditorWidget'),
  () => import('monaco-editor/base/browser/ui/tree/abstractTree'),
  () => import('monaco-editor/platform/quickinput/browser/quickInputList'),
  () => import('monaco-editor/editor/standalone/browser/standaloneServices'),
  startServices,
  () => import('monaco-editor/editor/standalone/browser/standaloneEditor'),
  () => import('monaco-editor/editor/contrib/find/browser/findController'),
  () => import('monaco-editor/editor/contrib/unicodeHighlighter/browser/unicodeHighlighter'),
]

/** These would otherwise load with the first language. */
async function startServices(): Promise<void> {
  const { StandaloneServices } = await import('monaco-editor/editor/standalone/browser/standaloneServices')
  StandaloneServices.initialize({})
}

const idle = (): Promise<void> => new Promise((resolve) => requestIdleCallback(() => resolve()))

/** When the window is idle. */
export async function fetchEditorParts(): Promise<void> {
  for (const part of parts) {
    await idle()
    await part()
  }
  await idle()
}
