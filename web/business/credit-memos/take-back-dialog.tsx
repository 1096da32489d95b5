import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { ConfirmAction } from '../layout/confirm-action.tsx'
import { useMemoChanged } from './memo-change.ts'
import type { MemoDetail } from './memo-look.ts'

type Application = MemoDetail['applications'][number]

function wordsOf(memo: MemoDetail, application: Application | null) {
  const customer = memo.customer.short_name
  if (application) {
    const amount = moneyText(application.amount, memo.currency)
    return {
      title: `Unapply from ${application.invoice.number}`,
      text: `${customer} owes ${amount} on ${application.invoice.number} again. You can apply ${amount} of ${memo.number} to another invoice.`,
      button: `Unapply ${amount}`,
      done: 'Credit unapplied',
    }
  }
  const total = moneyText(memo.total, memo.currency)
  return {
    title: `Void ${memo.number}`,
    text: `${customer} loses the ${total} of credit. The credit memo stays on record as void. This can’t be undone.`,
    button: `Void ${memo.number}`,
    done: 'Credit memo voided',
  }
}

/** Unapplies one application or voids the whole memo. Shows beforehand what is owed afterwards. */
export function TakeBackDialog({
  memo,
  application,
  onClose,
}: {
  memo: MemoDetail
  /** Null to void the memo itself. */
  application: Application | null
  onClose: () => void
}) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = useMemoChanged()
  const words = wordsOf(memo, application)
  const params = { account: account.pk, memo: memo.pk }
  const taking = useSingleMutation({
    mutationFn: () =>
      application
        ? call(contract.creditMemos.unapply, { params, body: { application: application.pk } })
        : call(contract.creditMemos.void, { params, body: {} }),
    onSuccess: async (after) => {
      toast({ title: words.done, body: words.text, tone: 'success' })
      onClose()
      await changed(after)
    },
  })
  return (
    <ConfirmAction title={words.title} label={words.button} action={taking} onClose={onClose}>
      <p>{words.text}</p>
    </ConfirmAction>
  )
}
