// Other ways to draw a diff, for comparison: plain diff2html and @git-diff-view/react. None of this ships.
import { DiffModeEnum, DiffView } from '@git-diff-view/react'
import '@git-diff-view/react/styles/diff-view.css'
import { html } from 'diff2html'
import 'diff2html/bundles/css/diff2html.min.css'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')!
let mounted: ReturnType<typeof createRoot> | null = null

const peers = {
  diff2html(diff: string): void {
    root.innerHTML = html(diff, { outputFormat: 'side-by-side', matching: 'none', drawFileList: false })
  },
  gitDiffView(diff: string): void {
    const files = diff.split(/^(?=diff --git )/m).filter(Boolean)
    mounted = createRoot(root)
    mounted.render(
      files.map((file) => (
        <DiffView
          key={file}
          data={{ hunks: [file] }}
          diffViewMode={DiffModeEnum.Split}
          diffViewHighlight={false}
        />
      )),
    )
  },
}

Object.assign(window, {
  draw: (peer: keyof typeof peers, diff: string) => peers[peer](diff),
  clear() {
    mounted?.unmount()
    mounted = null
    root.innerHTML = ''
  },
})
