// The editor in parts. Its code runs once, when it has come, and all of it in one go holds the window for several
// frames; so each part is fetched and run by itself, what others stand on first, and little is left for the last.

/** Each brings what it needs; only what no part before it needed is new. */
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

/** They would start with the first language that is made known. */
async function startServices(): Promise<void> {
  const { StandaloneServices } = await import('monaco-editor/editor/standalone/browser/standaloneServices')
  StandaloneServices.initialize({})
}

const idle = (): Promise<void> => new Promise((resolve) => requestIdleCallback(() => resolve()))

/** In moments in which there is nothing else to do. */
export async function fetchEditorParts(): Promise<void> {
  for (const part of parts) {
    await idle()
    await part()
  }
  await idle()
}
