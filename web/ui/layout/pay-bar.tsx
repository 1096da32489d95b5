import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language/text.ts'

/**
 * Total and pay button at the end of a form. On a phone it sticks to the bottom of the screen, and in a
 * dialog to the bottom of the dialog, so that the button is always in view. There the total is hidden when
 * the button names it.
 */
export function PayBar({
  label = t('Total'),
  amount,
  note,
  named = true,
  children,
  className,
}: {
  label?: string | undefined
  amount: string
  /** 'includes $3.75 credit card surcharge' */
  note?: ReactNode
  /** True when the button names the amount. */
  named?: boolean | undefined
  /** The pay button. */
  children: ReactNode
  className?: string | undefined
}) {
  return (
    <div
      data-pay-bar=""
      className={cx(
        'mt-5 border-t border-line pt-4 max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-4 max-sm:mt-4 max-sm:bg-surface max-sm:px-4 max-sm:pt-3 max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
        // A sticky box stops at the padding of its scroll container, so the dialog's padding is compensated.
        'in-[[role=dialog]]:sticky in-[[role=dialog]]:-bottom-5! in-[[role=dialog]]:z-10 in-[[role=dialog]]:-mx-6! in-[[role=dialog]]:bg-surface in-[[role=dialog]]:px-6! in-[[role=dialog]]:pb-5! in-[[role=dialog]]:sm:rounded-b-14',
        '*:[button]:w-full',
        className,
      )}
    >
      <dl
        className={cx(
          'mb-3 flex items-baseline justify-between gap-3 max-sm:mb-2.5',
          named && 'max-sm:justify-center',
        )}
      >
        <dt className="text-13 text-ink-3 max-sm:text-ink-2">
          <b className={cx('pe-1.5 text-16 font-semibold text-ink', named && 'max-sm:sr-only')}>{label}</b>
          {note}
        </dt>
        <dd className={cx('num text-20 font-semibold', named && 'max-sm:sr-only')}>{amount}</dd>
      </dl>
      {children}
    </div>
  )
}

/** Names the recipient of the typed data, below a payment form. */
export function TrustLine({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <p className={cx('flex gap-2.5 text-13 text-pretty text-ink-3', className)}>
      <ShieldCheck className="mt-px" />
      <span>{children}</span>
    </p>
  )
}
