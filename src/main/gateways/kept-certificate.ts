// The certificate for guests from elsewhere, the same one as long as it is good: a phone asks about each new one.
import { z } from 'zod'
import { parseJson } from '../../core/parse-json.ts'
import { makeCertificate, standsFor, type Certificate } from './certificate.ts'

const CERTIFICATE = 'gateway.certificate'
const stored = z.object({ key: z.string().max(10_000), cert: z.string().max(10_000) })

interface Deps {
  /** Its key is a secret like any other. */
  secrets: { get(name: string): string | null; set(name: string, value: string | null): void }
  now(): number
}

export function keptCertificate({ secrets, now }: Deps): (address: string) => Certificate {
  return (address) => {
    const kept = stored.safeParse(parseJson(secrets.get(CERTIFICATE) ?? ''))
    if (kept.success && standsFor(kept.data, address, now())) return kept.data
    const made = makeCertificate(address, now())
    secrets.set(CERTIFICATE, JSON.stringify(made))
    return made
  }
}
