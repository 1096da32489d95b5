import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'

/** True when no processor could be reached; the request itself was valid. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'processor_unavailable'

/** Notice of a failed payment action, with its own title when no processor could be reached. */
export function failureNotice(title: string, error: unknown): { title: string; body: string; tone: 'error' } {
  return {
    title: isAway(error) ? 'Payment processor unavailable' : title,
    body: actionErrorText(error),
    tone: 'error',
  }
}
