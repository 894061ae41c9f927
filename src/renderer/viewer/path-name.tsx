// A path with its folder dimmed. If space is short, the folder is cut off first.
import { VisibleText } from '../ui/visible-text.ts'
import { splitPath } from './tab-labels.ts'

export function PathName({ path }: { path: string }) {
  const { folder, name } = splitPath(path)
  return (
    <span className="path-name" title={path}>
      {folder ? (
        <span className="path-folder">
          <bdi>
            <VisibleText text={folder} kind="line" />
          </bdi>
        </span>
      ) : null}
      <span className="path-base">
        <VisibleText text={name} kind="line" />
      </span>
    </span>
  )
}
