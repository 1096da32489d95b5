import { invalidateQuery } from '../../session/calls/use-query.ts'
import { t } from '../../ui/language/text.ts'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import { useAutoPayments } from '../methods/use-methods.ts'
import { usePortalPayer } from '../methods/use-portal-payer.ts'
import { PaySeveral } from './pay-several.tsx'

/** Payment dialog for several invoices: the named ones, otherwise all that is due now. */
export function PaySeveralDialog({
  company,
  invoices,
  onClose,
  onPaid,
}: {
  company: PortalCompany
  invoices?: readonly string[] | undefined
  onClose: () => void
  onPaid?: (() => void) | undefined
}) {
  const payer = usePortalPayer(company.dateFormat)
  const { data } = useAutoPayments()
  const paid = (): void => {
    payer.paid()
    invalidateQuery('open-invoices')
    onPaid?.()
  }
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      title={t('Make a Payment')}
      description={t('To {company}', { company: company.name })}
      size="xl"
      readFirst
    >
      <PaySeveral
        payer={{ ...payer, paid }}
        company={company}
        invoices={invoices}
        // Nobody pays by hand, unasked, what a stored method pays by itself.
        left={invoices ? [] : (data?.planned.map(({ invoice }) => invoice.pk) ?? [])}
        onClose={onClose}
      />
    </TypedDialog>
  )
}
