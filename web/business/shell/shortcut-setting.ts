import { createMemoryStore, openLocalStorage, SHORTCUTS_KEY } from '../../session/storage/key-store.ts'
import { setCharacterKeys } from '../../ui/overlay/hotkey.ts'

const device = openLocalStorage() ?? createMemoryStore()

/** Puts back the choice made on this device: on, unless somebody switched them off. */
export const restoreShortcutSetting = (): void => setCharacterKeys(device.get(SHORTCUTS_KEY) !== 'off')

/** Switches single-key shortcuts on or off, and keeps it for the next visit. */
export function keepShortcutSetting(on: boolean): void {
  if (on) device.remove(SHORTCUTS_KEY)
  else device.set(SHORTCUTS_KEY, 'off')
  setCharacterKeys(on)
}
