// An image in the workspace. The agent sends it as data; the page makes no request for it.
import { useEffect, useState } from 'react'
import { faultOf } from '../../shared/errors.ts'
import { useApp } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'

type Loading = { tag: 'loading' } | { tag: 'failed'; why: string } | { tag: 'there'; url: string }

export function WorkspacePicture({ file, alt }: { file: string; alt: string }) {
  const { commands } = useApp()
  const [loading, setLoading] = useState<Loading>({ tag: 'loading' })
  useEffect(() => {
    let cancelled = false
    const settle = (next: Loading): void => {
      if (!cancelled) setLoading(next)
    }
    commands.image(file).then(
      (url) => settle({ tag: 'there', url }),
      (error: unknown) => settle({ tag: 'failed', why: faultOf(error).message }),
    )
    return () => {
      cancelled = true
    }
  }, [commands, file])
  if (loading.tag === 'there') return <img className="markdown-picture" src={loading.url} alt={alt || file} />
  return (
    <span className="markdown-image" title={loading.tag === 'failed' ? loading.why : file}>
      <Icon name="image" size={14} /> {alt || file}
      <span className="markdown-image-state">
        {loading.tag === 'failed' ? `not shown: ${loading.why}` : 'loading…'}
      </span>
    </span>
  )
}
