/** What an answer from the index may lack: empty if the index has read everything. `others` is what there may be. */
export function unreadSentence(
  { complete, truncated = false }: { complete: boolean; truncated?: boolean },
  others: string,
): string {
  if (!complete) return ` I am still reading the code, so there may be ${others}.`
  return truncated ? ` There are more files than I can read, so there may be ${others}.` : ''
}
