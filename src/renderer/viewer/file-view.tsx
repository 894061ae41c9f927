// A whole file: its text if there is one, else a card about it.
import type { ArtifactOf } from '../../shared/artifacts.ts'
import '../styles/cards.css'
import { useAsk } from '../talk/ask-context.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { useReportFault } from '../ui/notices.tsx'
import { scrolledByKeys } from '../ui/keyboard.ts'
import { byteSize } from './byte-size.ts'
import { CodeView } from './code-view.tsx'
import { fullTitle, splitPath } from './tab-labels.ts'
import { useReportedView } from './active-view.tsx'
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

/** A card for a file without text: what is known about it, and actions. */
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
          <h3>
            <VisibleText text={splitPath(file).name} kind="line" />
          </h3>
          {size === undefined ? null : <p>{byteSize(size)}</p>}
          <p className="file-card-note">{note ?? 'The agent did not send the text of this file.'}</p>
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
