// Browser mode runs from a checkout, which its owner keeps up to date.
import type { UpdateStatus } from '../../shared/update-status.ts'

const status = (): UpdateStatus => ({ tag: 'unavailable', why: 'checkout' })

export const noUpdates = {
  'app.updates': status,
  'app.updates.check': status,
  'app.updates.install': status,
}
