import type { CustomerDetail } from '../../../../contract/customers.ts'
import { CUSTOMER_SWITCHES } from '../../../../domain/people/customer-switches.ts'
import { Link } from '../../../ui/layout/link.tsx'
import { CUSTOMER_GROUPS_PATH } from '../../paths.ts'
import { SWITCH_LABELS, switchText } from './switch-words.ts'

/** Switches in force for a customer, with those of the account and of the group. */
export function CustomerSwitches({ customer }: { customer: CustomerDetail }) {
  const byGroup = CUSTOMER_SWITCHES.some((name) => customer.switches[name].off_by === 'group')
  return (
    <section className="grid gap-3 border-t border-line pt-5" aria-label="Switches">
      <h2 className="font-semibold">Switches</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {CUSTOMER_SWITCHES.map((name) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-3">{SWITCH_LABELS[name]}</dt>
            <dd className="min-w-0 text-end break-words">{switchText(customer, name)}</dd>
          </div>
        ))}
      </dl>
      {byGroup && (
        <Link href={CUSTOMER_GROUPS_PATH} className="link-quiet justify-self-start text-13 text-brand">
          Change the group
        </Link>
      )}
    </section>
  )
}
