// A setting that the page shows and resets, but never sets: only a flag or the environment does.
import { Button } from '../ui/button.tsx'

interface Props {
  value: string
  onReset: () => void
}

export function GivenSetting({ value, onReset }: Props) {
  return (
    <>
      <p className="setting-note">
        {value === '' ? 'Not set. Set it with the flag or the variable below.' : <code>{value}</code>}
      </p>
      {value === '' ? null : (
        <div className="setting-choices">
          <Button onClick={onReset}>Clear</Button>
        </div>
      )}
    </>
  )
}
