import type { Ctx } from '../../context.ts'

/** A message to one address. */
export interface AddressedMail {
  readonly id: string
  readonly to: string
}

/** Reads and writes of a delivery about addresses. The room that owns them passes this in, as the outbox imports no room. */
export interface AddressRecords {
  /** Issues the address to which mail servers report about a message; null where reports are not received. */
  issueReturnPath(ctx: Ctx, mail: AddressedMail): Promise<string | null>
  /** Notes that the mail server refused the address for good. */
  noteRefusal(ctx: Ctx, mail: AddressedMail, reason: string): Promise<void>
}
