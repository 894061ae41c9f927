// npm run client: talks to a gateway from a terminal, or checks it.
import { createInterface } from 'node:readline'
import { systemClock } from './clock.ts'
import { report } from './conform/report.ts'
import {
  clientHelp,
  parseClientCommand,
  type CommonOptions,
  type ConformOptions,
  type SpeakOptions,
} from './options.ts'
import { ownToken } from './own-token.ts'
import { readAudio, UnreadableAudio } from './audio-file.ts'
import { EXIT, speak } from './speak.ts'

const write = (text: string): void => void process.stdout.write(text)
const complain = (text: string): void => void process.stderr.write(text)

async function run(): Promise<number> {
  const command = parseClientCommand(process.argv.slice(2), process.env)
  switch (command.tag) {
    case 'help':
      write(clientHelp())
      return EXIT.success
    case 'refused':
      complain(`${command.message}\n`)
      return EXIT.usage
    case 'speak': {
      const typed = isTyped(command.options) ? typedLines() : null
      return speak(await withOwnToken(command.options), { clock: systemClock, write, complain, typed })
    }
    case 'conform':
      return conform(await withOwnToken(command.options))
  }
}

async function withOwnToken<O extends CommonOptions>(options: O): Promise<O> {
  const { gateway, token, profile } = options
  return { ...options, token: token ?? (await ownToken(gateway, profile)) }
}

const isTyped = ({ wire, given, text, wav }: SpeakOptions): boolean =>
  process.stdin.isTTY && text === null && wav === null && (wire.defaultInput?.(given, true) ?? null) === null

function typedLines(): AsyncIterable<string> {
  const reader = createInterface({ input: process.stdin })
  // Not once: Ctrl+C arrives from the terminal and from the parent process.
  process.on('SIGINT', () => reader.close())
  // Starts now, so that lines typed before the connection are not lost.
  return reader[Symbol.asyncIterator]()
}

async function conform(options: ConformOptions): Promise<number> {
  try {
    const speech = options.wav === null ? null : await readAudio(options.wav)
    const outcome = await report(options, { clock: systemClock, write, complain, speech })
    switch (outcome) {
      case 'kept':
        return EXIT.success
      case 'broken':
        return EXIT.failed
      case 'unreachable':
        return EXIT.notConnected
    }
  } catch (error) {
    if (!(error instanceof UnreadableAudio)) throw error
    complain(`${error.message}\n`)
    return EXIT.usage
  }
}

// A reader such as `head` may close the pipe early.
process.stdout.on('error', () => process.exit(EXIT.success))
run().then(
  // Waits for the output, which may be a pipe.
  (code) => process.stdout.write('', () => process.exit(code)),
  (error: unknown) => {
    complain(`The client failed: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(EXIT.failed)
  },
)
