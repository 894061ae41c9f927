import { expect, it } from 'vitest'
import { createPortCarrier } from '../../../../src/renderer/room/port-carrier.ts'

/** A port as pages have it: whoever closes it is told nothing. */
function pagePort(): MessagePort {
  const port = Object.assign(new EventTarget(), { close() {}, start() {}, postMessage() {} })
  return port as unknown as MessagePort
}

it('Whoever closes a port is told that it is closed, and told once', () => {
  const port = pagePort()
  const carrier = createPortCarrier(port)
  const told: string[] = []
  carrier.onClose((reason) => told.push(reason))
  carrier.close()
  port.dispatchEvent(new Event('close'))
  expect(told).toEqual(['This window left the room.'])
})

it('A port that the app closes says so', () => {
  const port = pagePort()
  const carrier = createPortCarrier(port)
  const told: string[] = []
  carrier.onClose((reason) => told.push(reason))
  port.dispatchEvent(new Event('close'))
  expect(told).toEqual(['The app closed the room.'])
})
