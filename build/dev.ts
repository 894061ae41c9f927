// npm run dev: the desktop app from source, reloading as files change; in a browser where there can be no window.
import { spawn } from 'node:child_process'
import { officialElectron } from './electron-runtime.ts'

const electron = officialElectron()
if (electron.tag === 'absent') {
  process.stderr.write(`${electron.reason}. npm run serve shows the app in a browser.\n`)
  process.exit(1)
}
const child = spawn('electron-vite', ['dev', '--watch'], {
  stdio: 'inherit',
  env: { ...process.env, ELECTRON_EXEC_PATH: electron.path },
  shell: process.platform === 'win32',
})
child.on('exit', (code) => process.exit(code ?? 1))
