import { createMemoryStore, openLocalStorage, SHORTCUTS_KEY } from '../../session/storage/key-store.ts'
import { setCharacterKeys } from '../../ui/overlay/hotkey.ts'

const device = openLocalStorage() ?? createMemoryStore()

/** Restores this device's setting: on, unless switched off. */
export const restoreShortcutSetting = (): void => setCharacterKeys(device.get(SHORTCUTS_KEY) !== 'off')

/** Switches single-key shortcuts on or off, and stores the setting. */
export function keepShortcutSetting(on: boolean): void {
  if (on) device.remove(SHORTCUTS_KEY)
  else device.set(SHORTCUTS_KEY, 'off')
  setCharacterKeys(on)
}
