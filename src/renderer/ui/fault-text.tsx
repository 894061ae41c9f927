// A fault: what happened, then what to do.
import type { Fault } from '../../shared/errors.ts'

export function FaultText({ fault }: { fault: Fault }) {
  return (
    <div className="fault" role="alert">
      <strong>{fault.message}</strong> {fault.remedy}
    </div>
  )
}
