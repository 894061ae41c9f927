// The icons, all on a 16 by 16 grid with one stroke width.
import type { ReactNode } from 'react'

const drawings = {
  diff: <path d="M8 2.5v6M5 5.5h6M5 12.5h6" />,
  code: <path d="m5.5 4.5-3.5 3.5 3.5 3.5M10.5 4.5l3.5 3.5-3.5 3.5" />,
  markdown: <path d="M2.5 4h11M2.5 8h7.5M2.5 12h9.5" />,
  file: <path d="M4 1.8h5l3.2 3.2v9.2H4zM9 1.8V5h3.2" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.3" />
      <path d="m10.3 10.3 3.7 3.7" />
    </>
  ),
  error: (
    <>
      <path d="M8 2 14.4 13.4H1.6z" />
      <path d="M8 6.4v3.2M8 11.5v.1" />
    </>
  ),
  question: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.7-.8 1.2M8 11.4v.1" />
    </>
  ),
  close: <path d="m4.2 4.2 7.6 7.6M11.8 4.2l-7.6 7.6" />,
  pin: <path d="M5.6 2h4.8M6.4 2v4L4.2 8.8h7.6L9.6 6V2M8 8.8V14" />,
  stop: <rect x="4" y="4" width="8" height="8" rx="1.4" fill="currentColor" stroke="none" />,
  send: <path d="M8 13.2V3M3.8 7.2 8 3l4.2 4.2" />,
  down: <path d="M8 2.8V13M3.8 8.8 8 13l4.2-4.2" />,
  up: <path d="M3 8.5 8 3.5l5 5M8 3.5v9.5" />,
  folder: <path d="M1.8 4h4.4l1.5 1.8h6.5v7H1.8z" />,
  branch: (
    <>
      <circle cx="4.6" cy="3.6" r="1.6" />
      <circle cx="4.6" cy="12.4" r="1.6" />
      <circle cx="11.4" cy="5.2" r="1.6" />
      <path d="M4.6 5.2v5.6M11.4 6.8c0 2.2-2.6 2.4-6.8 3" />
    </>
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="2.9" />
      <path d="M8 1.4v1.4M8 13.2v1.4M1.4 8h1.4M13.2 8h1.4M3.3 3.3l1 1M11.7 11.7l1 1M12.7 3.3l-1 1M4.3 11.7l-1 1" />
    </>
  ),
  moon: <path d="M13.4 9.6A5.9 5.9 0 0 1 6.4 2.6a5.9 5.9 0 1 0 7 7z" />,
  system: (
    <>
      <circle cx="8" cy="8" r="5.6" />
      <path d="M8 2.4a5.6 5.6 0 0 1 0 11.2z" fill="currentColor" stroke="none" />
    </>
  ),
  copy: (
    <>
      <rect x="5.4" y="5.4" width="8.2" height="8.2" rx="1.4" />
      <path d="M10.6 5.4V3.8a1.4 1.4 0 0 0-1.4-1.4H3.8a1.4 1.4 0 0 0-1.4 1.4v5.4a1.4 1.4 0 0 0 1.4 1.4h1.6" />
    </>
  ),
  list: <path d="m2.4 4.2 1 1 1.8-2M2.4 10.8l1 1 1.8-2M8 4.6h5.6M8 11.2h5.6" />,
  circle: <circle cx="8" cy="8" r="6" />,
  'current-circle': (
    <>
      <circle cx="8" cy="8" r="6" />
      <circle cx="8" cy="8" r="2.6" fill="currentColor" stroke="none" />
    </>
  ),
  'check-circle': (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m5.4 8.3 1.8 1.8 3.4-3.8" />
    </>
  ),
  undo: <path d="M3 6.2h6.4a3.6 3.6 0 0 1 0 7.2H6M5.8 3.2 2.8 6.2l3 3" />,
  more: <path d="M3.4 8h.1M8 8h.1M12.5 8h.1" strokeWidth={2.2} />,
  plus: <path d="M8 3v10M3 8h10" />,
  check: <path d="m3 8.4 3.4 3.4L13 4.8" />,
  comment: <path d="M2.4 3h11.2v7.6H8L5 13.4v-2.8H2.4z" />,
  chevron: <path d="m5.6 3.6 4.6 4.4-4.6 4.4" />,
  'chevron-down': <path d="m3.6 5.6 4.4 4.6 4.4-4.6" />,
  history: (
    <>
      <path d="M2.6 8a5.4 5.4 0 1 0 1.8-4L2.6 5.6M2.6 2.6v3h3" />
      <path d="M8 5v3.2l2.2 1.4" />
    </>
  ),
  gear: (
    <>
      <circle cx="8" cy="8" r="2.1" />
      <path d="M8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4" />
    </>
  ),
  microphone: (
    <>
      <rect x="6" y="1.8" width="4" height="7.4" rx="2" />
      <path d="M3.6 7.6a4.4 4.4 0 0 0 8.8 0M8 12v2.2" />
    </>
  ),
  'microphone-off': (
    <>
      <path d="M6 5.6v1.6a2 2 0 0 0 3 1.7M10 6.4V3.8a2 2 0 0 0-3.9-.6" />
      <path d="M3.6 7.6a4.4 4.4 0 0 0 6.8 3.7M12.2 8.8c.1-.4.2-.8.2-1.2M8 12v2.2M2.4 2.4l11.2 11.2" />
    </>
  ),
  voice: <path d="M2.6 6.2v3.6M5.3 4.2v7.6M8 2.4v11.2M10.7 4.8v6.4M13.4 6.6v2.8" />,
  speaker: (
    <path d="M2.4 6.2h2.4L8.2 3.2v9.6L4.8 9.8H2.4zM10.6 5.8a3.1 3.1 0 0 1 0 4.4M12.6 3.8a6 6 0 0 1 0 8.4" />
  ),
  'speaker-off': <path d="M2.4 6.2h2.4L8.2 3.2v9.6L4.8 9.8H2.4zM10.8 6.2l3 3.6M13.8 6.2l-3 3.6" />,
  'microphone-live': (
    <>
      <rect x="6.3" y="3.2" width="3.4" height="6" rx="1.7" />
      <path d="M8 11.2v1.8M4 4.6a4.4 4.4 0 0 0 0 5.6M12 4.6a4.4 4.4 0 0 1 0 5.6M1.9 2.8a7.4 7.4 0 0 0 0 9.2M14.1 2.8a7.4 7.4 0 0 1 0 9.2" />
    </>
  ),
  outline: <path d="M2.4 3.6h11M5 8h8.4M5 12.4h8.4M2.4 6.2v6.2" />,
  keyboard: (
    <>
      <rect x="1.6" y="4" width="12.8" height="8" rx="1.4" />
      <path d="M4.4 6.6h.1M7 6.6h.1M9.6 6.6h.1M12 6.6h.1M5 9.4h6" />
    </>
  ),
  shield: <path d="M8 1.8 13 3.6v3.8c0 3.2-2.2 5.6-5 6.8-2.8-1.2-5-3.6-5-6.8V3.6z" />,
  columns: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.2" />
      <path d="M8 3v10" />
    </>
  ),
  rows: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.2" />
      <path d="M2 8h12" />
    </>
  ),
  preview: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.2" />
      <path d="M2 8h12M4.6 10.6h5" />
    </>
  ),
  wrap: <path d="M2 4h12M2 8h9.4a2.2 2.2 0 0 1 0 4.4H8.2M9.8 10.6 8 12.4l1.8 1.8M2 12.4h3" />,
  image: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.2" />
      <path d="m2.4 11.4 3.4-3.4 2.6 2.6 1.8-1.8 3.4 3.4M10.4 6.2h.1" />
    </>
  ),
  phone: (
    <>
      <rect x="4.4" y="1.8" width="7.2" height="12.4" rx="1.5" />
      <path d="M7.2 11.8h1.6" />
    </>
  ),
  speech: <path d="M2 3h12v8H8.6L5.4 13.8V11H2zM5 5.8h6M5 8.2h4" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="drawing"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  )
}
