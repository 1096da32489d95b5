import { LOGIN_REASONS, type LoginReason } from '../../session/session.ts'

/** One sentence for each reason to log in again. */
export const LOGIN_REASON_TEXTS: Readonly<Record<LoginReason, string>> = {
  session_timed_out: 'Your session has timed out. Please log in again.',
  accounting_platform_disconnected: 'Your accounting platform was disconnected. Log in to continue.',
  no_session: 'Please log in to continue.',
  bad_session: 'Something was wrong with your session. Please log in again.',
}

export const isLoginReason = (text: unknown): text is LoginReason =>
  (LOGIN_REASONS as readonly unknown[]).includes(text)
