import { Check } from 'lucide-react'
import { FEATURES } from '../../../../domain/accounts/plans.ts'
import { useCan } from '../../../session/account-context.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import type { Plan } from './use-billing.ts'

/** The plans to choose from, with their prices, features and limits. */
export function PlanCards({
  plans,
  current,
  offers,
  busy,
  onChoose,
}: {
  plans: readonly Plan[]
  /** Id of the account's plan. */
  current: string | null
  /** False while nothing can be chosen. */
  offers: boolean
  busy: string | null
  onChoose: (plan: Plan) => void
}) {
  const may = useCan('billing.write')
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 calm:xl:grid-cols-2">
      {plans.map((plan) => (
        <li
          key={plan.pk}
          className="grid grid-rows-[auto_1fr_auto] gap-4 rounded-10 border border-line bg-surface p-4"
        >
          <div className="grid gap-1">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <b className="text-14 font-semibold">{plan.name}</b>
              {plan.pk === current ? (
                <Tag tone="paid">Your plan</Tag>
              ) : (
                current === null &&
                plan.default && (
                  <Tag tone="open" icon={null}>
                    Suggested
                  </Tag>
                )
              )}
            </p>
            <p>
              <span className="num text-20 font-semibold">{priceOf(plan)}</span>
              <span className="text-ink-2"> a month</span>
            </p>
            <p className="text-ink-2">{plan.description}</p>
          </div>
          <ul className="grid content-start gap-1.5">
            {[...limitsOf(plan), ...featuresOf(plan)].map((text) => (
              <li key={text} className="flex gap-2">
                <Check className="mt-px shrink-0 text-paid" />
                {text}
              </li>
            ))}
          </ul>
          {may && offers && plan.pk !== current && (
            <Button
              variant={current === null && plan.default ? 'primary' : undefined}
              busy={busy === plan.pk}
              onClick={() => onChoose(plan)}
            >
              {`${current === null ? 'Choose' : 'Change to'} ${plan.name}`}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

export const priceOf = ({ billing }: Plan): string => moneyText(billing.amount, billing.currency)

const featuresOf = ({ features }: Plan): string[] =>
  features.map((feature) => `${FEATURES[feature].name}: ${FEATURES[feature].description}`)

/** Client companies are a feature too, which is listed or missing beside the limits. */
function limitsOf({ plan_quotas: quotas }: Plan): string[] {
  return quotas.flatMap(({ codename, name, value, is_boolean: isBoolean }) => {
    if (isBoolean || (codename === 'MAX_SUB_ACCOUNTS' && !value)) return []
    return value === null
      ? [`${name}: no limit`]
      : [`${name}: up to ${Number(value).toLocaleString('en-US')}`]
  })
}
