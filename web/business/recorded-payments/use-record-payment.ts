import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useRequestId } from '../../session/calls/request-id.ts'
import { sendOnce } from '../../session/calls/send-once.ts'
import { useCall } from '../../session/session-context.tsx'

type Payment = Omit<z.input<typeof contract.payments.record.body>, 'request_id'>

/**
 * Returns the call that records a manual payment. One request id for each opened dialog, so that a second press or
 * a retry records one payment.
 */
export function useRecordPayment() {
  const account = useAccount()
  const call = useCall()
  const requestId = useRequestId()
  return (payment: Payment) =>
    sendOnce(requestId, payment, (request_id) =>
      call(contract.payments.record, { params: { account: account.pk }, body: { ...payment, request_id } }),
    )
}
