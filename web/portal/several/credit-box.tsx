import { displayAmount } from '../../../domain/money/money.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { LOCALE } from '../../ui/language/locale.ts'
import { t } from '../../ui/language/text.ts'
import type { CreditFirst } from './use-credit-first.ts'

/** Lets a payer use credit first. Shows nothing where there is none. */
export function CreditBox({ credit, disabled }: { credit: CreditFirst; disabled?: boolean | undefined }) {
  const { creditMinor, usableMinor, restMinor, currency, on, switchTo } = credit
  if (usableMinor === 0n) return null
  const used = displayAmount(usableMinor, currency, { locale: LOCALE })
  return (
    <Checkbox
      label={t('Use your credit of {amount} first', {
        amount: displayAmount(creditMinor, currency, { locale: LOCALE }),
      })}
      description={
        on
          ? restMinor === 0n
            ? t('Your credit pays all of it: {amount}. Nothing is charged.', { amount: used })
            : t('Your credit pays {credit}. You pay {rest} now.', {
                credit: used,
                rest: displayAmount(restMinor, currency, { locale: LOCALE }),
              })
          : undefined
      }
      checked={on}
      disabled={disabled}
      onChange={(event) => switchTo(event.target.checked)}
    />
  )
}
