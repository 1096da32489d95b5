import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Ellipsis, Eraser, GitMerge, HandCoins, ReceiptText } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { useAccount, useCan, useCanKeep } from '../../session/account-context.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypeNameDialog } from '../layout/type-name-dialog.tsx'

const RecordPaymentDialog = lazyWithRetry(
  () => import('../payments/record-payment-dialog.tsx'),
  'RecordPaymentDialog',
)
const IssueMemoDialog = lazyWithRetry(
  () => import('../credit-memos/issue-memo-dialog.tsx'),
  'IssueMemoDialog',
)
const MergeDialog = lazyWithRetry(() => import('./merge-dialog.tsx'), 'MergeDialog')

type Shown = 'payment' | 'credit' | 'merge' | 'erase'

/** Further actions on a customer: record a payment, issue a credit, merge, erase. */
export function CustomerMenu({ customer }: { customer: CustomerDetail }) {
  const [shown, setShown] = useState<Shown | null>(null)
  useAskedPayment(() => setShown('payment'))
  const navigate = useNavigateTo()
  const account = useAccount()
  const isErased = customer.erased_at !== null
  const mayRecord = useCan('payments.record') && !isErased
  const mayCredit = useCanKeep('credits.write') && !isErased
  const mayMerge = useCanKeep('customers.write') && !isErased && customer.merged_into === null
  const mayErase = useCan('company.delete') && account.account_type !== 'provider' && !isErased
  const item = (may: boolean, id: Shown, label: string, icon: React.ReactNode, danger = false) =>
    may ? [{ id, label, icon, danger, onSelect: () => setShown(id) }] : []
  const items = [
    ...item(mayRecord, 'payment', 'Record payment', <HandCoins />),
    ...item(mayCredit, 'credit', 'Issue credit memo', <ReceiptText />),
    ...item(mayMerge, 'merge', 'Merge with another customer', <GitMerge />),
    ...item(mayErase, 'erase', 'Erase personal data', <Eraser />, true),
  ]
  const close = () => setShown(null)
  if (items.length === 0) return null
  return (
    <>
      <Menu align="end" trigger={<IconButton label="More actions" icon={<Ellipsis />} />} items={items} />
      <Suspense>
        {shown === 'payment' && mayRecord && (
          <RecordPaymentDialog customer={customer} onClose={close} onRecorded={close} />
        )}
        {shown === 'credit' && (
          <IssueMemoDialog
            customer={{
              id: customer.pk,
              label: customer.short_name,
              email: customer.email,
              currency: customer.currency,
              terms: customer.terms,
            }}
            onClose={close}
            onIssued={(memo) => navigate(`/credit-memos/${memo.pk}`)}
          />
        )}
        {shown === 'merge' && <MergeDialog customer={customer} onClose={close} />}
      </Suspense>
      {shown === 'erase' && <EraseDialog customer={customer} onClose={close} />}
    </>
  )
}

/** The address may open the dialog that records a payment, once: going back does not open it again. */
function useAskedPayment(onAsked: () => void): void {
  const { new: asked } = useSearch({ strict: false }) as { new?: string }
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done once is new on every render
  useEffect(() => {
    if (asked !== 'payment') return
    onAsked()
    void navigate({ to: '.', search: {} as never, replace: true })
  }, [asked])
}

function EraseDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const erase = useSingleMutation({
    mutationFn: (name: string) =>
      call(contract.accountData.eraseCustomer, {
        params: { account, customer: customer.pk },
        body: { name },
      }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: [account] })
      onClose()
      toast({ title: 'The personal data is erased', tone: 'success' })
    },
  })
  return (
    <TypeNameDialog
      title={`Erase the personal data of ${customer.short_name}?`}
      name={customer.short_name}
      label="Erase personal data"
      action={erase}
      onClose={onClose}
    >
      <p>
        Name, addresses, phone numbers, notes, portal logins, stored cards and the text of emails are gone at
        once and can’t be restored. Nobody finds this customer by name any more.
      </p>
      <p>
        Invoices, payments and the audit log stay, because you have to keep your books. Documents still show
        their recipient for ten years.
      </p>
    </TypeNameDialog>
  )
}
