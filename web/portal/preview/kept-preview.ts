import { PREVIEW, previewStore } from './preview-store.ts'

/**
 * The customer that this tab previews, and the end of the preview by the browser's clock, in epoch
 * milliseconds.
 */
export interface KeptPreview {
  readonly customer: string
  readonly endsAtMs: number
}

export function keptPreview(): KeptPreview | null {
  try {
    const kept = JSON.parse(previewStore.get(PREVIEW) ?? 'null') as KeptPreview | null
    return typeof kept?.customer === 'string' && typeof kept.endsAtMs === 'number' ? kept : null
  } catch {
    return null
  }
}

export const keepPreview = (preview: KeptPreview): void => previewStore.set(PREVIEW, JSON.stringify(preview))
