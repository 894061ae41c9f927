// The system's keychain. On Linux without a keyring Electron would encrypt with a known password; Parley does not count that
// as a keychain.
import { safeStorage } from 'electron'
import type { Keychain } from './secret-store.ts'

export const systemKeychain: Keychain = {
  isAvailable: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  seal: (text) => safeStorage.encryptString(text).toString('base64'),
  unseal: (sealed) => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
}
