// A file as a whole: its text where there is one, else what can be said about it.
import type { ArtifactOf } from '../../shared/artifacts.ts'
import '../styles/cards.css'
import { useAsk } from '../talk/ask-context.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { inPlainOrder } from '../ui/plain-order.ts'
import { useReportFault } from '../ui/notices.tsx'
import { scrolledByKeys } from '../ui/scrolled-by-keys.ts'
import { byteSize } from './byte-size.ts'
import { CodeView } from './code-view.tsx'
import { fullTitle, splitPath } from './tab-labels.ts'
import { useReportedView } from './view-in-front.tsx'
import { ViewHeader } from './view-header.tsx'
import { WorkspacePicture } from './workspace-picture.tsx'

const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|bmp|ico|avif)$/i

export function FileView({ artifact }: { artifact: ArtifactOf<'file'> }) {
  if (artifact.content === undefined) return <FileCard artifact={artifact} />
  return <FileText artifact={artifact} content={artifact.content} />
}

function FileText({ artifact, content }: { artifact: ArtifactOf<'file'>; content: string }) {
  const { id, file, language, size, note } = artifact
  const detail = [size === undefined ? null : byteSize(size), note].filter(Boolean).join(' · ')
  return (
    <CodeView
      id={id}
      title={fullTitle(artifact)}
      detail={detail}
      content={content}
      language={language}
      file={file}
      kind="file"
    />
  )
}

/** What cannot be shown as text: what is known about it, and what can be done. */
function FileCard({ artifact }: { artifact: ArtifactOf<'file'> }) {
  const { id, file, size, note } = artifact
  const { ask } = useAsk()
  const report = useReportFault()
  useReportedView({ file, kind: 'file' })
  return (
    <div className="view">
      <ViewHeader id={id} title={fullTitle(artifact)} />
      <div className="view-scroll view-centre" {...scrolledByKeys(fullTitle(artifact))}>
        <div className="file-card">
          {PICTURE.test(file) ? <WorkspacePicture file={file} alt={file} /> : <Icon name="file" size={40} />}
          <h3>{inPlainOrder(splitPath(file).name)}</h3>
          {size === undefined ? null : <p>{byteSize(size)}</p>}
          <p className="file-card-note">{note ?? 'The text of this file was not sent.'}</p>
          <div className="file-card-actions">
            <Button
              icon="copy"
              onClick={() => {
                const copy = async () => navigator.clipboard.writeText(file)
                copy().catch(report)
              }}
            >
              Copy the path
            </Button>
            <Button icon="search" onClick={() => ask(`find ${splitPath(file).name}`)}>
              Find where it is used
            </Button>
          </div>
        </div>
      </div>
    </div>
  )
}
