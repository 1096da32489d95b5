import { t } from '../../ui/language/text.ts'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { isPositive } from './invoice-look.ts'

interface Fee {
  readonly fee: string
  readonly currency: string
}

/** Says before a proposal is confirmed when its fee is owed. */
export const ProposalFeeNote = ({ fee, currency }: Fee) =>
  isPositive(fee) ? (
    <Note>
      {t('The fee of {amount} is owed once you confirm the plan. It stays owed when the plan is canceled.', {
        amount: moneyText(fee, currency),
      })}
    </Note>
  ) : null

/** Says before a plan is chosen what it costs. */
export const ChoiceFeeNote = ({ fee, currency }: Fee) =>
  isPositive(fee) ? (
    <Note>
      {t(
        'A fee of {amount} for the plan is part of the first payment. It is owed once you agree, and stays owed when the plan is canceled.',
        { amount: moneyText(fee, currency) },
      )}
    </Note>
  ) : null
