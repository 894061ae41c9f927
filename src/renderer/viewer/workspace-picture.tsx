// A picture out of the workspace. It comes through the agent as data; nothing is ever fetched for it.
import { useEffect, useState } from 'react'
import { faultOf } from '../../shared/errors.ts'
import { useApp } from '../store/use-room.tsx'
import { Icon } from '../ui/icon.tsx'

type Loading = { tag: 'loading' } | { tag: 'failed'; why: string } | { tag: 'there'; url: string }

export function WorkspacePicture({ file, alt }: { file: string; alt: string }) {
  const { commands } = useApp()
  const [loading, setLoading] = useState<Loading>({ tag: 'loading' })
  useEffect(() => {
    let gone = false
    const settle = (next: Loading): void => {
      if (!gone) setLoading(next)
    }
    commands.image(file).then(
      (url) => settle({ tag: 'there', url }),
      (error: unknown) => settle({ tag: 'failed', why: faultOf(error).message }),
    )
    return () => {
      gone = true
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
