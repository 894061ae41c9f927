// As much of WebAssembly as is used here; the library of types for Node leaves it to the browser's.

/** Compiled code; only WebAssembly itself can look inside. */
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
