import type { CustomerDetail } from '../../../contract/customers.ts'
import { useCanKeep, usePlatformName } from '../../session/account-context.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { recordPath } from '../paths.ts'
import { openInvoicesText } from './customer-text.ts'
import { useUndoMerge } from './merge-dialog.tsx'

/** Says that a customer is a duplicate or has duplicates, and offers to undo a merge. Renders nothing otherwise. */
export function CustomerMerges({ customer }: { customer: CustomerDetail }) {
  const {
    merged_into: into,
    merged_into_name: name,
    merged_in: mergedIn,
    merged,
    erased_at: erased,
  } = customer
  const mayWrite = useCanKeep('customers.write')
  const isBelowKeptNote = usePlatformName() !== null && mergedIn === null
  if (erased !== null)
    return (
      <Note className="mx-4 mb-4 md:mx-6">
        The personal data of this customer was erased. Invoices, payments and the audit log stay for the legal
        period.
      </Note>
    )
  if (into === null && merged.length === 0) return null
  return (
    <div className={cx('mx-4 mb-4 grid gap-2 md:mx-6', isBelowKeptNote && 'mt-4')}>
      {into !== null && (
        <Note>
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span>
              Merged into{' '}
              <Link href={recordPath('customer', into)} className="font-medium underline underline-offset-3">
                {name ?? 'another customer'}
              </Link>
              {mergedIn === null
                ? '. What was booked here stays here and is counted there; new invoices go there.'
                : ` in ${mergedIn}. Its invoices are there now; its payments stay here.`}{' '}
              Credit that is left here can be applied to invoices there.
            </span>
            {mayWrite && mergedIn === null && <Undo customer={customer} label="Undo the merge" />}
          </span>
        </Note>
      )}
      {merged.map((one) => (
        <Note key={one.pk}>
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span>
              <Link
                href={recordPath('customer', one.pk)}
                className="font-medium underline underline-offset-3"
              >
                {one.short_name}
              </Link>{' '}
              {one.merged_in === null
                ? 'is merged into this customer.'
                : `was merged into this customer in ${one.merged_in}.`}{' '}
              {one.open_invoices_count > 0
                ? `Its ${openInvoicesText(one.open_invoices_count)} (${moneyText(one.balance, one.currency)}) ${one.open_invoices_count === 1 ? 'is' : 'are'} counted and listed here.`
                : one.merged_in === null
                  ? 'Its invoices and payments are on its page.'
                  : 'Its invoices are here now; its payments stay on its page.'}
              {isSome(one.credit_left) &&
                ` ${moneyText(one.credit_left, one.currency)} of credit is left on its page, which can be applied to invoices here or refunded.`}
            </span>
            {mayWrite && one.merged_in === null && (
              <Undo customer={one} label={`Undo the merge of ${one.short_name}`} />
            )}
          </span>
        </Note>
      ))}
    </div>
  )
}

function Undo({ customer, label }: { customer: { pk: string; short_name: string }; label: string }) {
  const undo = useUndoMerge(customer)
  return (
    <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate(undefined)} aria-label={label}>
      Undo
    </Button>
  )
}
