import { createMemoryStore, openLocalStorage } from '../../session/storage/key-store.ts'
import { clearSession } from '../../session/storage/stored-session.ts'
import { arrival } from './arrival.ts'

/** Storage key of the previewed customer in this tab. */
export const PREVIEW = 'portal-preview'

const tab = openLocalStorage(() => window.sessionStorage)

/** Belongs to this tab and survives a reload. A customer's session is stored elsewhere. */
export const previewStore = tab ?? createMemoryStore()

// A new code ends this tab's former preview, even when the code is refused.
if (arrival?.has('token')) {
  clearSession(previewStore)
  previewStore.remove(PREVIEW)
}

/** True when this tab was opened as a preview or continues one. */
export const isPreview = arrival !== null || previewStore.get(PREVIEW) !== null
