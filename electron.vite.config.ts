import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const at = (path: string): string => resolve(import.meta.dirname, path)

/** Where the natural voice is fetched from later: where this app's own packages come from, without anybody's password. */
function packageSource(): string {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const named =
    process.env['npm_config_registry'] ??
    spawnSync(npm, ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout
  const address = URL.canParse(named?.trim() ?? '') ? new URL(named.trim()) : null
  return address ? `${address.origin}${address.pathname}` : ''
}

export default defineConfig({
  main: {
    define: { PARLEY_PACKAGE_SOURCE: JSON.stringify(packageSource()) },
    build: {
      outDir: 'out/main',
      minify: false,
      rolldownOptions: {
        input: {
          index: at('src/main/index.ts'),
          serve: at('src/main/serve.ts'),
          'index-worker': at('src/main/workspace/index-worker.ts'),
          'diff-worker': at('src/main/workspace/diff-worker.ts'),
          'flite-worker': at('src/main/speech/voice/flite-worker.ts'),
          'speech-worker': at('src/main/speech/process/speech-worker.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can only be CommonJS, and can require nothing but electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: at('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir: at('out/renderer'),
      emptyOutDir: true,
      minify: true,
      // Monaco alone is larger than the default warning; the size is watched in bench/ instead.
      chunkSizeWarningLimit: 4096,
      rolldownOptions: { input: { index: at('src/renderer/index.html') } },
    },
  },
})
