import { createMemoryStore, openLocalStorage } from '../../session/storage/key-store.ts'
import { clearSession } from '../../session/storage/stored-session.ts'
import { arrival } from './arrival.ts'

/** Under which a tab keeps whom it previews. */
export const PREVIEW = 'portal-preview'

const tab = openLocalStorage(() => window.sessionStorage)

/** Of this tab alone, and kept through a reload: what a customer who is signed in here keeps lies elsewhere. */
export const previewStore = tab ?? createMemoryStore()

// What this tab showed before is over, whatever comes of the code that it was opened with now.
if (arrival?.has('token')) {
  clearSession(previewStore)
  previewStore.remove(PREVIEW)
}

/** This tab shows a preview: it was opened as one, or goes on as one. */
export const isPreview = arrival !== null || previewStore.get(PREVIEW) !== null
