import { CreditCard, Landmark, Wallet } from 'lucide-react'
import { t } from '../../ui/language/text.ts'

/** Kinds of payment method: the name in a sentence and the icon. */
export const METHOD_KINDS = {
  credit_card: { label: t('Card'), icon: CreditCard },
  e_check: { label: t('E-check'), icon: Landmark },
  paypal: { label: 'PayPal', icon: Wallet },
} as const

/** The icon of a stored method, in a tile of its own. */
export function MethodGlyph({ type }: { type: keyof typeof METHOD_KINDS }) {
  const Icon = METHOD_KINDS[type].icon
  return (
    <span className="grid size-10 flex-none place-items-center rounded-10 bg-sunken text-ink-2">
      <Icon />
    </span>
  )
}
