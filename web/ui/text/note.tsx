import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language/text.ts'
import { Button } from '../layout/button.tsx'

export type NoteTone = 'info' | 'success' | 'warning' | 'error'

const LOOKS = {
  info: { Icon: Info, box: 'bg-sunken', icon: 'text-ink-3' },
  success: { Icon: CircleCheck, box: 'bg-paid-tint', icon: 'text-paid' },
  warning: { Icon: TriangleAlert, box: 'bg-soon-tint', icon: 'text-soon' },
  error: { Icon: CircleAlert, box: 'bg-overdue-tint', icon: 'text-overdue' },
} as const

/** A message within the page. An error is announced; `onRetry` adds a retry button. */
export function Note({
  tone = 'info',
  title,
  children,
  onRetry,
  retryLabel = t('Try again'),
  retrying = false,
  className,
}: {
  tone?: NoteTone | undefined
  title?: ReactNode
  children?: ReactNode
  onRetry?: (() => void) | undefined
  retryLabel?: string | undefined
  retrying?: boolean | undefined
  className?: string | undefined
}) {
  const { Icon, box, icon } = LOOKS[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : tone === 'info' ? undefined : 'status'}
      className={cx('flex gap-2.5 rounded-10 px-3.5 py-3 calm:gap-3 calm:p-4 calm:text-14', box, className)}
    >
      <Icon className={cx('mt-px calm:mt-0.5', icon)} />
      <div className="grid min-w-0 flex-1 content-start justify-items-start gap-0.5 text-ink-2">
        {title && <p className="font-semibold text-ink">{title}</p>}
        {children && <div>{children}</div>}
        {onRetry && (
          <Button size="sm" busy={retrying} onClick={onRetry} icon={<RotateCw />} className="mt-2">
            {retryLabel}
          </Button>
        )}
      </div>
    </div>
  )
}
