// The configuration of electron-builder for every platform. It needs no secret: without keys the build is unsigned.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { repository } from '../repository.ts'
import { unpacked, type Target } from './parts.ts'
import { isMacSigned } from './signing.ts'

export interface Packing {
  target: Target
  /** The staged app. */
  app: string
  output: string
  /** The Electron to pack, if it is on disk; otherwise electron-builder downloads the official one. */
  electron: { folder: string; version: string } | null
  /** `owner/name` on GitHub, where releases and updates come from. Null: there are no updates. */
  repository: string | null
  env: Readonly<Record<string, string | undefined>>
}

const at = (path: string): string => join(repository, path)

/** macOS shows this when Parley first asks for the microphone. */
const MICROPHONE = 'Parley transcribes your speech on this computer.'

export function builderConfig({ target, app, output, electron, env, ...rest }: Packing): Configuration {
  const isSigned = isMacSigned(env)
  const isNotarized = isSigned && Boolean(env['APPLE_API_KEY'] || env['APPLE_ID'])
  const [owner, repo] = rest.repository?.split('/') ?? []
  return {
    appId: 'app.parley.desktop',
    productName: 'Parley',
    copyright: 'Parley',
    directories: { app, output, buildResources: at('resources') },
    artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
    ...(electron ? { electronDist: electron.folder, electronVersion: electron.version } : {}),
    // electron-builder skips a folder of this name unless it is named explicitly.
    files: ['**/*', { from: join(app, 'node_modules'), to: 'node_modules', filter: ['**/*'] }],
    // This toolset brings its own runtime; the default one needs libfuse2, which newer systems do not have.
    toolsets: { appimage: '1.0.3' },
    asar: true,
    asarUnpack: unpacked,
    // parts.ts has chosen the packages file by file; electron-builder must not choose again.
    npmRebuild: true,
    beforeBuild: () => Promise.resolve(false),
    extraResources: [{ from: `${app}-notices.txt`, to: 'NOTICES.txt' }],
    electronLanguages: ['en-US'],
    afterPack: ({ appOutDir, packager }) => {
      // Electron shows this archive when there is no app. Parley never loads it.
      rmSync(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })
    },
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      // Only macOS and Windows verify the archive.
      enableEmbeddedAsarIntegrityValidation: target.platform !== 'linux',
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      // The page uses its own scheme, not file://.
      grantFileProtocolExtraPrivileges: false,
    },
    protocols: [{ name: 'Parley', schemes: ['parley'] }],
    publish: owner && repo ? [{ provider: 'github', owner, repo, releaseType: 'draft' }] : null,
    generateUpdatesFilesForAllChannels: true,
    // A Debian package needs a homepage.
    ...(rest.repository ? { extraMetadata: { homepage: `https://github.com/${rest.repository}` } } : {}),
    // Except on a Mac, the program is also the command, so its name is in lower case.
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
    // electron-builder's defaults, and what else Chromium is linked to. Some packages were renamed in 2024.
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
      // With the hardened runtime but without a real signature, an app cannot load its own libraries.
      hardenedRuntime: isSigned,
      ...(isSigned ? {} : { identity: '-' }),
      gatekeeperAssess: false,
      entitlements: at('build/packaging/entitlements.mac.plist'),
      entitlementsInherit: at('build/packaging/entitlements.mac.plist'),
      notarize: isNotarized,
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
