// A certificate that this computer makes for itself. A browser gives a page the microphone only over https, and in a home
// network nobody else vouches for an address; the person does, once, on the phone.
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { isIPv4 } from 'node:net'

export interface Certificate {
  /** Both as PEM. */
  key: string
  cert: string
}

const DAY_MS = 24 * 60 * 60 * 1000
/** No browser takes one that is good for longer. */
const GOOD_FOR_DAYS = 397

/** Whether one can be made out to it. Names cannot, nor can "anywhere", which is all there is to say in no network. */
const canBeNamed = (address: string): boolean => isIPv4(address) && address !== '0.0.0.0'

/** Whether it still stands for this address, and will for a while. Where none would, another is no better. */
export function standsFor({ cert }: Certificate, address: string, now: number): boolean {
  try {
    const read = new X509Certificate(cert)
    const named = !canBeNamed(address) || read.checkIP(address) !== undefined
    return named && Date.parse(read.validTo) - now > 7 * DAY_MS
  } catch {
    return false
  }
}

export function makeCertificate(address: string, now: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectId('2a8648ce3d040302')) // ecdsa-with-SHA256
  const name = sequence(set(sequence(objectId('550403'), text('Parley')))) // commonName
  const body = sequence(
    tagged(0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(now - DAY_MS), time(now + GOOD_FOR_DAYS * DAY_MS - DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions(address))),
  )
  const signature = sign('sha256', body, privateKey)
  const whole = sequence(body, algorithm, bits(signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}

function extensions(address: string): Buffer[] {
  const names = [...new Set(['127.0.0.1', address])].filter(canBeNamed)
  const alternatives = sequence(
    der(0x82, Buffer.from('localhost', 'latin1')),
    ...names.map((ip) => der(0x87, Buffer.from(ip.split('.').map(Number)))),
  )
  return [
    sequence(objectId('551d11'), octets(alternatives)), // subjectAltName
    sequence(objectId('551d13'), yes, octets(sequence())), // basicConstraints: it vouches for no other
    sequence(objectId('551d25'), octets(sequence(objectId('2b06010505070301')))), // extKeyUsage: serverAuth
  ]
}

/** One piece of DER: what it is, how long it is, and itself. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const set = (...parts: Buffer[]): Buffer => der(0x31, Buffer.concat(parts))
const tagged = (tag: number, content: Buffer): Buffer => der(0xa0 + tag, content)
const integer = (value: Buffer): Buffer => der(0x02, value)
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const text = (words: string): Buffer => der(0x0c, Buffer.from(words, 'utf8'))
const octets = (content: Buffer): Buffer => der(0x04, content)
const bits = (content: Buffer): Buffer => der(0x03, Buffer.concat([Buffer.from([0]), content]))
const yes = der(0x01, Buffer.from([0xff]))
/** UTCTime, which ends in 2049. */
const time = (at: number): Buffer =>
  der(
    0x17,
    Buffer.from(
      `${new Date(at)
        .toISOString()
        .replace(/[-:T]|\..*$/g, '')
        .slice(2)}Z`,
      'latin1',
    ),
  )
