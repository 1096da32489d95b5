import type { AddressMark } from '../../../domain/people/address-marks.ts'
import type { Ctx } from '../../platform/context.ts'
import { issueUnsubscribeUrl } from './actions/issue-unsubscribe-url.ts'
import { markAddress } from './actions/mark-address.ts'

/** Marks an address as if a mail server or its reader had said so. */
export const aMark = (ctx: Ctx, address: string, kind: AddressMark): Promise<void> =>
  markAddress(ctx, {
    address,
    kind,
    reason: kind === 'bounced' ? '550 5.1.1 No such user' : '',
    mailId: null,
  })

/** Issues an unsubscribe link of an address, and returns its secret. */
export const anUnsubscribeToken = async (ctx: Ctx, address: string): Promise<string> =>
  new URL(await issueUnsubscribeUrl(ctx, address)).searchParams.get('token')!
