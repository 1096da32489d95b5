import { LOGIN_REASONS, type LoginReason } from '../../session/session.ts'

/** One sentence for each reason to log in again. */
export const LOGIN_REASON_TEXTS: Readonly<Record<LoginReason, string>> = {
  session_timed_out: 'Your session has timed out. Please log in again.',
  accounting_platform_disconnected: 'The connection to your accounting platform has ended. Log in to go on.',
  no_session: 'Please log in to continue.',
  bad_session: 'Your session could not be read. Please log in again.',
}

export const isLoginReason = (text: unknown): text is LoginReason =>
  (LOGIN_REASONS as readonly unknown[]).includes(text)
