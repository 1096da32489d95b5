import type { Ctx } from '../context.ts'

/** An email about a record that is not tried again. */
export interface FailedMail {
  readonly messageId: string
  readonly to: string
  /** The record that it is about. */
  readonly related: { readonly type: string; readonly id: string }
  /** Why, in the mail server's words. */
  readonly reason: string
}

/** Reacts to an email that was given up. Runs in the transaction that records the failure. */
export type FailedMailHandler = (ctx: Ctx, mail: FailedMail) => Promise<void>
