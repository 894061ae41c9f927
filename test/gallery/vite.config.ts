// A page of its own for looking at the window without the app behind it:
//   npx vite build test/gallery && npx vite preview test/gallery
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The policy the app itself sends. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: resolve(import.meta.dirname, '../../.cache/gallery'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 4096,
  },
  preview: { host: '127.0.0.1', headers: { 'Content-Security-Policy': policy } },
})
