import { createMemoryStore, openLocalStorage } from '../../../session/storage/key-store.ts'

const AWAITED_PDFS_KEY = 'awaited-invoice-pdfs'

/** A browser without storage waits until the page is left. */
const device = openLocalStorage() ?? createMemoryStore()

/** Remembers on this device that the PDFs of a run are to be saved as soon as they are drawn. */
export const awaitPdfs = (run: string): void => device.set(AWAITED_PDFS_KEY, run)

/** True once for a run whose PDFs this device waits for. */
export function takeAwaitedPdfs(run: string): boolean {
  if (device.get(AWAITED_PDFS_KEY) !== run) return false
  device.remove(AWAITED_PDFS_KEY)
  return true
}
