import { useCan } from '../../../session/account-context.ts'
import { Link } from '../../../ui/layout/link.tsx'
import { PLAN_PATH } from '../../paths.ts'

/** How texts of the API end that are about the plan. */
const ENDING = ' See Plan and billing.'

/** A link to the plans for those who may change the plan; the others read who can. */
export function PlanLink() {
  const may = useCan('billing.write')
  if (!may) return 'Ask the owner of your company to change the plan.'
  return (
    <Link href={PLAN_PATH} className="font-medium text-ink underline">
      See plans
    </Link>
  )
}

/** Shows an error text. One that names the page of the plan leads there. */
export function PlanText({ children }: { children: string }) {
  if (!children.endsWith(ENDING)) return children
  return (
    <>
      {children.slice(0, -ENDING.length)} <PlanLink />
    </>
  )
}
