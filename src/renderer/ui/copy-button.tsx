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
        // Where the page may not have a clipboard this throws at once, hence the wrapping.
        const copy = async () => navigator.clipboard.writeText(text)
        copy().then(() => setCopied(true), report)
      }}
    />
  )
}
