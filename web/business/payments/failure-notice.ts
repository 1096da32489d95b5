import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'

/** No processor was there to be asked: nothing is wrong with what was asked for. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'processor_unavailable'

/** The notification of something about a payment that failed: under its own title when no processor was there to do it. */
export function failureNotice(title: string, error: unknown): { title: string; body: string; tone: 'error' } {
  return {
    title: isAway(error) ? 'Payment processor unavailable' : title,
    body: actionErrorText(error),
    tone: 'error',
  }
}
