// Puts text on the clipboard and says so for a moment.
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { useReportFault } from './notices.tsx'

const SAID_MS = 1500

interface Props {
  /** What to copy, or how to come by it. */
  text: string | (() => Promise<string>)
  label: string
}

export function CopyButton({ text, label }: Props) {
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
        const copy = async () => navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
        copy().then(() => setCopied(true), report)
      }}
    />
  )
}
