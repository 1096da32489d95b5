import { ApiError, actionErrorText } from '../session/calls/api-error.ts'
import type { ToastInput } from '../ui/overlay/toast.tsx'

/** Message about an undo that was refused or got no answer. `link` leads to the record. */
export function undoFailure(error: unknown, link: ToastInput['link']): ToastInput {
  const unknown = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  const beside = error instanceof ApiError ? Object.values(error.fields).flat() : []
  return {
    title: unknown ? 'Undo may have failed' : 'We couldn’t undo this',
    body: beside.length > 0 ? beside.join(' ') : actionErrorText(error),
    tone: 'error',
    link,
  }
}
