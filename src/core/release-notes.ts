// What a release says of itself, as plain text: it comes from a web page, and stays text.

const LONGEST = 20_000
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

export function plainNotes(notes: string): string {
  return notes
    .slice(0, 4 * LONGEST)
    .replaceAll(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/gi, '')
    .replaceAll(/<li[^>]*>/gi, '\n- ')
    .replaceAll(/<\/?(?:p|div|h\d|ul|ol|br|tr)[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\r/g, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{2,}(?=- )/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, LONGEST)
}
