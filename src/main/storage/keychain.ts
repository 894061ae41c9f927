// The keychain of the system, by way of Electron. On Linux without a keyring Electron would seal with a password that
// everyone knows; that is no keychain, and is not taken for one.
import { safeStorage } from 'electron'
import type { Keychain } from './secret-store.ts'

export const systemKeychain: Keychain = {
  isAvailable: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  seal: (text) => safeStorage.encryptString(text).toString('base64'),
  unseal: (sealed) => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
}
