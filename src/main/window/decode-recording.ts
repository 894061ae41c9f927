// Decodes a recording of a browser, such as WebM, with Chromium's decoders. The recording comes from outside, so a hidden page
// without preload and network decodes it in its sandbox.
import { BrowserWindow } from 'electron'
import { HEARING_RATE } from '../../core/speech/hearing/samples.ts'

const TIMEOUT_MS = 10_000

/** Runs in the page. Samples come back as base64 of 16-bit little-endian numbers. */
const script = (recording: string): string => `(async () => {
  const bytes = Uint8Array.from(atob(${JSON.stringify(recording)}), (one) => one.charCodeAt(0))
  const context = new OfflineAudioContext(1, 1, ${HEARING_RATE})
  const decoded = await context.decodeAudioData(bytes.buffer)
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, at) => decoded.getChannelData(at))
  const samples = Int16Array.from({ length: decoded.length }, (_, at) => {
    const sum = channels.reduce((total, channel) => total + channel[at], 0)
    return Math.max(-1, Math.min(1, sum / channels.length)) * 32767
  })
  let text = ''
  const raw = new Uint8Array(samples.buffer)
  for (let at = 0; at < raw.length; at += 8192) text += String.fromCharCode(...raw.subarray(at, at + 8192))
  return btoa(text)
})()`

/** Returns one channel of samples at 16 kHz. Rejects if it is not a recording. */
export async function decodeRecording(recording: Uint8Array): Promise<Int16Array> {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, partition: 'decoding' },
  })
  window.webContents.session.webRequest.onBeforeRequest((_, answer) => answer({ cancel: true }))
  let timeout: NodeJS.Timeout | undefined
  try {
    const decoded = decodeIn(window, Buffer.from(recording).toString('base64'))
    const tooLong = new Promise<never>((_, reject) => {
      timeout = setTimeout(() => reject(new Error('Decoding took too long.')), TIMEOUT_MS)
    })
    const bytes = Buffer.from(await Promise.race([decoded, tooLong]), 'base64')
    return Int16Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(2 * at))
  } finally {
    clearTimeout(timeout)
    window.destroy()
  }
}

async function decodeIn(window: BrowserWindow, recording: string): Promise<string> {
  await window.loadURL('about:blank')
  return (await window.webContents.executeJavaScript(script(recording))) as string
}
