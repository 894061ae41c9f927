// The words being said right now. Its two lines are always kept free, so that nothing moves when words come or go.
import { useRoom } from '../store/use-room.tsx'

/** Without a connection nothing is said, and the room is taken by the reason for that. */
export function Subtitle({ offline }: { offline: string | null }) {
  const subtitle = useRoom((state) => state.subtitle)
  if (offline) {
    return (
      <div className="subtitle subtitle-offline" role="status">
        <span>{offline}</span>
      </div>
    )
  }
  return (
    // The transcript says the same to those who listen to the window.
    <div className="subtitle" aria-hidden="true">
      <span>{subtitle?.text}</span>
    </div>
  )
}
