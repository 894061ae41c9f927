// Puts text on the clipboard and says so for a moment.
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { useReportFault } from './notices.tsx'

const SAID_MS = 1500

export function CopyButton({ text, label }: { text: string; label: string }) {
  const report = useReportFault()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      icon={copied ? 'check' : 'copy'}
      label={copied ? 'Copied' : label}
      onClick={() => {
        navigator.clipboard.writeText(text).then(() => setCopied(true), report)
      }}
    />
  )
}
