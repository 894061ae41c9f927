// The gateway's own TLS certificate. Browsers give a page the microphone only over https, and no authority signs an address
// in a home network, so this computer signs it and the user accepts it once. PKI.js writes it.
import { KeyObject, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { Integer, OctetString, Utf8String } from 'asn1js'
import * as pki from 'pkijs'
import { z } from 'zod'
import { isAnyAddress } from '../../base/host-address.ts'
import { parseJson } from '../../base/parse-json.ts'

export interface Certificate {
  /** Both as PEM. */
  key: string
  cert: string
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The longest validity that browsers accept. */
const VALID_DAYS = 397
/** A certificate that expires sooner is replaced. */
const RENEW_BEFORE_MS = 7 * DAY_MS

const COMMON_NAME = '2.5.4.3'
const SUBJECT_ALT_NAME = '2.5.29.17'
const BASIC_CONSTRAINTS = '2.5.29.19'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'
const DNS_NAME = 2
const IP_ADDRESS = 7

/** Whether a certificate can name the address. It cannot name host names or "any address". */
const canBeNamed = (address: string): boolean => isIPv4(address) && !isAnyAddress(address)

/** Whether the certificate names the address, if that is possible, and is valid for a while. */
export function isValidFor({ cert }: Certificate, address: string, now: number): boolean {
  try {
    const read = new X509Certificate(cert)
    const isNamed = !canBeNamed(address) || read.checkIP(address) !== undefined
    return isNamed && Date.parse(read.validTo) - now > RENEW_BEFORE_MS
  } catch {
    return false
  }
}

export async function makeCertificate(address: string, now: number): Promise<Certificate> {
  // PKI.js uses the DOM types of the Web Crypto API, which differ in details from those of Node.
  const engine = new pki.CryptoEngine({ name: 'node', crypto: webcrypto as never })
  const keys = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  const certificate = new pki.Certificate({
    version: 2, // X.509 version 3
    // Positive: the first byte is below 0x80.
    serialNumber: new Integer({ valueHex: Uint8Array.of(1, ...randomBytes(15)).buffer }),
    notBefore: new pki.Time({ value: new Date(now - DAY_MS) }),
    notAfter: new pki.Time({ value: new Date(now + (VALID_DAYS - 1) * DAY_MS) }),
    extensions: extensions(address),
  })
  for (const name of [certificate.issuer, certificate.subject])
    name.typesAndValues.push(
      new pki.AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: 'Parley' }) }),
    )
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey as never, engine)
  await certificate.sign(keys.privateKey as never, 'SHA-256', engine)
  return {
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: new X509Certificate(Buffer.from(certificate.toSchema().toBER())).toString(),
  }
}

function extensions(address: string): pki.Extension[] {
  const addresses = [...new Set(['127.0.0.1', address])].filter(canBeNamed)
  const names = new pki.GeneralNames({
    names: [
      new pki.GeneralName({ type: DNS_NAME, value: 'localhost' }),
      ...addresses.map((ip) => {
        const bytes = Uint8Array.from(ip.split('.').map(Number))
        return new pki.GeneralName({ type: IP_ADDRESS, value: new OctetString({ valueHex: bytes.buffer }) })
      }),
    ],
  })
  const usage = new pki.ExtKeyUsage({ keyPurposes: [SERVER_AUTH] })
  const extension = (extnID: string, value: { toSchema(): { toBER(): ArrayBuffer } }, critical = false) =>
    new pki.Extension({ extnID, critical, extnValue: value.toSchema().toBER() })
  return [
    extension(SUBJECT_ALT_NAME, names),
    // Not an authority: it signs no other certificate.
    extension(BASIC_CONSTRAINTS, new pki.BasicConstraints({ cA: false }), true),
    extension(EXTENDED_KEY_USAGE, usage),
  ]
}

const STORED_AS = 'gateway.certificate'
const stored = z.object({ key: z.string().max(10_000), cert: z.string().max(10_000) })

interface Deps {
  secrets: { get(name: string): string | null; set(name: string, value: string | null): void }
  now(): number
}

/** The certificate for an address. It stays the same while it is valid, since devices ask their user about each new one. */
export function storedCertificate({ secrets, now }: Deps): (address: string) => Promise<Certificate> {
  return async (address) => {
    const before = stored.safeParse(parseJson(secrets.get(STORED_AS) ?? ''))
    if (before.success && isValidFor(before.data, address, now())) return before.data
    const made = await makeCertificate(address, now())
    secrets.set(STORED_AS, JSON.stringify(made))
    return made
  }
}
