import { cx } from '../cx.ts'

export type ButtonVariant = 'primary' | 'default' | 'bare' | 'dashed' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border-brand bg-brand text-on-brand font-semibold hover:border-brand-strong hover:bg-brand-strong disabled:border-line disabled:bg-quiet-tint disabled:text-quiet',
  default:
    'border-line-strong bg-surface text-ink font-medium hover:bg-sunken [&_.lucide]:text-ink-2 disabled:border-line disabled:bg-sunken disabled:text-ink-3 disabled:[&_.lucide]:text-ink-3',
  bare: 'border-transparent text-ink-2 font-medium hover:bg-sunken hover:text-ink disabled:bg-transparent disabled:text-ink-3',
  dashed:
    'border-dashed border-line-strong text-ink-2 hover:bg-sunken hover:text-ink disabled:bg-transparent disabled:text-ink-3',
  danger:
    'border-overdue bg-overdue text-on-state font-semibold hover:border-overdue-strong hover:bg-overdue-strong disabled:border-line disabled:bg-quiet-tint disabled:text-quiet',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-control-sm px-2 text-control rounded-control-sm calm:px-3.5 calm:text-13',
  md: 'min-h-control px-3 text-control rounded-control calm:px-4.5 calm:font-semibold',
  lg: 'min-h-control-lg px-5 text-14 rounded-control calm:px-6 calm:text-16 calm:font-semibold',
}

/** Classes of a button, for any element (button, link, label of a file field). */
export const buttonClass = (variant: ButtonVariant = 'default', size: ButtonSize = 'md'): string =>
  cx(
    'relative inline-flex items-center justify-center gap-1.5 border whitespace-nowrap select-none',
    'transition-colors disabled:cursor-not-allowed aria-busy:cursor-progress',
    VARIANTS[variant],
    SIZES[size],
  )
