import { BookOpen, FilePlus2, FileUp, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Right } from '../../../domain/people/roles.ts'
import { useAccount, useCan } from '../../session/account-context.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import {
  ACCOUNTING_PATH,
  GETTING_STARTED_PATH,
  IMPORT_PATH,
  NEW_CUSTOMER_PATH,
  NEW_INVOICE_PATH,
} from '../paths.ts'

interface Step {
  readonly title: string
  readonly text: string
  readonly icon: ReactNode
  readonly label: string
  readonly href: string
  readonly right: Right
}

const STEPS: readonly Step[] = [
  {
    title: 'Add a customer',
    text: 'A name and email address are all you need.',
    icon: <UserPlus />,
    label: 'New customer',
    href: NEW_CUSTOMER_PATH,
    right: 'customers.write',
  },
  {
    title: 'Or import your data',
    text: 'Import customers and open invoices as CSV files.',
    icon: <FileUp />,
    label: 'Import',
    href: IMPORT_PATH,
    right: 'imports.run',
  },
  {
    title: 'Create an invoice',
    text: 'Your customer gets a link and pays online, without an account.',
    icon: <FilePlus2 />,
    label: 'New invoice',
    href: NEW_INVOICE_PATH,
    right: 'invoices.write',
  },
]

/** An account of an accounting platform reads its customers and invoices from there. */
const CONNECT: Step = {
  title: 'Connect your accounting platform',
  text: 'Your customers and invoices are read from it, and payments are posted where it takes them.',
  icon: <BookOpen />,
  label: 'Accounting connection',
  href: ACCOUNTING_PATH,
  right: 'accounting.connect',
}

/** Dashboard of an account without activity, until it is dismissed. */
export function FirstSteps({ onPutAside }: { onPutAside: () => void }) {
  const { company, account_type: type } = useAccount()
  const steps = type === 'provider' ? [CONNECT] : STEPS
  return (
    <section aria-labelledby="first-steps" className="max-w-180 px-4 py-8 md:px-6 md:py-12">
      <h2 id="first-steps" className="text-20 font-semibold">
        {company.name === '' ? 'Welcome' : `Welcome, ${company.name}`}
      </h2>
      <p className="mt-1 text-14 text-ink-2">Once you send invoices, see here what customers owe you.</p>
      <ol className="mt-6 border-t border-line">
        {steps.map((step, index) => (
          <StepRow key={step.href} step={step} main={index === 0} />
        ))}
      </ol>
      <div className="-ms-3 mt-4 flex flex-wrap gap-x-2">
        <ButtonLink href={GETTING_STARTED_PATH} variant="bare">
          All steps
        </ButtonLink>
        <Button variant="bare" onClick={onPutAside}>
          Show dashboard
        </Button>
      </div>
    </section>
  )
}

function StepRow({ step, main }: { step: Step; main: boolean }) {
  const may = useCan(step.right)
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-b border-line py-4 sm:grid-cols-[2.5rem_minmax(0,1fr)_auto]">
      <span className="grid size-10 place-items-center self-start rounded-full bg-brand-tint text-brand">
        {step.icon}
      </span>
      <div>
        <h3 className="text-14 font-semibold">{step.title}</h3>
        <p className="text-ink-2">{step.text}</p>
      </div>
      {may && (
        <ButtonLink
          href={step.href}
          variant={main ? 'primary' : 'default'}
          className="max-sm:col-start-2 max-sm:justify-self-start"
        >
          {step.label}
        </ButtonLink>
      )}
    </li>
  )
}
