// How electron-builder is told to pack Parley, for every platform. Nothing here needs a secret: what can be signed is
// signed when the keys are there, and built unsigned when they are not.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { repository } from '../repository.ts'
import { unpacked, type Target } from './parts.ts'
import { isMacSigned } from './signing.ts'

export interface Packing {
  target: Target
  /** What was staged. */
  app: string
  output: string
  /** The Electron to pack, where it is on disk; electron-builder downloads the official one otherwise. */
  electron: { folder: string; version: string } | null
  /** `owner/name` on GitHub: where releases are, and updates come from. None, and there are no updates. */
  repository: string | null
  env: Readonly<Record<string, string | undefined>>
}

const at = (path: string): string => join(repository, path)

/** Said by the system when Parley first asks for the microphone. */
const MICROPHONE = 'Parley hears what you say to your codebase. Speech is recognised on this computer.'

export function builderConfig({ target, app, output, electron, env, ...rest }: Packing): Configuration {
  const isSigned = isMacSigned(env)
  const isNotarised = isSigned && Boolean(env['APPLE_API_KEY'] || env['APPLE_ID'])
  const [owner, repo] = rest.repository?.split('/') ?? []
  return {
    appId: 'app.parley.desktop',
    productName: 'Parley',
    copyright: 'Parley',
    directories: { app, output, buildResources: at('resources') },
    artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
    ...(electron ? { electronDist: electron.folder, electronVersion: electron.version } : {}),
    // electron-builder passes over a folder of this name unless it is asked for by itself.
    files: ['**/*', { from: join(app, 'node_modules'), to: 'node_modules', filter: ['**/*'] }],
    // With a runtime of its own: the usual one asks for libfuse2, which newer systems do not have.
    toolsets: { appimage: '1.0.3' },
    asar: true,
    asarUnpack: unpacked,
    // The packages were chosen file by file; electron-builder is not to choose again.
    npmRebuild: true,
    beforeBuild: () => Promise.resolve(false),
    extraResources: [{ from: `${app}-notices.txt`, to: 'NOTICES.txt' }],
    electronLanguages: ['en-US'],
    afterPack: ({ appOutDir, packager }) => {
      // What Electron shows when there is no app. There is one, and nothing else is ever loaded.
      rmSync(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })
    },
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      // Only these two check it.
      enableEmbeddedAsarIntegrityValidation: target.platform !== 'linux',
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      // The page has a scheme of its own.
      grantFileProtocolExtraPrivileges: false,
    },
    protocols: [{ name: 'Parley', schemes: ['parley'] }],
    publish: owner && repo ? [{ provider: 'github', owner, repo, releaseType: 'draft' }] : null,
    generateUpdatesFilesForAllChannels: true,
    // A Debian package names where it is from and who looks after it.
    ...(rest.repository ? { extraMetadata: { homepage: `https://github.com/${rest.repository}` } } : {}),
    // What runs on a Mac is named as it is shown; elsewhere the program is the command too.
    linux: {
      executableName: 'parley',
      target: ['AppImage', 'deb'],
      category: 'Development',
      icon: at('resources/icons'),
      synopsis: 'Talk to your codebase',
      maintainer: 'Parley <parley@users.noreply.github.com>',
      mimeTypes: ['inode/directory'],
      executableArgs: [],
      desktop: { entry: { Keywords: 'voice;code;editor;agent;', StartupWMClass: 'parley' } },
    },
    // What electron-builder says by itself, and what Chromium is linked to besides. Some have another name since 2024.
    deb: {
      depends: [
        'libgtk-3-0 | libgtk-3-0t64',
        'libnotify4',
        'libnss3',
        'libxss1',
        'libxtst6',
        'xdg-utils',
        'libatspi2.0-0 | libatspi2.0-0t64',
        'libuuid1',
        'libsecret-1-0',
        'libasound2 | libasound2t64',
        'libgbm1',
      ],
    },
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.developer-tools',
      icon: at('resources/icon.icns'),
      // Hardened without a real signature, an app may not load its own libraries.
      hardenedRuntime: isSigned,
      ...(isSigned ? {} : { identity: '-' }),
      gatekeeperAssess: false,
      entitlements: at('build/packaging/entitlements.mac.plist'),
      entitlementsInherit: at('build/packaging/entitlements.mac.plist'),
      notarize: isNotarised,
      extendInfo: {
        NSMicrophoneUsageDescription: MICROPHONE,
        CFBundleDocumentTypes: [
          {
            CFBundleTypeName: 'Folder',
            CFBundleTypeRole: 'Editor',
            LSHandlerRank: 'Alternate',
            LSItemContentTypes: ['public.folder'],
          },
        ],
      },
      extraResources: [{ from: at('build/packaging/bin'), to: 'bin', filter: ['parley'] }],
    },
    win: {
      executableName: 'parley',
      target: ['nsis'],
      icon: at('resources/icon.ico'),
      extraResources: [{ from: at('build/packaging/bin'), to: 'bin', filter: ['parley.cmd'] }],
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      include: at('build/packaging/installer.nsh'),
    },
  }
}
