// The microphones and speakers that the page can see. Browsers give their names only after a microphone was allowed.

export interface SoundDevice {
  id: string
  name: string
}

export interface SoundDevices {
  microphones: readonly SoundDevice[]
  speakers: readonly SoundDevice[]
}

export const noDevices: SoundDevices = { microphones: [], speakers: [] }

export async function listSoundDevices(): Promise<SoundDevices> {
  const media = navigator.mediaDevices as MediaDevices | undefined
  const found = (await media?.enumerateDevices().catch(() => [])) ?? []
  return {
    microphones: ofKind(found, 'audioinput'),
    speakers: 'setSinkId' in AudioContext.prototype ? ofKind(found, 'audiooutput') : [],
  }
}

/** Without aliases of other devices, such as the default one. */
export function ofKind(
  found: readonly Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label'>[],
  kind: MediaDeviceKind,
): SoundDevice[] {
  return found
    .filter((device) => device.kind === kind && !['', 'default', 'communications'].includes(device.deviceId))
    .map(({ deviceId, label }, index) => ({
      id: deviceId,
      name: label || `${kind === 'audioinput' ? 'Microphone' : 'Speaker'} ${index + 1}`,
    }))
}

export function onDevicesChanged(listener: () => void): void {
  const media = navigator.mediaDevices as MediaDevices | undefined
  media?.addEventListener('devicechange', listener)
}
