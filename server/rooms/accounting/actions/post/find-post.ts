import type {
  AccountingPlatform,
  Connection,
  Outcome,
  RemoteRef,
  Sought,
} from '../../../../gateways/accounting/port.ts'
import { postReference } from '../../rules/post-reference.ts'
import type { PostRow } from '../../tables.ts'

const NOTHING: Outcome<null> = { ok: true, value: null }
const REMOVED: Outcome<void> = { ok: true, value: undefined }

/** Looks a post up at the platform by our reference, or as `sought`. `invoiceId` is the platform's id of a late fee's invoice. */
export async function findPost(
  platform: AccountingPlatform,
  connection: Connection,
  post: PostRow,
  { invoiceId, sought }: { readonly invoiceId: string | null; readonly sought: Sought | null },
): Promise<Outcome<RemoteRef | null>> {
  const reference = postReference(post)
  switch (post.kind) {
    case 'late_fee':
      if (invoiceId === null || !platform.findLateFee) return NOTHING
      return platform.findLateFee(connection, { invoiceId, reference })
    case 'surcharge':
      return platform.findSurcharge ? platform.findSurcharge(connection, reference) : NOTHING
    default:
      return platform.findPayment(connection, reference, sought ?? { taken: [] })
  }
}

/** Removes what was posted. */
export async function removePost(
  platform: AccountingPlatform,
  connection: Connection,
  post: PostRow,
  invoiceId: string | null,
  key: string,
): Promise<Outcome<void>> {
  const ref = { remoteId: post.remote_id!, version: post.remote_version, url: post.url }
  switch (post.kind) {
    case 'late_fee':
      if (invoiceId === null || !platform.removeLateFee) return REMOVED
      return platform.removeLateFee(connection, { invoiceId, base: post.reference }, key)
    case 'surcharge':
      return platform.reverseSurcharge ? platform.reverseSurcharge(connection, ref, key) : REMOVED
    default:
      return platform.reversePayment(connection, ref, key)
  }
}
