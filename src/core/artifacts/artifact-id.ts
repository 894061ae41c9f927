// The id of an artifact: the same call always gives the same id, so a replayed event opens no second tab.

const MAX_ID = 128

export function artifactId(turnId: string, callId: string): string {
  const id = `${turnId}:${callId}`
  if (id.length <= MAX_ID) return id
  // Two calls of one turn may share the start; the fingerprint of the whole id keeps them apart.
  const print = fingerprint(id)
  return `${id.slice(0, MAX_ID - print.length - 1)}~${print}`
}

/** FNV-1a over the whole text, from two starting points: 64 bits in hex. It is no secret, only a difference. */
function fingerprint(text: string): string {
  return [0x811c9dc5, 0x01234567]
    .map((start) => {
      let hash = start
      for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
      return (hash >>> 0).toString(16).padStart(8, '0')
    })
    .join('')
}
