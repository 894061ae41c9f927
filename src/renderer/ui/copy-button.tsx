// Copies text to the clipboard and confirms it for a moment.
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { useReportFault } from './notices.tsx'

const SAID_MS = 1500

interface Props {
  /** The text, or a function that returns it. */
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
        // If the page has no clipboard access, this throws synchronously, hence the wrapping.
        const copy = async () => navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
        copy().then(() => setCopied(true), report)
      }}
    />
  )
}
