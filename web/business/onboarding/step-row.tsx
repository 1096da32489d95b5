import { Check } from 'lucide-react'
import type { OnboardingStep } from '../../../domain/accounts/onboarding.ts'
import { useCan } from '../../session/account-context.ts'
import { cx } from '../../ui/cx.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { STEP_WORDS } from './steps.ts'

/** One step: whether it is done, its description, and its link. */
export function StepRow({
  step,
  done,
  time,
  main,
  onDone,
}: {
  step: OnboardingStep
  done: boolean
  time: string
  /** The next step to do. */
  main: boolean
  /** Marks it as done; absent when the user lacks the right. */
  onDone: (() => void) | undefined
}) {
  const { title, text, label, href, right } = STEP_WORDS[step]
  const may = useCan(right)
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 border-b border-line py-5">
      <span
        className={cx(
          'mt-0.5 grid size-6 place-items-center rounded-full border',
          done ? 'border-transparent bg-brand-tint text-brand' : 'border-line-strong',
        )}
      >
        {done && <Check className="size-3.5" />}
      </span>
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-baseline gap-x-2 text-14 font-semibold">
          {title}
          <span className="text-12 font-normal text-ink-3">{done ? 'Done' : time}</span>
        </h2>
        <p className="text-ink-2">{text}</p>
      </div>
      {!done && (may || onDone) && (
        <div className="col-start-2 flex flex-wrap gap-2">
          {may && (
            <ButtonLink href={href} variant={main ? 'primary' : 'default'}>
              {label}
            </ButtonLink>
          )}
          {onDone && (
            <Button variant="bare" onClick={onDone}>
              Mark as done
              <span className="sr-only">: {title}</span>
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
