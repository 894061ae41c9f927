// A path with its folder dimmed, so that the eye finds the name first. The folder is what gives way when it is narrow.
import { inPlainOrder } from '../ui/plain-order.ts'
import { splitPath } from './tab-labels.ts'

export function PathName({ path }: { path: string }) {
  const { folder, name } = splitPath(inPlainOrder(path))
  return (
    <span className="path-name" title={path}>
      {folder ? (
        <span className="path-folder">
          <bdi>{folder}</bdi>
        </span>
      ) : null}
      <span className="path-base">{name}</span>
    </span>
  )
}
