// A file as a whole: its text where there is one, else what can be said about it.
import type { ArtifactOf } from '../../shared/artifacts.ts'
import '../styles/cards.css'
import { Icon } from '../ui/icon.tsx'
import { byteSize } from './byte-size.ts'
import { CodeView } from './code-view.tsx'
import { fullTitle, splitPath } from './tab-labels.ts'
import { ViewHeader } from './view-header.tsx'

export function FileView({ artifact }: { artifact: ArtifactOf<'file'> }) {
  const { id, file, content, language, size, note } = artifact
  const detail = [size === undefined ? null : byteSize(size), content === undefined ? null : note]
    .filter(Boolean)
    .join(' · ')
  if (content !== undefined) {
    return (
      <CodeView
        id={id}
        title={fullTitle(artifact)}
        detail={detail}
        content={content}
        language={language}
        file={file}
      />
    )
  }
  return (
    <div className="view">
      <ViewHeader id={id} title={fullTitle(artifact)} detail={detail} />
      <div className="view-scroll view-centre">
        <div className="file-card">
          <Icon name="file" size={40} />
          <h3>{splitPath(file).name}</h3>
          <p className="file-card-path">{file}</p>
          {size === undefined ? null : <p>{byteSize(size)}</p>}
          <p className="file-card-note">{note ?? 'The text of this file was not sent.'}</p>
        </div>
      </div>
    </div>
  )
}
