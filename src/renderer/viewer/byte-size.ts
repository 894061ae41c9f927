const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A size as text: 1 byte, 812 bytes, 1.4 MB. */
export function byteSize(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let amount = bytes
  let unit = 0
  // 999.95 kB would be written 1000.0 kB; it is 1.0 MB.
  while (amount >= 999.95 && unit < units.length - 1) {
    amount /= 1000
    unit += 1
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${units[unit]}`
}
