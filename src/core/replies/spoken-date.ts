const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** "3 March 2026" of an ISO date. */
export function spokenDate(iso: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso) ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? 'an unknown day' : `${Number(day)} ${name} ${year}`
}
