// A page that shows the window without the app behind it:
//   npx vite build test/gallery && npx vite preview test/gallery
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contentSecurityPolicy } from '../../src/main/window/content-security-policy.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react({ jsxImportSource: '#visible' })],
  worker: { format: 'es' },
  build: {
    outDir: resolve(import.meta.dirname, '../../.cache/gallery'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 4096,
  },
  preview: { host: '127.0.0.1', headers: { 'Content-Security-Policy': contentSecurityPolicy() } },
})
