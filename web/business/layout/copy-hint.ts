import { openLocalStorage } from '../../session/storage/key-store.ts'
import type { ToastInput } from '../../ui/overlay/toast.tsx'

/** Set once this device's person was told. */
const KEY = 'copy-hint-seen'

/** Tells a person who copies from a list by selecting how to copy a whole cell, once on each device. */
export function showCopyHint(toast: (message: ToastInput) => void): void {
  const node = getSelection()?.anchorNode
  const selected = node instanceof Element ? node : node?.parentElement
  if (!selected?.closest('main td, main th[scope=row]')) return
  const device = openLocalStorage()
  if (device === null || device.get(KEY) !== null) return
  device.set(KEY, '1')
  toast({ title: 'Tip: hold Alt (Option on a Mac) and click a cell to copy it' })
}
