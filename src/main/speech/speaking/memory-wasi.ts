// The part of WASI that a program needs to read its arguments and write one file: thirteen calls, all in memory. The
// program has no access to folders, the time or the environment, and leaves nothing on disk.

/** Thrown by the program's exit call, to leave its code. */
class Exit {
  readonly code: number
  constructor(code: number) {
    this.code = code
  }
}

const OK = 0
const BADF = 8
const INVAL = 28
const NOENT = 44
const NOSPC = 51

/** The folder of the output file; 0 to 2 are the standard streams. */
const FOLDER = 3
const OUTPUT = 4
const DIRECTORY_TYPE = 3
const FILE_TYPE = 4
const STREAM_TYPE = 2
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn

export interface ProgramRun {
  code: number
  /** The content of its output file. */
  output: Uint8Array
  /** The beginning of what it wrote to standard error. */
  errors: string
}

const MAX_ERRORS = 4096

/** The output file. The program may seek in it. */
function createOutput(maxBytes: number) {
  let bytes = new Uint8Array(1 << 18)
  let length = 0
  let at = 0
  return {
    write(part: Uint8Array): boolean {
      if (at + part.length > maxBytes) return false
      if (at + part.length > bytes.length) {
        const grown = new Uint8Array(Math.min(maxBytes, Math.max(bytes.length * 2, at + part.length)))
        grown.set(bytes.subarray(0, length))
        bytes = grown
      }
      bytes.set(part, at)
      at += part.length
      length = Math.max(length, at)
      return true
    },
    seek(offset: number, whence: number): number | null {
      const to = offset + (whence === 0 ? 0 : whence === 1 ? at : length)
      if (to < 0 || to > length) return null
      return (at = to)
    },
    all: () => bytes.slice(0, length),
  }
}

/**
 * Prepares a program, which takes a while and needs no arguments yet. The returned function runs it to its end on this
 * thread, and can be called once.
 */
export function prepareProgram(
  module: WasmModule,
  options: { outputFile: string; maxOutputBytes: number },
): (args: readonly string[]) => ProgramRun {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  let given: Uint8Array[] = []
  const output = createOutput(options.maxOutputBytes)
  let errors = ''
  // Created for every call, because the memory's buffer changes when it grows.
  const view = (): DataView => new DataView(memory.buffer)
  const slice = (from: number, length: number): Uint8Array => new Uint8Array(memory.buffer, from, length)

  const calls = {
    args_sizes_get(count: number, size: number): number {
      view().setUint32(count, given.length, true)
      view().setUint32(
        size,
        given.reduce((sum, arg) => sum + arg.length, 0),
        true,
      )
      return OK
    },
    args_get(pointers: number, place: number): number {
      let at = place
      given.forEach((arg, index) => {
        view().setUint32(pointers + index * 4, at, true)
        slice(at, arg.length).set(arg)
        at += arg.length
      })
      return OK
    },
    /** Always the same time, so that the same text gives the same audio. */
    clock_time_get(_id: number, _precision: bigint, place: number): number {
      view().setBigUint64(place, 0n, true)
      return OK
    },
    fd_close: (): number => OK,
    fd_fdstat_get(fd: number, place: number): number {
      if (fd > OUTPUT) return BADF
      slice(place, 24).fill(0)
      view().setUint8(place, fd === FOLDER ? DIRECTORY_TYPE : fd === OUTPUT ? FILE_TYPE : STREAM_TYPE)
      view().setBigUint64(place + 8, ALL_RIGHTS, true)
      view().setBigUint64(place + 16, ALL_RIGHTS, true)
      return OK
    },
    fd_fdstat_set_flags: (): number => OK,
    fd_prestat_get(fd: number, place: number): number {
      if (fd !== FOLDER) return BADF
      view().setUint32(place, 0, true)
      view().setUint32(place + 4, 1, true)
      return OK
    },
    fd_prestat_dir_name(fd: number, place: number): number {
      if (fd !== FOLDER) return BADF
      slice(place, 1).set([0x2e])
      return OK
    },
    fd_read(_fd: number, _parts: number, _count: number, place: number): number {
      view().setUint32(place, 0, true)
      return OK
    },
    fd_seek(fd: number, offset: bigint, whence: number, place: number): number {
      if (fd !== OUTPUT) return BADF
      const at = output.seek(Number(offset), whence)
      if (at === null) return INVAL
      view().setBigUint64(place, BigInt(at), true)
      return OK
    },
    fd_write(fd: number, parts: number, count: number, place: number): number {
      let written = 0
      for (let index = 0; index < count; index++) {
        const from = view().getUint32(parts + index * 8, true)
        const length = view().getUint32(parts + index * 8 + 4, true)
        if (fd === OUTPUT) {
          if (!output.write(slice(from, length))) return NOSPC
        } else if (fd === 2 && errors.length < MAX_ERRORS) errors += decoder.decode(slice(from, length))
        written += length
      }
      view().setUint32(place, written, true)
      return OK
    },
    path_open(
      _folder: number,
      _lookup: number,
      path: number,
      length: number,
      _flags: number,
      _rights: bigint,
      _inherited: bigint,
      _fdflags: number,
      place: number,
    ): number {
      if (decoder.decode(slice(path, length)) !== options.outputFile) return NOENT
      view().setUint32(place, OUTPUT, true)
      return OK
    },
    proc_exit(code: number): never {
      // oxlint-disable-next-line typescript/only-throw-error -- caught below
      throw new Exit(code)
    },
  }

  const { exports } = new wasm.Instance(module, { wasi_snapshot_preview1: calls })
  const memory = exports['memory'] as WasmMemory
  return (args) => {
    given = args.map((arg) => encoder.encode(`${arg.replaceAll('\0', ' ')}\0`))
    let code = 0
    try {
      ;(exports['_start'] as () => void)()
    } catch (thrown) {
      if (!(thrown instanceof Exit)) throw thrown
      code = thrown.code
    }
    return { code, output: output.all(), errors: errors.slice(0, MAX_ERRORS) }
  }
}

// The used part of WebAssembly: Node's types leave it to the browser's.
export type WasmModule = object

interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>
}

interface Wasm {
  compile(bytes: Uint8Array): Promise<WasmModule>
  Instance: new (module: WasmModule, imports: Record<string, Record<string, unknown>>) => WasmInstance
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer
}

export const wasm: Wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly
