import { contract } from '../../../contract/index.ts'
import { displayAmount, formatAmount } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { useRequestId } from '../../session/calls/request-id.ts'
import { sendOnce } from '../../session/calls/send-once.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { minorOf, moneyText } from '../../ui/text/money-text.ts'
import { SettleInvoiceDialog } from '../invoices/settle-invoice-dialog.tsx'
import type { ChosenShare } from '../invoices/use-chosen-share.ts'
import { recordPath } from '../paths.ts'
import { undoFailure } from '../undo-failure.ts'
import { useMemoChanged } from './memo-change.ts'
import { type MemoDetail, memoPath } from './memo-look.ts'

const ERRORS = { invoice: ['invoice'], amount: ['amount'] }

/** Applies a credit memo to one of the customer's open invoices. */
export function ApplyMemoDialog({ memo, onClose }: { memo: MemoDetail; onClose: () => void }) {
  const { customer, currency } = memo
  return (
    <SettleInvoiceDialog
      title={`Apply ${memo.number}`}
      credit={{ customer, currency, leftMinor: minorOf(memo.remaining, currency) }}
      button={{ idle: 'Apply', verb: 'Apply' }}
      rest="stays on this credit memo"
      settling={useApplying(memo, onClose)}
      errorsOf={ERRORS}
      onClose={onClose}
    />
  )
}

function useApplying(memo: MemoDetail, onClose: () => void) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = useMemoChanged()
  const requestId = useRequestId()
  const unapply = useUnapply(memo)
  return useSingleMutation({
    mutationFn: ({ invoice, minor }: ChosenShare) => {
      const amount = formatAmount(minor, memo.currency)
      const application = { invoice: invoice.id, amount }
      return sendOnce(requestId, application, (request_id) =>
        call(contract.creditMemos.apply, {
          params: { account: account.pk, memo: memo.pk },
          body: { ...application, request_id },
        }),
      )
    },
    onSuccess: async (applied, { invoice, minor }) => {
      const application = newApplication(memo, applied)
      toast({
        title: 'Credit applied',
        body: `${displayAmount(minor, memo.currency)} of ${memo.number} applied to ${invoice.label} for ${invoice.owner}.`,
        tone: 'success',
        link: { label: 'View invoice', href: recordPath('invoice', invoice.id) },
        ...(application && { action: { label: 'Undo', onPress: () => unapply(application) } }),
      })
      onClose()
      await changed(applied)
    },
  })
}

type Application = MemoDetail['applications'][number]

/** Returns the application that the memo did not have before. */
const newApplication = (before: MemoDetail, after: MemoDetail): Application | undefined =>
  after.applications.find(({ pk }) => !before.applications.some((known) => known.pk === pk))

function useUnapply(memo: MemoDetail) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = useMemoChanged()
  const params = { account: account.pk, memo: memo.pk }
  const link = { label: 'View credit memo', href: memoPath(memo.pk) }
  return async ({ pk, amount, invoice }: Application): Promise<void> => {
    try {
      const after = await call(contract.creditMemos.unapply, { params, body: { application: pk } })
      const body = `${moneyText(amount, memo.currency)} of ${invoice.number} is open again.`
      toast({ title: 'Credit unapplied', body, tone: 'success', link })
      await changed(after)
    } catch (error) {
      toast(undoFailure(error, link))
    }
  }
}
