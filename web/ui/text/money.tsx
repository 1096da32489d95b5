import { cx } from '../cx.ts'
import { splitMinor } from './money-split.ts'
import { moneyText } from './money-text.ts'

/**
 * An amount with digits of equal width. Tables whose heading names the currency omit the symbol (`bare`); the
 * hero size shows the minor units smaller.
 */
export function Money({
  amount,
  currency,
  bare = false,
  size = 'inherit',
  className,
}: {
  /** Decimal string: '5236.5'. */
  amount: string
  /** 'USD' */
  currency: string
  bare?: boolean | undefined
  size?: 'inherit' | 'lg' | 'hero' | undefined
  className?: string | undefined
}) {
  const text = moneyText(amount, currency, !bare)
  if (size === 'inherit') return <span className={cx('num', className)}>{text}</span>
  if (size === 'lg') return <span className={cx('num text-32 font-semibold', className)}>{text}</span>
  const [head, minor] = splitMinor(text)
  return (
    <span className={cx('num text-32 font-semibold calm:text-44', className)}>
      {head}
      {minor && (
        <span className="text-16 font-medium tracking-normal text-ink-3 calm:text-44 calm:font-semibold calm:text-ink">
          {minor}
        </span>
      )}
    </span>
  )
}
