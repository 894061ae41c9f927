import { expect, it } from 'vitest'
import { createPortTransport } from '../../../../src/renderer/room/transports.ts'

/** A port as in a page: closing it does not notify its own end. */
function pagePort(): MessagePort {
  const port = Object.assign(new EventTarget(), { close() {}, start() {}, postMessage() {} })
  return port as unknown as MessagePort
}

it('closing a port notifies its own listener once', () => {
  const port = pagePort()
  const transport = createPortTransport(port)
  const reasons: string[] = []
  transport.onClose((reason) => reasons.push(reason))
  transport.close()
  port.dispatchEvent(new Event('close'))
  expect(reasons).toEqual(['This window left the room.'])
})

it('a port that the app closes notifies its listener', () => {
  const port = pagePort()
  const transport = createPortTransport(port)
  const reasons: string[] = []
  transport.onClose((reason) => reasons.push(reason))
  port.dispatchEvent(new Event('close'))
  expect(reasons).toEqual(['The app closed the room.'])
})
