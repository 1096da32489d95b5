import { Check } from 'lucide-react'
import { cx } from '../cx.ts'

/** Progress through numbered steps. Phones show the current step's name only. */
export function StepIndicator({
  label = 'Steps',
  steps,
  current,
  className,
}: {
  label?: string | undefined
  steps: ReadonlyArray<{ id: string; name: string }>
  /** Index of the current step; steps before it are done. */
  current: number
  className?: string | undefined
}) {
  return (
    <nav aria-label={label} className={cx('@container', className)}>
      <ol className="flex items-center gap-2">
        {steps.map((step, index) => (
          <li
            key={step.id}
            aria-current={index === current ? 'step' : undefined}
            className={cx(
              'flex items-center gap-2',
              index > 0 && 'flex-1 @md:flex-none',
              index === current && index > 0 && 'shrink-0',
            )}
          >
            {index > 0 && (
              <i
                aria-hidden="true"
                className={cx(
                  'h-px min-w-3 flex-1 @md:w-8',
                  index <= current ? 'bg-brand' : 'bg-line-strong',
                )}
              />
            )}
            <span
              className={cx(
                'num grid size-6 flex-none place-items-center rounded-full text-12 font-semibold',
                index < current && 'bg-brand-tint text-brand',
                index === current && 'bg-brand text-on-brand',
                index > current && 'text-ink-2 ring-1 ring-line-strong ring-inset',
              )}
            >
              {index < current ? <Check className="size-3.5 stroke-[2.5]" /> : index + 1}
            </span>
            <span
              className={cx(
                'whitespace-nowrap',
                index === current ? 'font-semibold' : 'text-ink-2 @max-md:sr-only',
              )}
            >
              {step.name}
              {index < current && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
