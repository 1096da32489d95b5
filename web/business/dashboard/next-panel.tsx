import { useQuery } from '@tanstack/react-query'
import {
  BookOpenCheck,
  CircleAlert,
  ClipboardCheck,
  CreditCard,
  FileText,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MailX,
  MessageSquareText,
  Phone,
} from 'lucide-react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { roleCan } from '../../../domain/people/roles.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { CONFLICTS_PATH, GETTING_STARTED_PATH, PORTAL_REQUESTS_PATH, WORKLIST_PATH } from '../paths.ts'
import { LIVE } from '../query-client.ts'
import { countText } from './figures.ts'
import { Panel } from './panel.tsx'

type Step = ReplyOf<typeof contract.reports.nextSteps>['steps'][number]

interface Action {
  readonly icon: LucideIcon
  /** The action in words: 'Fix 2 email addresses'. */
  readonly title: (count: number) => string
  readonly button: string
  readonly href: string
}

const ACTIONS: Readonly<Record<Step['kind'], Action>> = {
  payment_cases: {
    icon: CircleAlert,
    title: (count) => `Decide about ${countText(count, 'payment', 'payments')}`,
    button: 'Decide',
    href: '/payment-processing/cases',
  },
  failed_charges: {
    icon: CreditCard,
    title: (count) => `Follow up ${countText(count, 'failed charge', 'failed charges')}`,
    button: 'Open',
    href: `${WORKLIST_PATH}?kind=failed_charge`,
  },
  conflicts: {
    icon: BookOpenCheck,
    title: (count) => `Decide ${countText(count, 'conflict', 'conflicts')} with your books`,
    button: 'Decide',
    href: CONFLICTS_PATH,
  },
  answers: {
    icon: MessageSquareText,
    title: (count) => `Follow up ${countText(count, 'promise or dispute', 'promises or disputes')}`,
    button: 'Open',
    href: `${WORKLIST_PATH}?kind=answer`,
  },
  refused_addresses: {
    icon: MailX,
    title: (count) => `Fix ${countText(count, 'email address', 'email addresses')}`,
    button: 'Fix',
    href: `${WORKLIST_PATH}?kind=refused_address`,
  },
  follow_ups: {
    icon: Phone,
    title: (count) => `Get in touch with ${countText(count, 'customer', 'customers')}`,
    button: 'Open',
    href: `${WORKLIST_PATH}?kind=follow_up`,
  },
  other_tasks: {
    icon: ClipboardCheck,
    title: (count) => `Do ${countText(count, 'task', 'tasks')} of your own`,
    button: 'Open',
    href: `${WORKLIST_PATH}?kind=other`,
  },
  access_requests: {
    icon: KeyRound,
    title: (count) => `Answer ${countText(count, 'request', 'requests')} for portal access`,
    button: 'Answer',
    href: PORTAL_REQUESTS_PATH,
  },
  drafts: {
    icon: FileText,
    title: (count) => `Send ${countText(count, 'draft', 'drafts')}`,
    button: 'Review',
    href: '/invoices?view=draft',
  },
}

const SETUP: Action = {
  icon: ListChecks,
  title: (count) => `Finish setting up: ${countText(count, 'step', 'steps')} left`,
  button: 'Continue',
  href: GETTING_STARTED_PATH,
}

/** Lists what a person should do today, each with the button that leads to it. Keeps its height while it loads. */
export function NextPanel() {
  const { pk, role } = useAccount()
  const call = useCall()
  const { data, isError } = useQuery({
    queryKey: [pk, 'next-steps'],
    queryFn: ({ signal }) => call(contract.reports.nextSteps, { params: { account: pk } }, { signal }),
    ...LIVE,
  })
  const left = useStepsLeft(roleCan(role, 'onboarding.write'))
  if (!data) return isError ? null : <div className="h-72" />
  const isDone = data.steps.length === 0 && left === 0
  return (
    <Panel title="Do next" more={{ label: 'Open worklist', href: WORKLIST_PATH }}>
      {isDone && <p className="mt-2 text-ink-2">Nothing waits for you.</p>}
      <ul className="mt-1">
        {data.steps.map((step) => (
          <Row
            key={step.kind}
            {...ACTIONS[step.kind]}
            count={step.count}
            detail={namesText(step)}
            amount={amountsText(step)}
          />
        ))}
        {left > 0 && <Row {...SETUP} count={left} detail="" amount="" />}
      </ul>
    </Panel>
  )
}

const namesText = ({ names, more_names }: Step): string =>
  more_names ? `${names.join(', ')} and others` : names.join(', ')

const amountsText = ({ amounts }: Step): string =>
  amounts.map(({ amount, currency }) => moneyText(amount, currency)).join(' + ')

function Row({
  icon: Icon,
  title,
  button,
  href,
  count,
  detail,
  amount,
}: Action & { count: number; detail: string; amount: string }) {
  const text = title(count)
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-0">
      <span
        aria-hidden="true"
        className="grid size-8 flex-none place-items-center rounded-6 bg-quiet-tint text-brand"
      >
        <Icon />
      </span>
      <span className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col sm:items-center">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{text}</span>
          {detail !== '' && <span className="block truncate text-12 text-ink-2">{detail}</span>}
        </span>
        {amount !== '' && <span className="num font-medium sm:max-w-2/5 sm:text-end">{amount}</span>}
      </span>
      <ButtonLink href={href} size="sm" aria-label={`${button}: ${text}`} className="min-w-20 justify-center">
        {button}
      </ButtonLink>
    </li>
  )
}

/** Counts the getting-started steps that are not done; 0 for people who can't do them. */
function useStepsLeft(may: boolean): number {
  const { pk } = useAccount()
  const call = useCall()
  const { data } = useQuery({
    queryKey: [pk, 'steps-left'],
    queryFn: ({ signal }) => call(contract.onboarding.read, { params: { account: pk } }, { signal }),
    enabled: may,
  })
  return Object.values(data?.onboarding_progress ?? {}).filter((done) => !done).length
}
