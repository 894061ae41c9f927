import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { build, type Plugin } from 'vite'

import { packageSource } from './build/packaging/package-source.ts'
import { recordPackages } from './build/packaging/record-packages.ts'

const at = (path: string): string => resolve(import.meta.dirname, path)

const recordMain = recordPackages(import.meta.dirname, 'main')
const recordPreload = recordPackages(import.meta.dirname, 'preload')
const recordRenderer = recordPackages(import.meta.dirname, 'renderer')

/** The page for phones shares nothing with the window, so it is a separate build after the window's. */
const velaPage = (): Plugin => ({
  name: 'vela-page',
  apply: 'build',
  async closeBundle() {
    await build({
      configFile: false,
      logLevel: 'warn',
      root: at('src/renderer/vela'),
      base: '/vela/',
      plugins: [recordRenderer()],
      worker: { format: 'es', plugins: () => [recordRenderer()] },
      build: { outDir: at('out/vela'), emptyOutDir: true },
    })
  },
})

export default defineConfig({
  main: {
    plugins: [recordMain()],
    define: { PARLEY_PACKAGE_SOURCE: JSON.stringify(packageSource()) },
    build: {
      outDir: 'out/main',
      minify: false,
      rolldownOptions: {
        input: {
          index: at('src/main/index.ts'),
          serve: at('src/main/serve.ts'),
          client: at('src/client/client.ts'),
          'index-worker': at('src/main/workspace/index-worker.ts'),
          'read-worker': at('src/main/workspace/read-worker.ts'),
          'diff-worker': at('src/main/workspace/diff-worker.ts'),
          'flite-worker': at('src/main/speech/speaking/flite-worker.ts'),
          'speech-worker': at('src/main/speech/process/speech-worker.ts'),
        },
      },
    },
  },
  preload: {
    plugins: [recordPreload()],
    build: {
      outDir: 'out/preload',
      // A sandboxed preload must be CommonJS and can require only electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: at('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [react({ jsxImportSource: '#visible' }), recordRenderer(), velaPage()],
    worker: { format: 'es', plugins: () => [recordRenderer()] },
    build: {
      outDir: at('out/renderer'),
      emptyOutDir: true,
      minify: true,
      // Monaco alone exceeds the default limit; bench/ measures the size instead.
      chunkSizeWarningLimit: 4096,
      rolldownOptions: { input: { index: at('src/renderer/index.html') } },
    },
  },
})
